import { nearest } from './nearest.ts'

/** The addresses of this site that a text may link to, and those of drafts. */
export type LinkTargets = {
  pages: ReadonlySet<string>
  drafts: ReadonlySet<string>
  /** Whether these are all: an article that cannot be read does not tell its address. */
  complete: boolean
}

/**
 * A link of a text: does it lead anywhere?
 * @param url as the text has it
 * @param sources how many the frontmatter lists
 */
export function linkProblem(
  url: string,
  { pages, drafts, complete }: LinkTargets,
  sources: number,
): string[] {
  if (/^(https?:\/\/|mailto:|tel:)./i.test(url)) return []
  const source = /^#source-(.*)$/.exec(url)?.[1]
  if (source !== undefined) {
    const there = /^[1-9]\d*$/.test(source) && Number(source) <= sources
    return there ? [] : [`the link ${url} leads nowhere: the field sources lists ${sources}`]
  }
  if (url.startsWith('#')) return []
  if (!url.startsWith('/') || url.startsWith('//')) {
    return [`the link (${url}) is expected to start with https:// or, for a page of ours, with /, as in /faq`]
  }
  const path = url.replace(/[?#].*$/, '')
  if (pages.has(path) || !complete) return []
  if (drafts.has(path))
    return [`the link ${url} leads to a draft: publish that article too, or take the link out`]
  const meant = nearest(path, [...pages])
  return [
    `the link ${url} leads nowhere.${meant ? ` Is it ${meant}?` : ` There are: ${[...pages].join(' ')}`}`,
  ]
}
