import type { z } from 'astro/zod'
import { CORE_SCHEMA, load, YAMLException } from 'js-yaml'
import type { ContentFile, Problem } from './content-files.ts'

/** A file, split into its fields and its text. */
export type ParsedFile = {
  path: string
  /** null: they cannot be read, so that none can be missing. */
  fields: Record<string, unknown> | null
  /** The line of a field, from 1. */
  lineOf: (field: string) => number
  /** The text below the frontmatter, with empty lines in place of the frontmatter. */
  body: string
  problems: Problem[]
}

const FRONTMATTER = /^\uFEFF?---[ \t]*\r?\n((?:.*\r?\n)*?)---[ \t]*(?:\r?\n|$)/
const EXPECTED =
  'expected the fields (title, description …) between two lines of three hyphens (---), the first at the very top'
const HINT =
  'A text with a colon, a # or a quotation mark goes between straight quotation marks: title: "Sorry: a guide". Each field is there once, lists are indented by two spaces, and a line of three hyphens ends the fields'

/** Lines that YAML reads without complaint, and not as they are meant. */
const MISREAD: readonly (readonly [RegExp, string])[] = [
  [
    /^\s*(- )?[\w-]+:\s*([“”„].*[“”„]|\[.*[“”„].*)\s*$/,
    'curly quotation marks (“ ”) do not hold a text together here. Write straight ones (")',
  ],
  [
    /^\s*(- )?[\w-]+:\s*[^\s"'#[][^#]*\s#/,
    'the words from # on would be left out. Put the text between quotation marks, or take them out',
  ],
]

/** Splits a file into its fields and its text. */
export function parseFile({ path, source }: ContentFile): ParsedFile {
  const [whole, yaml = ''] = FRONTMATTER.exec(source) ?? []
  const lines = yaml.split(/\r?\n/)
  const problems: Problem[] = []
  const unreadable = source.search(/[\uFFFD\0]/)
  if (unreadable >= 0) {
    const message = 'a character here cannot be read. Save the file once more with the encoding UTF-8'
    problems.push({ file: path, line: source.slice(0, unreadable).split('\n').length, message })
  } else if (whole === undefined) problems.push({ file: path, line: 1, message: EXPECTED })
  for (const [index, text] of lines.entries()) {
    const message = MISREAD.find(([pattern]) => pattern.test(text))?.[1]
    if (message) problems.push({ file: path, line: index + 2, field: keyOf(text), message })
  }
  let fields: ParsedFile['fields'] = null
  try {
    // This schema leaves days to ours: YAML understands 31 February as a day in March.
    const read: unknown = load(yaml, { schema: CORE_SCHEMA })
    if (isFields(read)) fields = read
    else if (problems.length === 0) problems.push({ file: path, line: 2, message: EXPECTED })
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const line = Math.min(error.mark?.line ?? 0, lines.length - 2)
    const message = `cannot be read: ${error.reason}. ${HINT}`
    problems.push({ file: path, line: line + 2, field: keyOf(lines[line] ?? ''), message })
  }
  return {
    path,
    fields,
    lineOf: (field) => lines.findIndex((line) => line.startsWith(`${field}:`)) + 2,
    body: source.replace(whole ?? '', (text) => text.replace(/[^\n]/g, '')),
    problems,
  }
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The name of the field that a line begins. */
function keyOf(line: string): string | undefined {
  return /^\s*(?:- )?([\w-]+)\s*:/.exec(line)?.[1]
}

/** The problems of a file's fields: each with its line, what is expected and what was found. */
export function fieldProblems({ path: file, fields, lineOf }: ParsedFile, schema: z.ZodObject): Problem[] {
  if (!fields) return []
  const { issues = [] } = schema.safeParse(fields, { reportInput: true }).error ?? {}
  return issues.flatMap((issue): Problem[] => {
    const isUnknown = issue.code === 'unrecognized_keys'
    const paths = isUnknown ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
    const known = issue.path.length > 0 ? '' : `. There are: ${Object.keys(schema.shape).join(', ')}`
    return paths.map((path) => ({
      file,
      line: lineOf(String(path[0])),
      field: path.map((key) => (typeof key === 'number' ? key + 1 : String(key))).join(' '),
      message: isUnknown ? `is not a field here${known}` : `${issue.message}; ${found(issue.input)}`,
    }))
  })
}

function found(value: unknown): string {
  if (value === undefined || value === null) return 'it is missing'
  if (typeof value !== 'string') return `found ${JSON.stringify(value)}`
  const { length } = value.trim()
  return `found “${value}” (${length} ${length === 1 ? 'character' : 'characters'})`
}
