import { posix } from 'node:path'
import { z } from 'astro/zod'
import { markdownToMdast, mdxToMdast } from 'satteri'
import { catalogueValues, FIXED_VALUES, PLACEHOLDER } from '#src/lib/text-values.ts'
import type { ParsedFile, Problem } from './content-files.ts'

/** What a text may point at. */
export type Targets = {
  /** The paths of this site; null while some article's path is not known. */
  pages: ReadonlySet<string> | null
  /** @param path from the root of the project */
  isFile: (path: string) => boolean
}

/** A node of the syntax tree, with the properties that the rules read. */
type Node = {
  type: string
  children?: readonly Node[]
  position?: { start: { line: number } }
  url?: string
  alt?: string | null
  depth?: number
  name?: string | null
  attributes?: readonly Attribute[]
  value?: string
}
type Attribute = { name?: string; value?: string | null | { value: string } }

type Components = Readonly<Record<string, z.ZodObject>>

const name = z.string('expected a name between quotation marks').trim().min(1, 'expected a name')
const title = z.string('expected a title between quotation marks').trim().min(1, 'expected a title')
const KINDS = ['tip', 'warning', 'note'] as const
const LEVEL = 'expected a whole number from 1 to 10 in braces, as in value={10}'

const PullQuote = z.strictObject({})

/** The components of an article (src/storefront/learn/mdx-components.ts) and their properties. */
export const ARTICLE_COMPONENTS: Components = {
  CallOut: z.strictObject({
    title,
    kind: z.enum(KINDS, `expected one of: ${KINDS.join(', ')}`).optional(),
  }),
  Level: z.strictObject({ value: z.int(LEVEL).min(1, LEVEL).max(10, LEVEL), title }),
  Step: z.strictObject({ title }),
  PullQuote,
  Say: z.strictObject({ not: z.literal(true, 'expected only the word: <Say not>').optional() }),
}

/** The components of About (src/pages/about.astro). */
export const ABOUT_COMPONENTS: Components = {
  PullQuote,
  Bouquets: z.strictObject({}),
  Person: z.strictObject({ name, role: name }),
}

/** HTML for which Markdown has no syntax of its own. */
const HTML = ['abbr', 'br', 'cite', 'kbd', 'mark', 'q', 's', 'small', 'span', 'sub', 'sup', 'u']
const SYNTAX_HINT =
  'A <Component> is closed by </Component>, both on lines of their own with blank lines between them and the text, or both in one line. For the signs themselves write \\< and \\{; a remark for other editors is {/* like this */}'

/** Checks what the schemas cannot see: components, pictures, links and placeholders in the text of a file. */
export function mdxProblems(file: ParsedFile, targets: Targets): Problem[] {
  let root: Node
  try {
    const parse = file.path.endsWith('.mdx') ? mdxToMdast : markdownToMdast
    root = parse(file.body, { features: { frontmatter: false } }) as Node
  } catch (error) {
    const { message } = error as Error
    // As in "3:1: Expected a closing tag for `<Say>` (13:1) (mdx-jsx:unexpected-character)".
    const [, line, reason] = /^(\d+):\d+: (.*?)( \(.*)?$/s.exec(message) ?? [null, 1, message]
    return [{ file: file.path, line: Number(line), message: `${reason}. ${SYNTAX_HINT}` }]
  }
  const levels = new Set<unknown>()
  return [...walk(root)].flatMap((node) =>
    [...nodeProblems(file, node, targets), ...repeatedLevel(node, levels)].map((message) => ({
      file: file.path,
      line: node.position?.start.line,
      message,
    })),
  )
}

function* walk(node: Node): Generator<Node> {
  yield node
  for (const child of node.children ?? []) yield* walk(child)
}

function nodeProblems({ path, fields }: ParsedFile, node: Node, targets: Targets): string[] {
  const { value = '' } = node
  switch (node.type) {
    case 'image':
      return pictureProblems(path, node.url ?? '', node.alt ?? '', targets)
    case 'imageReference':
      return ['a picture is written ![what it shows](./pictures/name.jpg), with its file in the same place']
    case 'heading':
      return node.depth === 1 ? ['a heading in the text begins with ##: the one # is the title’s'] : []
    case 'link':
    case 'definition':
      return linkProblems(node.url ?? '', fields['sources'], targets)
    case 'mdxJsxFlowElement':
    case 'mdxJsxTextElement':
      return componentProblems(path, node.name ?? '', node.attributes ?? [])
    case 'html':
      return [...value.replace(/<!--[\s\S]*?-->/g, '').matchAll(/<([A-Za-z][\w.-]*)/g)].flatMap(
        ([, name = '']) => componentProblems(path, name, []),
      )
    case 'text':
      return path.endsWith('.md') ? placeholderProblems(path, value) : []
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

function pictureProblems(file: string, url: string, alt: string, { isFile }: Targets): string[] {
  const problems: string[] = []
  if (alt.trim() === '' || /\.\w{3,4}$/.test(alt.trim())) {
    problems.push(
      `the picture ${url} has no alternative text. Say what it shows between the brackets, for those who do not see it: ![Three tulips on a doormat](${url})`,
    )
  }
  const name = url.replaceAll('%20', ' ')
  const path = name.startsWith('/') ? posix.join('public', name) : posix.join(posix.dirname(file), name)
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(url)) {
    problems.push(
      `the picture ${url} lies on another site. Save it (if we may use it) in content/learn/pictures and write ./pictures/name.jpg`,
    )
  } else if (!isFile(path)) problems.push(`the picture ${url} is not there: there is no file ${path}`)
  return problems
}

function linkProblems(url: string, sources: unknown, { pages }: Targets): string[] {
  const source = /^#source-(.*)$/.exec(url)?.[1]
  if (source !== undefined) {
    const count = Array.isArray(sources) ? sources.length : 0
    const isThere = /^[1-9]\d*$/.test(source) && Number(source) <= count
    return isThere ? [] : [`the link ${url} leads nowhere: the field sources lists ${count}`]
  }
  if (/^(https?:\/\/|mailto:|tel:)./i.test(url) || url.startsWith('#')) return []
  if (!/^\/(?!\/)/.test(url)) {
    return [`the link (${url}) is expected to start with https:// or, for a page of ours, with /, as in /faq`]
  }
  if (!pages || pages.has(url.replace(/[?#].*$/, ''))) return []
  return [
    `the link ${url} leads nowhere. A draft has no page before it is published. There are: ${[...pages].join(' ')}`,
  ]
}

function componentProblems(file: string, name: string, attributes: readonly Attribute[]): string[] {
  const components = componentsOf(file)
  const props = Object.hasOwn(components, name) ? components[name] : undefined
  if (props) {
    const given = Object.fromEntries(attributes.map((each) => [each.name ?? '{…}', readAttribute(each)]))
    const { issues = [] } = props.safeParse(given).error ?? {}
    return issues.map((issue) =>
      issue.code === 'unrecognized_keys'
        ? `<${name}>: ${issue.keys.join(', ')} means nothing here`
        : `<${name}>: ${issue.path.join('.')}: ${issue.message}`,
    )
  }
  if (HTML.includes(name)) return []
  const known = Object.keys(components).join(', ') || 'none'
  return [
    `<${name}> does not exist here. The components of this page: ${known}. Everything else is Markdown, also a picture: ![what it shows](./pictures/name.jpg)`,
  ]
}

function componentsOf(file: string): Components {
  if (file.startsWith('content/learn/')) return ARTICLE_COMPONENTS
  return file.endsWith('.mdx') ? ABOUT_COMPONENTS : {}
}

/** title="x" → x, value={10} → 10, not → true. */
function readAttribute({ value }: Attribute): unknown {
  if (value === null || value === undefined) return true
  if (typeof value === 'string') return value
  try {
    return JSON.parse(value.value)
  } catch {
    return undefined
  }
}

/** Two levels of one number would have one address on the page. */
function repeatedLevel({ name, attributes = [] }: Node, levels: Set<unknown>): string[] {
  const attribute = attributes.find((each) => each.name === 'value')
  if (name !== 'Level' || !attribute) return []
  const value = readAttribute(attribute)
  if (levels.has(value)) return [`a level of the value ${value} is there already`]
  levels.add(value)
  return []
}

/** Legal pages are built before there is a catalogue. */
function placeholderProblems(file: string, text: string): string[] {
  const names = Object.keys(
    file.startsWith('content/faq/') ? { ...FIXED_VALUES, ...catalogueValues(null) } : FIXED_VALUES,
  )
  return [...text.matchAll(PLACEHOLDER)]
    .filter(([, name = '']) => !names.includes(name.trim()))
    .map(
      ([placeholder]) =>
        `${placeholder} has no value. There are: ${names.map((name) => `{{${name}}}`).join(', ')}`,
    )
}
