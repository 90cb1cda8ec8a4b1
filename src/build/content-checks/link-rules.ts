import { SITE } from '#domain/site.ts'
import { PICTURE_NAME } from './picture-rules.ts'
import { decoded, type Targets } from './targets.ts'

const OWN_ADDRESS = new RegExp(
  `^(?:https?:)?//(?:www\\.)?(?:${new URL(SITE.address).host.replaceAll('.', '\\.')}|localhost|127\\.0\\.0\\.1)(?::\\d+)?(/.*)?$`,
  'i',
)

/**
 * What is wrong with a link.
 * @param sources the field of that name
 * @param page the path of the page that shows the link
 */
export function linkProblems(
  url: string,
  sources: unknown,
  page: string | undefined,
  { pages, partsOf, drafts }: Targets,
): string[] {
  const source = /^#source-(.*)$/.exec(url)?.[1]
  if (source !== undefined) {
    const count = Array.isArray(sources) ? sources.length : 0
    const isThere = /^[1-9]\d*$/.test(source) && Number(source) <= count
    return isThere ? [] : [`the link ${url} leads nowhere: the field sources lists ${count}`]
  }
  const own = OWN_ADDRESS.exec(url)
  if (own) return [`the link ${url} is to a page of ours. Write it ${own[1] ?? '/'}`]
  if (/^(https?:\/\/|mailto:|tel:)./i.test(url)) return []
  if (!/^(\/(?!\/)|#)/.test(url)) {
    const hint = PICTURE_NAME.test(url)
      ? '. A picture begins with an exclamation mark: !['
      : /^[^@\s/]+@[^@\s/]+$/.test(url)
        ? `. A mail address is written mailto:${url}`
        : ''
    return [
      `the link (${url}) is expected to start with https:// or, for a page of ours, with /, as in /faq${hint}`,
    ]
  }
  const [, path = '', part] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(url) ?? []
  const target = path || page
  if (target === undefined) return []
  if (!pages.has(target)) {
    const draft = drafts.get(target)
    if (draft)
      return [
        `the link ${url} leads nowhere yet: ${draft} is a draft. A draft has no page before it is published`,
      ]
    const meant = target.toLowerCase().replace(/(\/|\.(html|mdx?))+$/, '')
    return pages.has(meant)
      ? [`the link ${url} leads nowhere. Write it ${meant}`]
      : [`the link ${url} leads nowhere. There are: ${[...pages].join(' ')}`]
  }
  if (part === undefined) return []
  const ids = partsOf(target)
  if (ids === null || ids.has(decoded(part))) return []
  const known = [...ids].map((id) => `#${id}`).join(' ') || 'none'
  return [`the link ${url} leads nowhere: ${target} has no part #${part}. There are: ${known}`]
}
