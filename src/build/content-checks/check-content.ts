import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'astro/zod'
import { slugify } from '#domain/text.ts'
import { checkPublicPicture, PictureFault, preparePicture } from '#src/build/pictures/prepare-picture.ts'
import { FIXED_PAGES } from '#src/lib/fixed-pages.ts'
import { FAQ_GROUPS, questionSchema } from '#src/storefront/faq/question-schema.ts'
import { articleSchema } from '#src/storefront/learn/article-schema.ts'
import { pageSchema } from '#src/storefront/legal/page-schema.ts'
import { addressProblems, articlePath, articlesAmong } from './article-addresses.ts'
import { type ContentFile, filesBelow, type Problem, readContent } from './content-files.ts'
import { schemaProblems } from './error-map.ts'
import { type ParsedFile, parseFile } from './frontmatter.ts'
import { mdxProblems, unknownTag } from './mdx-rules.ts'
import { partIdsOf } from './part-ids.ts'
import { PICTURE_NAME, picturesOf, type ShownPicture, type Targets } from './references.ts'
import { type ParsedText, parseText } from './text-syntax.ts'

const COLLECTIONS: readonly { pattern: RegExp; schema: z.ZodObject }[] = [
  { pattern: /^content\/learn\/[^/]+\.mdx$/, schema: articleSchema },
  { pattern: /^content\/faq\/(.+\/)?[a-z0-9-]+\.md$/, schema: questionSchema },
  { pattern: /^content\/legal\/(privacy|refunds|terms)\.md$/, schema: pageSchema },
  { pattern: /^content\/about\.mdx$/, schema: pageSchema },
]
const MISPLACED =
  'does not belong here: articles are content/learn/name.mdx, pictures content/learn/pictures/name.jpg, questions content/faq/group/name.md with a name of small letters, digits and hyphens, legal pages content/legal/privacy.md, refunds.md and terms.md'
const LEGAL_PATHS = ['/privacy', '/refunds', '/terms']
const REQUIRED_FILES = ['content/about.mdx', ...LEGAL_PATHS.map((path) => `content/legal${path}.md`)]
const OTHER_PATHS = [
  ...FIXED_PAGES.map(({ path }) => path),
  ...LEGAL_PATHS,
  '/about',
  '/login',
  '/find-order',
]
/** The platform takes no larger file. */
const LARGEST_FILE = 25 * 1024 * 1024

/** A text with the page that shows it. */
type Text = { file: ParsedFile; text: ParsedText; page: string }

/** Checks the files of a project. @param root of the project */
export async function contentProblems(root: string, showDrafts: boolean): Promise<Problem[]> {
  const [content, others] = [filesBelow(root, 'content'), filesBelow(root, 'public')]
  const names = new Set([...content, ...others])
  const tooLarge = others.flatMap((file): Problem[] => {
    const { size } = statSync(join(root, file))
    const message = `has ${Math.round(size / 1024 ** 2)} MB, and the platform takes 25 in one file`
    return size > LARGEST_FILE ? [{ file, message }] : []
  })
  const { problems, pictures } = checkContent(readContent(root), { names, showDrafts })
  return [...problems, ...(await pictureFaults(root, pictures)), ...tooLarge]
}

/**
 * Checks all files of content/.
 * @param names of all files below content/ and public/
 * @param showDrafts whether drafts have a page, so that other texts may link to them
 * @returns every problem but those of the pictures; none: the files can be published
 */
export function checkContent(
  files: readonly ContentFile[],
  { names, showDrafts }: { names: ReadonlySet<string>; showDrafts: boolean },
): { problems: Problem[]; pictures: ShownPicture[] } {
  const problems: Problem[] = []
  const texts: Text[] = []
  for (const source of files) {
    const collection = COLLECTIONS.find(({ pattern }) => pattern.test(source.path))
    if (!collection) {
      problems.push({ file: source.path, message: MISPLACED })
      continue
    }
    const file = parseFile(source)
    problems.push(...file.problems, ...schemaProblems(file, collection.schema))
    texts.push({
      file,
      text: parseText(file, (name) => unknownTag(file.path, name)),
      page: pageOf(file),
    })
  }
  for (const file of names) {
    const isMisplaced = file.startsWith('content/') && !/\.mdx?$/i.test(file) && !PICTURE_NAME.test(file)
    if (isMisplaced) problems.push({ file, message: MISPLACED })
  }
  const missing = REQUIRED_FILES.filter((path) => !files.some((file) => file.path === path))
  problems.push(...missing.map((file) => ({ file, message: 'is missing: the site needs it' })))
  const parsed = texts.map(({ file }) => file)
  for (const problem of addressProblems(articlesAmong(parsed))) {
    const lineOf = parsed.find(({ path }) => path === problem.file)?.lineOf
    problems.push({ ...problem, line: lineOf?.('slug') ?? lineOf?.('title') ?? 1 })
  }
  problems.push(...repeatedNames(parsed))

  const isDraft = ({ file }: Text) => file.fields?.['draft'] === true
  const articles = texts.filter(({ file }) => file.path.startsWith('content/learn/'))
  const published = new Set([
    ...OTHER_PATHS,
    ...articles.filter((each) => !isDraft(each)).map(({ page }) => page),
  ])
  const all = new Set([...published, ...articles.map(({ page }) => page)])
  const drafts = new Map(articles.filter(isDraft).map(({ page, file }) => [page, file.path]))
  const partsOf = partsOfPages(texts)
  for (const text of texts) {
    const pages = showDrafts || isDraft(text) ? all : published
    problems.push(...mdxProblems(text.file, text.text, text.page, { files: names, pages, partsOf, drafts }))
  }
  const pictures = texts.flatMap(({ file, text }) => picturesOf(file.path, text))
  return { problems, pictures: pictures.filter(({ picture }) => names.has(picture)) }
}

/** True if each picture can be made ready for the site; what is made is kept for the build. */
async function pictureFaults(root: string, pictures: readonly ShownPicture[]): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const { picture, ...place } of pictures) {
    try {
      if (picture.startsWith('content/')) await preparePicture(root, picture)
      else await checkPublicPicture(root, picture)
    } catch (error) {
      if (!(error instanceof PictureFault)) throw error
      problems.push({ ...place, message: `the picture ${picture} ${error.message}` })
    }
  }
  return problems
}

/** The path of the page that shows a file; by the name of the file, where its fields give an article none. */
function pageOf(file: ParsedFile): string {
  const name = nameOf(file.path)
  if (file.path.startsWith('content/faq/')) return '/faq'
  if (!file.path.startsWith('content/learn/')) return `/${name}`
  const [article] = articlesAmong([file])
  return (article && articlePath(article)) ?? `/learn/${name}`
}

/** The parts to which links to a page can lead, worked out where they are asked for. */
function partsOfPages(texts: readonly Text[]): Targets['partsOf'] {
  const questions = texts.filter(({ page }) => page === '/faq').map(({ file }) => nameOf(file.path))
  const known = new Map<string, ReadonlySet<string> | null>([
    ['/faq', new Set([...FAQ_GROUPS.map(slugify), ...questions])],
  ])
  return (page) => {
    const parts = known.get(page)
    if (parts !== undefined) return parts
    const found = texts.find((text) => text.page === page)
    const ids = found ? partIdsOf(found.file.path, found.text.text) : null
    known.set(page, ids)
    return ids
  }
}

/** The name of a question's file is its address on the page. */
function repeatedNames(files: readonly ParsedFile[]): Problem[] {
  const taken = new Map<string, string>()
  return files.flatMap(({ path: file }) => {
    if (!file.startsWith('content/faq/')) return []
    const name = nameOf(file)
    const other = taken.get(name)
    taken.set(name, file)
    return other ? [{ file, message: `${other} has the same name. Give one of the two another` }] : []
  })
}

/** The name of a text. */
export function nameOf(path: string): string {
  return path.replace(/^.*\//, '').replace(/\.mdx?$/, '')
}
