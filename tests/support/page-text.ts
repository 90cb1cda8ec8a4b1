/** The words of a page, with one space between them. A place where a long word may be broken is none of its characters. */
export function pageText(html: string): string {
  return html
    .replaceAll('<!-- -->', '')
    .replace(/<\/span><wbr\/?><span>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}
