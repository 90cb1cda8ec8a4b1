import type { z } from 'astro/zod'
import { slugify } from '#domain/text.ts'
import { PictureFault, preparePicture } from '#src/build/pictures.ts'
import { FIXED_PAGES } from '#src/lib/fixed-pages.ts'
import { FAQ_GROUPS, questionSchema } from '#src/storefront/faq/question-schema.ts'
import { articleSchema } from '#src/storefront/learn/article-schema.ts'
import { pageSchema } from '#src/storefront/legal/page-schema.ts'
import { addressProblems, isDraft } from './addresses.ts'
import { type ContentFile, contentNames, type Problem, readContent } from './content-files.ts'
import { fieldProblems, parseFile } from './frontmatter.ts'
import { type ParsedText, PICTURE_NAME, parseText, type Targets, textProblems } from './text-problems.ts'

const COLLECTIONS: readonly { pattern: RegExp; schema: z.ZodObject }[] = [
  { pattern: /^content\/learn\/[^/]+\.mdx$/, schema: articleSchema },
  { pattern: /^content\/faq\/(.+\/)?[a-z0-9-]+\.md$/, schema: questionSchema },
  { pattern: /^content\/legal\/(privacy|refunds|safety|terms)\.md$/, schema: pageSchema },
  { pattern: /^content\/about\.mdx$/, schema: pageSchema },
]
const MISPLACED =
  'does not belong here: articles are content/learn/name.mdx, pictures content/learn/pictures/name.jpg, questions content/faq/group/name.md with a name of small letters, digits and hyphens, legal pages content/legal/privacy.md, refunds.md, safety.md and terms.md'
const OTHER_PAGES = [...FIXED_PAGES.map(({ path }) => path), '/login', '/find-order']

/** Checks the files of a project. @param root of the project */
export async function contentProblems(root: string, showDrafts: boolean): Promise<Problem[]> {
  const names = contentNames(root)
  const problems = checkContent(readContent(root), new Set(names), showDrafts)
  for (const file of names.filter((name) => PICTURE_NAME.test(name))) {
    try {
      await preparePicture(root, file)
    } catch (error) {
      if (!(error instanceof PictureFault)) throw error
      problems.push({ file, message: error.message })
    }
  }
  return problems
}

/**
 * Checks all files of content/ but its pictures.
 * @param names of all files below content/
 * @param showDrafts whether drafts have a page, so that other texts may link to them
 */
export function checkContent(
  sources: readonly ContentFile[],
  names: ReadonlySet<string>,
  showDrafts: boolean,
): Problem[] {
  const problems: Problem[] = [...names]
    .filter((name) => !/\.mdx?$/i.test(name) && !PICTURE_NAME.test(name))
    .map((file) => ({ file, message: MISPLACED }))
  const texts: ParsedText[] = []
  const files = sources.map(parseFile)
  for (const file of files) {
    const collection = COLLECTIONS.find(({ pattern }) => pattern.test(file.path))
    if (!collection) {
      problems.push({ file: file.path, message: MISPLACED })
      continue
    }
    problems.push(...file.problems, ...fieldProblems(file, collection.schema))
    const text = parseText(file)
    if ('message' in text) problems.push(text)
    else texts.push(text)
  }
  const published = partsOfPages(texts.filter(({ file }) => !isDraft(file)))
  const all = partsOfPages(texts)
  const found = texts.flatMap((text) =>
    textProblems(text, { pages: showDrafts || isDraft(text.file) ? all : published, files: names }),
  )
  return [...problems, ...addressProblems(files), ...found]
}

/** The pages of the site, with the parts to which links can lead; null: any, as nothing is known of them. */
function partsOfPages(texts: readonly ParsedText[]): Targets['pages'] {
  const questions = texts.flatMap(({ address }) => /^\/faq#(.*)$/.exec(address)?.[1] ?? [])
  return new Map<string, ReadonlySet<string> | null>([
    ...OTHER_PAGES.map((path) => [path, null] as const),
    ...texts.map(({ address, parts }) => [address, parts] as const),
    ['/faq', new Set([...FAQ_GROUPS.map(slugify), ...questions])],
  ])
}
