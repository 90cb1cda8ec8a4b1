/**
 * The path of a page as links to it are written: pages that are rendered at the build know themselves by their file.
 * @param url the page's address, as Astro tells it
 */
export function pathOf(url: URL): string {
  return url.pathname.replace(/(\/index)?\.html$/, '') || '/'
}
