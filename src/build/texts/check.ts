import type { z } from 'astro/zod'
import { FIXED_PAGES } from '#src/lib/fixed-pages.ts'
import { questionSchema } from '#src/storefront/faq/question-schema.ts'
import { articleSchema } from '#src/storefront/learn/article-schema.ts'
import { pageSchema } from '#src/storefront/legal/page-schema.ts'
import { type Addressed, addressProblems, slugOfFields } from './addresses.ts'
import { fieldProblems } from './fields.ts'
import { markupProblems } from './markup.ts'
import type { PictureFiles } from './pictures.ts'
import type { Problem } from './problem.ts'
import { type Parts, type TextFile, takeApart } from './text-file.ts'

/** Where texts lie, and what their frontmatter has to say. */
const PLACES: readonly { pattern: RegExp; schema: z.ZodObject }[] = [
  { pattern: /^content\/learn\/[^/]+\.mdx$/, schema: articleSchema },
  { pattern: /^content\/faq\/.+\.md$/, schema: questionSchema },
  { pattern: /^content\/legal\/(privacy|refunds|terms)\.md$/, schema: pageSchema },
  { pattern: /^content\/about\.mdx$/, schema: pageSchema },
]
const ELSEWHERE =
  'does not belong here: articles are content/learn/name.mdx, questions content/faq/group/name.md, legal pages content/legal/privacy.md, refunds.md and terms.md'
/** The frame and the specification count on these. */
const NEEDED = ['about.mdx', 'legal/privacy.md', 'legal/refunds.md', 'legal/terms.md'].map(
  (name) => `content/${name}`,
)
/** Pages that search engines need not know, but that a text may lead to. */
const OTHER_PAGES = ['/login']

type Read = Parts & { file: string }

/**
 * Looks through all texts of content/ as their editors know them, before the framework does.
 * @param shown whether drafts are shown, so that other texts may link to them
 * @returns everything that has to be mended; nothing: the texts can be published
 */
export function checkTexts(
  texts: readonly TextFile[],
  exists: PictureFiles,
  shown: 'drafts-shown' | 'drafts-left-out',
): Problem[] {
  const problems: Problem[] = []
  const read: Read[] = []
  let misplaced = 0
  for (const { path: file, source } of texts) {
    const place = PLACES.find(({ pattern }) => pattern.test(file))
    const parts = place && takeApart(source)
    if (!parts) {
      misplaced++
      problems.push({ file, message: ELSEWHERE })
    } else if ('message' in parts) problems.push({ file, ...parts })
    else {
      problems.push(...fieldProblems(file, parts, place.schema))
      read.push({ ...parts, file })
    }
  }
  const missing = NEEDED.filter((path) => !texts.some((text) => text.path === path))
  problems.push(...missing.map((file) => ({ file, message: 'is missing: the site needs it' })))
  problems.push(...addressProblems(articlesOf(read)), ...sameNames(read))

  const complete = read.length + misplaced === texts.length
  const paths = { ...pagesOf(read), complete }
  for (const { file, fields, body } of read) {
    const draftsToo = shown === 'drafts-shown' || fields['draft'] === true
    const links = draftsToo
      ? { pages: new Set([...paths.pages, ...paths.drafts]), drafts: new Set<string>(), complete }
      : paths
    const sources = Array.isArray(fields['sources']) ? fields['sources'].length : 0
    problems.push(...markupProblems(file, body, { links, pictures: exists, sources }))
  }
  return problems
}

/** The articles among texts, with what their addresses depend on. */
export function articlesOf(read: readonly { file: string; fields: Record<string, unknown> }[]): Addressed[] {
  return read
    .filter(({ file }) => file.startsWith('content/learn/'))
    .map(({ file, fields }) => ({
      file,
      title: fields['title'],
      slug: fields['slug'],
      draft: fields['draft'],
    }))
}

function pagesOf(read: readonly Read[]): { pages: Set<string>; drafts: Set<string> } {
  const pages = new Set<string>([...FIXED_PAGES.map(({ path }) => path), ...OTHER_PAGES, '/about'])
  const drafts = new Set<string>()
  for (const { file } of read) {
    const legal = /^content\/legal\/(.+)\.md$/.exec(file)?.[1]
    if (legal) pages.add(`/${legal}`)
  }
  for (const article of articlesOf(read)) {
    const slug = slugOfFields(article)
    if (slug) (article.draft === true ? drafts : pages).add(`/learn/${slug}`)
  }
  return { pages, drafts }
}

/** The name of a question's file is the address of its answer on the page. */
function sameNames(read: readonly Read[]): Problem[] {
  const taken = new Map<string, string>()
  return read.flatMap(({ file }) => {
    const name = /^content\/faq\/.*?([^/]+)\.md$/.exec(file)?.[1]
    if (name === undefined) return []
    const other = taken.get(name)
    taken.set(name, file)
    if (other) return [{ file, message: `${other} has the same name. Give one of the two another` }]
    if (/^[a-z0-9-]+$/.test(name)) return []
    return [{ file, message: 'expected a name of small letters, digits and hyphens, as in how-fast.md' }]
  })
}
