import { z } from 'astro/zod'
import { catalogueValues, FIXED_VALUES, PLACEHOLDER } from '#src/lib/text-values.ts'
import type { Problem } from './content-files.ts'
import type { ParsedFile } from './frontmatter.ts'
import { linkProblems, PICTURE_NAME, pictureProblems, type Targets } from './references.ts'
import {
  type Attribute,
  CURLY_ATTRIBUTE,
  CURLY_VALUE,
  type Node,
  type ParsedText,
  walk,
} from './text-syntax.ts'

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

/**
 * Checks what the schemas cannot see: components, pictures, links and placeholders in the text of a file.
 * @param page the path of the page that shows the file
 */
export function mdxProblems(
  file: ParsedFile,
  { root, problems }: ParsedText,
  page: string | undefined,
  targets: Targets,
): Problem[] {
  const levels = new Set<unknown>()
  const found = [...walk(root)].flatMap((node) =>
    [...nodeProblems(file, node, page, targets), ...repeatedLevel(node, levels)].map((message) => ({
      file: file.path,
      line: node.position?.start?.line,
      column: node.position?.start?.column,
      message,
    })),
  )
  return [...problems, ...found]
}

function nodeProblems(
  { path, fields }: ParsedFile,
  node: Node,
  page: string | undefined,
  targets: Targets,
): string[] {
  const { value = '' } = node
  switch (node.type) {
    case 'image':
      return pictureProblems(path, node.url ?? '', node.alt ?? '', targets)
    case 'imageReference':
      return ['a picture is written ![what it shows](./pictures/name.jpg), with its file in the same place']
    case 'heading':
      return node.depth === 1 ? ['a heading in the text begins with ##: the one # is the title’s'] : []
    case 'link':
      return [
        ...(hasText(node) ? [] : [`the link ${node.url} has no words. Write some between the brackets`]),
        ...linkProblems(node.url ?? '', fields?.['sources'], page, targets),
      ]
    case 'definition':
      return linkProblems(node.url ?? '', fields?.['sources'], page, targets)
    case 'mdxJsxFlowElement':
    case 'mdxJsxTextElement':
      return componentProblems(path, node.name ?? '', node.attributes ?? [])
    case 'html':
      return [
        ...(CURLY_ATTRIBUTE.test(value) ? [CURLY_VALUE] : []),
        ...[...value.replace(/<!--[\s\S]*?-->/g, '').matchAll(/<([A-Za-z][\w.-]*)/g)].flatMap(
          ([, name = '']) => componentProblems(path, name, []),
        ),
      ]
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

function hasText(link: Node): boolean {
  return [...walk(link)].some(({ value, alt }) => (value ?? alt ?? '').trim() !== '')
}

/** Finds text that was meant as Markdown, but stays as it was typed. */
function unreadMarkdown(text: string): string[] {
  const problems: string[] = []
  const link = /(!?)\[?[^[\]]*\](\s*)\(\s*([^()]*)/.exec(text)
  const [whole = '', sign, space, address = ''] = link ?? []
  const isAddress = /^(\.{0,2}\/|#|https?:|mailto:|www\.)/.test(address) || PICTURE_NAME.test(address.trim())
  if (link && (space === '' || isAddress)) {
    const kind = sign ? 'picture' : 'link'
    const file = address.trim()
    const why = space
      ? 'nothing stands between ] and ('
      : sign && PICTURE_NAME.test(file)
        ? `an address has no spaces. Rename the file, as in ${file.replace(/\s+/g, '-')}, or put the address between < and >: (<${file}>)`
        : 'an address has no spaces, and a title behind it stands between straight quotation marks'
    problems.push(
      `this ${kind} is not understood and would be shown as it is typed: ${whole}). In a ${kind}, ${why}`,
    )
  }
  if (/^#{2,6}[^#\s]/.test(text)) problems.push('leave a space between ## and the heading')
  return problems
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
  return [unknownTag(file, name)].filter((message) => message !== undefined)
}

/** Says that a component does not exist in a file; undefined: it does. */
export function unknownTag(file: string, name: string): string | undefined {
  const components = componentsOf(file)
  if (Object.hasOwn(components, name) || HTML.includes(name)) return undefined
  const known = Object.keys(components).join(', ') || 'none'
  return `<${name}> does not exist here. The components of this page: ${known}. Everything else is Markdown, also a picture: ![what it shows](./pictures/name.jpg)`
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
