/** Where link-preview pictures are made at the build (src/build/share-pictures.ts). */
export const SHARE_FOLDER = '/share/'

/**
 * The picture for link previews of a page. @param path of an indexable page; absent: the shop's own, without a title
 */
export function sharePicture(path?: string): string {
  if (path === undefined) return '/share.jpg'
  return `${SHARE_FOLDER}${path === '/' ? 'index' : path.slice(1)}.jpg`
}
