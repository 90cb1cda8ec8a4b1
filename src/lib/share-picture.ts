/** Where link-preview pictures are made at the build (src/build/share-pictures.ts). */
export const SHARE_FOLDER = '/share/'

/** The shapes in which search engines show an article, each 1200 pixels wide. */
export const ARTICLE_SHAPES = ['16x9', '4x3', '1x1'] as const

export type ArticleShape = (typeof ARTICLE_SHAPES)[number]

/**
 * The picture for link previews of a page.
 * @param path of an indexable page; absent: the shop's own, without a title
 * @param shape of an article, for search engines; absent: 1200 × 630
 */
export function sharePicture(path?: string, shape?: ArticleShape): string {
  if (path === undefined) return '/share.jpg'
  return `${SHARE_FOLDER}${path === '/' ? 'index' : path.slice(1)}${shape ? `-${shape}` : ''}.jpg`
}
