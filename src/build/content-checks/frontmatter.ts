import { z } from 'astro/zod'
import { CORE_SCHEMA, load, Type, YAMLException } from 'js-yaml'
import type { ContentFile, Problem } from './content-files.ts'

/** A file, split into its fields and its text, as far as it can be read. */
export type ParsedFile = {
  path: string
  /** null: it has none, so that none can be missing. */
  fields: Record<string, unknown> | null
  /** Fields that are there and cannot be read. */
  unreadable: ReadonlySet<string>
  /** The line of a field, from 1. */
  lineOf: (field: string) => number | undefined
  /** The text below the frontmatter, with empty lines in place of the frontmatter. */
  body: string
  problems: Problem[]
}

type Fields = Pick<ParsedFile, 'unreadable'> & { fields: Record<string, unknown> }
/** A problem of the file at hand. */
type Found = Omit<Problem, 'file'>

const FENCE = /^---[ \t]*$/
/** The lines that word processors and haste make of three hyphens. */
const LIKE_FENCE = /^\s*([-‐‑‒–—―−]{2,}|[–—―−])\s*$/
const EXPECTED = 'expected the fields (title, description …) between two lines of three hyphens (---)'
const THREE_HYPHENS = 'expected a line of three hyphens (---) and nothing else'
const QUOTES_HINT =
  'A text with a colon, a # or a quotation mark goes between quotation marks: title: "Sorry: a guide"'
const CURLY = 'curly quotation marks (“ ”) do not hold a text together here. Write straight ones'
/** A field, or an item of a list, whose text stands between curly quotation marks; a list with some in it. */
const CURLY_FIELD = /^\s*(- )?[\w-]+:\s*([“”„].*[“”„]|\[.*[“”„].*)\s*$/

/** A text without quotation marks that goes on after a #, where YAML ends it. */
const REMARK = /^\s*(- )?[\w-]+:\s*[^\s"'#[][^#]*\s#/

/** YAML without its wish to understand `31 February` as a day in March: such a day stays a text. */
const SCHEMA = CORE_SCHEMA.extend({
  implicit: [
    new Type('tag:yaml.org,2002:timestamp', {
      kind: 'scalar',
      resolve: (text: unknown) => z.iso.date().safeParse(text).success,
      construct: (text: string) => new Date(text),
    }),
  ],
})

/** Splits a file into its fields and its text; a part that cannot be read does not hide the others. */
export function parseFile({ path, source }: ContentFile): ParsedFile {
  const lines = source.replace(/^\uFEFF/, '').split(/\r?\n/)
  const { first, end, found } = frontmatterOf(lines)
  const isThere = first < end
  const read = isThere ? readFields(lines.slice(first + 1, end), first + 2, found) : null
  return {
    path,
    fields: read && Object.keys(read.fields).length > 0 ? read.fields : null,
    unreadable: read?.unreadable ?? new Set(),
    lineOf: (field) => {
      const index = lines.findIndex((line, at) => at > first && at < end && line.startsWith(`${field}:`))
      return index < 0 ? undefined : index + 1
    },
    body: lines.map((line, index) => (isThere && index <= end ? '' : line)).join('\n'),
    problems: found.map((problem) => ({ file: path, ...problem })),
  }
}

/** Where the fields are: the lines around them, from 0, the same one for none; and what is wrong with those. */
function frontmatterOf(lines: readonly string[]): { first: number; end: number; found: Found[] } {
  const unreadable = lines.findIndex((line) => /[\uFFFD\0]/.test(line))
  const found: Found[] = []
  if (unreadable >= 0) {
    const column = (lines[unreadable] ?? '').search(/[\uFFFD\0]/) + 1
    const message = 'a character here cannot be read. Save the file once more with the encoding UTF-8'
    found.push({ line: unreadable + 1, column, message })
  }
  const first = lines.findIndex((line) => line.trim() !== '')
  if (first < 0) {
    const message = 'is empty. npm run new:article -- "Title" starts an article with every field'
    return { first: 0, end: 0, found: [{ line: 1, message }] }
  }
  const opening = lines[first] ?? ''
  if (!LIKE_FENCE.test(opening)) {
    // Of a file in another encoding, nothing else can be said.
    if (found.length === 0) found.push({ line: 1, message: `${EXPECTED} at the very top` })
    return { first: 0, end: 0, found }
  }
  if (!FENCE.test(opening)) found.push({ line: first + 1, message: `${THREE_HYPHENS}; found “${opening}”` })
  else if (first > 0) {
    const message = 'the file begins with the line of three hyphens. Take out the empty lines before it'
    found.push({ line: first + 1, message })
  }
  const end = lines.findIndex((line, index) => index > first && LIKE_FENCE.test(line))
  // A line of hyphens far below is a rule in the text.
  const text = lines.findIndex((line, index) => index > first && !/^(\s|-|#[^#]|[\w-]+\s*[:：]|$)/.test(line))
  if (end >= 0 && (text < 0 || text > end || !lines.slice(first, text).includes(''))) {
    const closing = lines[end] ?? ''
    if (!FENCE.test(closing)) found.push({ line: end + 1, message: `${THREE_HYPHENS}; found “${closing}”` })
    return { first, end, found }
  }
  const blank = lines.findIndex((line, index) => index > first && line.trim() === '')
  const below = Math.min(...[blank, text, lines.length].filter((index) => index >= 0))
  found.push({
    line: below,
    message: `${EXPECTED}; the second line is missing. Write --- on a line of its own below this one`,
  })
  // The line that would be the second one is taken for it, so that all the rest is checked.
  return { first, end: below, found }
}

function readFields(lines: readonly string[], line: number, found: Found[]): Fields {
  const unreadable = new Set<string>()
  lines.forEach((text, index) => {
    const message = CURLY_FIELD.test(text)
      ? `${CURLY}: ${straight(text)}`
      : REMARK.test(text)
        ? 'the words from # on would be left out. Put the text between quotation marks, or take them out'
        : null
    if (message === null) return
    const key = keyOf(text)
    // Indented, it belongs to a source, which may have another fault.
    if (!/^\s/.test(text)) unreadable.add(key)
    found.push({ field: key, line: line + index, message })
  })
  try {
    const fields = load(lines.join('\n'), { schema: SCHEMA })
    if (isFields(fields)) return { fields, unreadable }
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
  }
  return readOneByOne(lines, line, unreadable, found)
}

/** Reads field for field, where they cannot be read together: one that is wrong does not hide the others. */
function readOneByOne(
  lines: readonly string[],
  firstLine: number,
  unreadable: Set<string>,
  found: Found[],
): Fields {
  const fields: Record<string, unknown> = {}
  const starts = lines.flatMap((text, index) => (index === 0 || /^[^\s#\-\]}]/.test(text) ? [index] : []))
  const seen = new Map<string, number>()
  for (const [place, start] of starts.entries()) {
    const chunk = lines.slice(start, starts[place + 1])
    const [head = ''] = chunk
    const key = keyOf(head)
    const line = firstLine + start
    if (seen.has(key) && key !== '') {
      const message = `is there already, in line ${seen.get(key)}. Take one of the two out`
      found.push({ field: key, line, message })
      continue
    }
    seen.set(key, line)
    let wrong: Found | undefined
    try {
      const value = load(chunk.join('\n'), { schema: SCHEMA })
      if (isFields(value)) Object.assign(fields, value)
      else if (value !== null && value !== undefined) wrong = { line, message: notAField(head) }
    } catch (error) {
      if (!(error instanceof YAMLException)) throw error
      wrong = unreadableField(chunk, line, error)
    }
    if (!wrong) continue
    if (key !== '' && !unreadable.has(key)) found.push({ ...wrong, field: key })
    if (key === '') {
      found.push(wrong)
      // Most likely text: one message is enough.
      break
    }
    unreadable.add(key)
  }
  if (Object.keys(fields).length === 0 && found.length === 0)
    found.push({ line: firstLine, message: `expected fields, one a line, as in title: How to Say It` })
  return { fields, unreadable }
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The name of the field that a line begins; empty if it begins none. */
function keyOf(text: string): string {
  return /^\s*(?:- )?["']?([\w -]*\w)["']?\s*[:：]/.exec(text)?.[1] ?? ''
}

function notAField(head: string): string {
  if (/^[\w-]+：/.test(head)) return 'the colon after the name is not an ordinary one. Type it again: :'
  if (/^[\w-]+:/.test(head)) return 'leave a space after the colon'
  return `expected a field, as in title: How to Say It, or the line of three hyphens that ends the fields; found “${head}”`
}

/** Says in words for editors what YAML says in its own. */
function unreadableField(chunk: readonly string[], firstLine: number, error: YAMLException): Found {
  const [head = ''] = chunk
  const tab = chunk.findIndex((text) => /^ *\t/.test(text))
  if (tab >= 0)
    return { line: firstLine + tab, column: 1, message: 'a tab stands here. Indent with two spaces' }
  const line = firstLine + Math.min(error.mark?.line ?? 0, chunk.length - 1)
  const value = head.replace(/^[^:]*:\s*/, '')
  const lines: [boolean, string][] = [
    [keyOf(head) === '', notAField(head)],
    [/^[“”„‘’]/.test(value), `${CURLY}: ${straight(head)}`],
    [
      /^["']/.test(value) && (value.match(/["']/g)?.length ?? 0) % 2 === 1,
      'the quotation mark at the beginning has no partner at the end',
    ],
    [
      /^"/.test(value),
      'a quotation mark stands inside the quotation marks. Write the inner ones curly (“ ”), or single ones around the whole text',
    ],
    [/^[[{]/.test(value), 'the bracket that begins here is not closed, or something stands behind it'],
    [
      /^[*&!@`%|>?,\]}]/.test(value),
      `a text that begins with ${value[0]} goes between quotation marks: ${keyOf(head)}: "${value}"`,
    ],
    [/:(\s|$)/.test(value), `a text with a colon goes between quotation marks: ${keyOf(head)}: "${value}"`],
    [chunk.length > 1, 'the lines below are not indented alike. Lists are indented by two spaces'],
  ]
  const [, message] = lines.find(([applies]) => applies) ?? [
    true,
    `cannot be read (${error.reason}). ${QUOTES_HINT}`,
  ]
  return { line, message }
}

function straight(text: string): string {
  return text.trim().replace(/[“”„]/g, '"').replace(/[‘’]/g, "'")
}
