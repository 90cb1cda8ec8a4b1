import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'astro/zod'
import { FIXED_PAGES } from '#src/lib/fixed-pages.ts'
import { questionSchema } from '#src/storefront/faq/question-schema.ts'
import { articleSchema } from '#src/storefront/learn/article-schema.ts'
import { pageSchema } from '#src/storefront/legal/page-schema.ts'
import { addressProblems, articlePath, articlesAmong } from './article-addresses.ts'
import { type ContentFile, type ParsedFile, type Problem, parseFile, readContent } from './content-files.ts'
import { schemaProblems } from './error-map.ts'
import { mdxProblems, type Targets } from './mdx-rules.ts'

const COLLECTIONS: readonly { pattern: RegExp; schema: z.ZodObject }[] = [
  { pattern: /^content\/learn\/[^/]+\.mdx$/, schema: articleSchema },
  { pattern: /^content\/faq\/(.+\/)?[a-z0-9-]+\.md$/, schema: questionSchema },
  { pattern: /^content\/legal\/(privacy|refunds|terms)\.md$/, schema: pageSchema },
  { pattern: /^content\/about\.mdx$/, schema: pageSchema },
]
const MISPLACED =
  'does not belong here: articles are content/learn/name.mdx, questions content/faq/group/name.md with a name of small letters, digits and hyphens, legal pages content/legal/privacy.md, refunds.md and terms.md'
const LEGAL_PATHS = ['/privacy', '/refunds', '/terms']
const REQUIRED_FILES = ['content/about.mdx', ...LEGAL_PATHS.map((path) => `content/legal${path}.md`)]

/** Checks the files of a project. @param root of the project */
export function contentProblems(root: string, showDrafts: boolean): Problem[] {
  const isFile = (path: string) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false
  return checkContent(readContent(root), { isFile, showDrafts })
}

/**
 * Checks all files of content/.
 * @param showDrafts whether drafts have a page, so that other texts may link to them
 * @returns every problem; none: the files can be published
 */
export function checkContent(
  files: readonly ContentFile[],
  { isFile, showDrafts }: Pick<Targets, 'isFile'> & { showDrafts: boolean },
): Problem[] {
  const problems: Problem[] = []
  const parsed: ParsedFile[] = []
  let isComplete = true
  for (const file of files) {
    const collection = COLLECTIONS.find(({ pattern }) => pattern.test(file.path))
    if (!collection) {
      problems.push({ file: file.path, message: MISPLACED })
      continue
    }
    const result = parseFile(file)
    if ('fields' in result) {
      problems.push(...schemaProblems(result, collection.schema))
      parsed.push(result)
    } else {
      isComplete = false
      problems.push(result)
    }
  }
  const missing = REQUIRED_FILES.filter((path) => !files.some((file) => file.path === path))
  problems.push(...missing.map((file) => ({ file, message: 'is missing: the site needs it' })))
  const articles = articlesAmong(parsed)
  problems.push(...addressProblems(articles), ...repeatedNames(parsed))

  for (const file of parsed) {
    const withDrafts = showDrafts || file.fields['draft'] === true
    const linkable = articles.filter(({ draft }) => withDrafts || draft !== true).map(articlePath)
    const known = [
      ...FIXED_PAGES.map(({ path }) => path),
      ...LEGAL_PATHS,
      '/about',
      '/login',
      '/find-order',
      ...linkable,
    ]
    const pages = isComplete ? new Set(known.filter((path) => path !== undefined)) : null
    problems.push(...mdxProblems(file, { isFile, pages }))
  }
  return problems
}

/** The name of a question's file is its address on the page. */
function repeatedNames(files: readonly ParsedFile[]): Problem[] {
  const taken = new Map<string, string>()
  return files.flatMap(({ path: file }) => {
    const name = /^content\/faq\/.*?([^/]+)\.md$/.exec(file)?.[1]
    if (name === undefined) return []
    const other = taken.get(name)
    taken.set(name, file)
    return other ? [{ file, message: `${other} has the same name. Give one of the two another` }] : []
  })
}
