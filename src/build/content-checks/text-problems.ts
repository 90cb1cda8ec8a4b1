import { posix } from 'node:path'
import { satteriHeadingIdsPlugin } from '@astrojs/markdown-satteri'
import type { MarkdownHeading } from 'astro'
import { z } from 'astro/zod'
import { markdownToHtml, markdownToMdast, mdxToJs, mdxToMdast } from 'satteri'
import { SITE } from '#domain/site.ts'
import { type ReadingNotes, readingNotesPlugin } from '#src/build/reading-notes.ts'
import { catalogueValues, FIXED_VALUES, PLACEHOLDER } from '#src/lib/text-values.ts'
import { addressOf, nameOf } from './addresses.ts'
import type { Problem } from './content-files.ts'
import type { ParsedFile } from './frontmatter.ts'

/** A node of the syntax tree, with the properties that the rules read. */
type Node = {
  type: string
  children?: readonly Node[]
  position?: { start?: { line: number; column: number } }
  url?: string
  alt?: string | null
  depth?: number
  name?: string | null
  attributes?: readonly { name?: string; value?: string | null | { value: string } }[]
  value?: string
}
/** A text that could be parsed. */
export type ParsedText = {
  file: ParsedFile
  root: Node
  address: string
  /** The parts of the page to which links can lead. */
  parts: ReadonlySet<string>
}

/** The places that a text may point at. */
export type Targets = {
  /** The paths of this site; with the anchors of a page that is a text of content/, else null. */
  pages: ReadonlyMap<string, ReadonlySet<string> | null>
  /** All files below content/, from the root of the project. */
  files: ReadonlySet<string>
}

/** Kinds of pictures, in the names of their files. */
export const PICTURE_NAME = /\.(jpe?g|jfif|png|webp|avif|gif|tiff?|svg|heic|heif|bmp)$/i

const name = z.string('expected a name between quotation marks').trim().min(1, 'expected a name')
const title = z.string('expected a title between quotation marks').trim().min(1, 'expected a title')
const KINDS = ['tip', 'warning', 'note'] as const
const LEVEL = 'expected a whole number from 1 to 10 in braces, as in value={10}'

/** The components of an article (src/pages/learn/[slug].astro) and their properties. */
export const ARTICLE_COMPONENTS = {
  CallOut: z.strictObject({
    title,
    kind: z.enum(KINDS, `expected one of: ${KINDS.join(', ')}`).optional(),
  }),
  Level: z.strictObject({ value: z.int(LEVEL).min(1, LEVEL).max(10, LEVEL), title }),
  Step: z.strictObject({ title }),
  PullQuote: z.strictObject({}),
  Say: z.strictObject({ not: z.literal(true, 'expected only the word: <Say not>').optional() }),
}

/** The components of About (src/pages/about.astro). */
export const ABOUT_COMPONENTS = {
  PullQuote: z.strictObject({}),
  Bouquets: z.strictObject({}),
  Person: z.strictObject({ name, role: name }),
}

/** HTML for which Markdown has no syntax of its own. */
const HTML = ['abbr', 'br', 'cite', 'kbd', 'mark', 'q', 's', 'small', 'span', 'sub', 'sup', 'u']

const MARKUP_HINT =
  'A component is closed, its values stand between straight quotation marks (title="…"), and its two tags on lines of their own or both in one line. A line break is <br />. For the signs themselves write \\< and \\{'

/** Reads the text of a file. @returns one problem, at the place from which on it cannot be read */
export function parseText(file: ParsedFile): ParsedText | Problem {
  const isMdx = file.path.endsWith('.mdx')
  const parse = isMdx ? mdxToMdast : markdownToMdast
  try {
    const root = parse(file.body, { features: { frontmatter: false } }) as Node
    // An article that has no address yet has its file's name, so that links within it are checked.
    const address = addressOf(file) ?? `/learn/${nameOf(file.path)}`
    return { file, root, address, parts: partsOf(file, isMdx) }
  } catch (error) {
    // As in "3:1: Expected a closing tag for `<Say>` (13:1) (mdx-jsx:unexpected-character)".
    const { message } = error as Error
    const [, line, column, reason] = /^(\d+):(\d+): (.*?)(?: \([\w-]+:[\w-]+\))?$/s.exec(message) ?? []
    const place = { line: Number(line ?? 1), column: Number(column ?? 1) }
    return { file: file.path, ...place, message: `${reason ?? message}. ${MARKUP_HINT}` }
  }
}

/** The parts of a page to which links can lead: the ids of headings, levels, steps and sources, as the build gives them. */
function partsOf({ body, fields }: ParsedFile, isMdx: boolean): ReadonlySet<string> {
  const astro = {
    frontmatter: {} as { notes?: ReadingNotes },
    headings: [] as MarkdownHeading[],
    localImagePaths: new Set<string>(),
    remoteImagePaths: new Set<string>(),
  }
  // Without plugins that wait for something, both are done when they return.
  const options = { hastPlugins: [readingNotesPlugin, satteriHeadingIdsPlugin()], data: { astro } }
  if (isMdx) mdxToJs(body, options)
  else markdownToHtml(body, options)
  const contents = astro.frontmatter.notes?.contents ?? []
  const { sources } = fields ?? {}
  return new Set([
    ...astro.headings.map(({ slug }) => slug),
    ...contents.map(({ id }) => id),
    ...(Array.isArray(sources) ? sources.map((_, index) => `source-${index + 1}`) : []),
  ])
}

/** Checks what schemas cannot see: components, pictures, links and placeholders in a text. */
export function textProblems(text: ParsedText, targets: Targets): Problem[] {
  return [...walk(text.root)].flatMap((node) =>
    nodeProblems(text, node, targets).map((message) => ({
      file: text.file.path,
      line: node.position?.start?.line,
      column: node.position?.start?.column,
      message,
    })),
  )
}

/** A node and all below it. */
function* walk(node: Node): Generator<Node> {
  yield node
  for (const child of node.children ?? []) yield* walk(child)
}

function nodeProblems(text: ParsedText, node: Node, targets: Targets): string[] {
  const { path } = text.file
  const { value = '', url = '' } = node
  switch (node.type) {
    case 'image':
      return pictureProblems(path, url, node.alt ?? '', targets.files)
    case 'imageReference':
      return ['a picture is written ![what it shows](./pictures/name.jpg)']
    case 'heading':
      return node.depth === 1 ? ['a heading in the text begins with ##: the one # is the title’s'] : []
    case 'link':
    case 'definition':
      return linkProblems(text, url, targets.pages)
    case 'mdxJsxFlowElement':
    case 'mdxJsxTextElement':
      return componentProblems(path, node)
    case 'html':
      return [...value.replace(/<!--[\s\S]*?-->/g, '').matchAll(/<([A-Za-z][\w.-]*)/g)].flatMap(
        ([, tag = '']) => componentProblems(path, { type: 'html', name: tag }),
      )
    case 'text':
      return [...unreadMarkdown(value), ...(path.endsWith('.md') ? placeholderProblems(path, value) : [])]
    case 'mdxjsEsm':
      return ['import and export are code and not needed here: every component is there without it']
    case 'mdxFlowExpression':
    case 'mdxTextExpression':
      return /^\s*(\/\*[\s\S]*\*\/)?\s*$/.test(value)
        ? []
        : [`braces hold code, and no text does: {${value}}. For the sign itself write \\{`]
    default:
      return []
  }
}

/** Finds text that was meant as Markdown, but stays as it was typed. */
function unreadMarkdown(text: string): string[] {
  const [link] = /!?\[[^[\]]*\]\s*\(\s*(\.{0,2}\/|#|https?:|mailto:|pictures\/)[^()]*\)/.exec(text) ?? []
  const problems = link
    ? [
        `this is not understood and would be shown as it is typed: ${link}. An address has no spaces, nothing stands between ] and (, and a title behind the address stands between straight quotation marks`,
      ]
    : []
  return /^#{2,6}[^#\s]/.test(text) ? [...problems, 'leave a space between ## and the heading'] : problems
}

function componentProblems(file: string, { name, attributes = [] }: Node): string[] {
  const article = file.startsWith('content/learn/') ? ARTICLE_COMPONENTS : ABOUT_COMPONENTS
  const components: Record<string, z.ZodObject> = file.endsWith('.mdx') ? article : {}
  const tag = name ?? ''
  if (HTML.includes(tag)) return []
  const properties = Object.hasOwn(components, tag) ? components[tag] : undefined
  if (!properties) {
    const known = Object.keys(components).join(', ') || 'none'
    return [
      `<${tag}> does not exist here. The components of this page: ${known}. Everything else is Markdown, also a picture: ![what it shows](./pictures/name.jpg)`,
    ]
  }
  const given = Object.fromEntries(attributes.map((each) => [each.name ?? '{…}', readAttribute(each.value)]))
  const { issues = [] } = properties.safeParse(given).error ?? {}
  return issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? `<${tag}>: ${issue.keys.join(', ')} means nothing here`
      : `<${tag}>: ${issue.path.join('.')}: ${issue.message}`,
  )
}

/** title="x" → x, value={10} → 10, not → true. */
function readAttribute(value: string | null | undefined | { value: string }): unknown {
  if (value === null || value === undefined) return true
  return typeof value === 'string' ? value : Number(value.value)
}

/** Legal pages are built before there is a catalogue. */
function placeholderProblems(file: string, text: string): string[] {
  const names = Object.keys(
    file.startsWith('content/faq/') ? { ...FIXED_VALUES, ...catalogueValues(null) } : FIXED_VALUES,
  )
  const known = names.map((each) => `{{${each}}}`).join(', ')
  return [...text.matchAll(PLACEHOLDER)]
    .filter(([, placeholder = '']) => !names.includes(placeholder.trim()))
    .map(([placeholder]) => `${placeholder} has no value. There are: ${known}`)
}

function pictureProblems(file: string, url: string, alt: string, files: Targets['files']): string[] {
  if (file.endsWith('.md'))
    return ['questions and legal pages show no pictures. Put it into an article, and a link to that here']
  const problems: string[] = []
  if (alt.trim() === '' || /\.\w{3,4}$/.test(alt.trim())) {
    problems.push(
      `the picture ${url} has no alternative text. Say what it shows between the brackets, for those who do not see it: ![Three tulips on a doormat](${url})`,
    )
  }
  const path = posix.join(posix.dirname(file), decoded(url))
  if (/^([a-z][a-z0-9+.-]*:|\/)/i.test(url) || !files.has(path)) {
    const pictures = [...files].filter((each) => PICTURE_NAME.test(each)).join(', ') || 'none'
    problems.push(
      `the picture ${url} is not there. Save it in content/learn/pictures (if we may use it) and write ./pictures/name.jpg, letter for letter. There are: ${pictures}`,
    )
  }
  return problems
}

const OWN_ADDRESS = new RegExp(`^(https?:)?//(www\\.)?(${new URL(SITE.address).host}|localhost)`, 'i')

function linkProblems({ address }: ParsedText, url: string, pages: Targets['pages']): string[] {
  const nowhere = (there: Iterable<string>) => [
    `the link ${url} leads nowhere. There are: ${[...there].join(' ')}`,
  ]
  if (OWN_ADDRESS.test(url))
    return [`the link ${url} is to a page of ours. Write it from the / on, as in /faq`]
  if (/^(https?:\/\/|mailto:|tel:)./i.test(url)) return []
  const [, path, part] = /^(\/(?!\/)[^?#]*)?(?:\?[^#]*)?(?:#(.*))?$/.exec(url) ?? []
  if (path === undefined && part === undefined) {
    return [
      `the link (${url}) is expected to start with https://, mailto: or, for a page of ours, with /, as in /faq. A picture begins with an exclamation mark: ![`,
    ]
  }
  const anchors = pages.get(path ?? address.replace(/#.*/, ''))
  if (anchors === undefined) return nowhere(pages.keys())
  if (part === undefined || anchors === null || anchors.has(decoded(part))) return []
  return nowhere([...anchors].map((id) => `#${id}`))
}

/** An address without its %20 and the like, if they can be read. */
function decoded(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}
