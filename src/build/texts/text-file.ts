import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load, YAMLException } from 'js-yaml'
import { isoDay } from '#src/lib/iso-day.ts'

/** A file of content/, as it was written. */
export type TextFile = {
  /** As an editor knows it: content/learn/mess-up-index.mdx */
  path: string
  source: string
}

/** A file taken apart. Lines count from 1. */
export type Parts = {
  fields: Record<string, unknown>
  /** The line on which a field begins; undefined: it is not there. */
  lineOf: (field: string) => number | undefined
  /** The text below the frontmatter, on the lines where it stands in the file. */
  body: string
}

/** What keeps a file from being taken apart. */
export type Unreadable = { line: number; message: string }

const FRONTMATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m
const QUOTES =
  'A text with a colon, a # or a quotation mark goes between quotation marks: title: "Sorry: a guide". Lists are indented by two spaces.'

/** All texts below content/, in the order of their paths. @param root of the project */
export function readTexts(root: string): TextFile[] {
  return readdirSync(join(root, 'content'), { recursive: true, encoding: 'utf8' })
    .map((name) => `content/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.mdx?$/i.test(path))
    .sort()
    .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }))
}

/** Takes a file apart: the fields between the lines of three hyphens, and the text below. */
export function takeApart(source: string): Parts | Unreadable {
  const found = FRONTMATTER.exec(source)
  if (!found || found.index > 0) {
    return {
      line: 1,
      message:
        'expected the fields (title, description …) between two lines of three hyphens (---) at the very top',
    }
  }
  const [block, yaml = ''] = found
  const lines = yaml.split('\n')
  const lineOf = (field: string) => {
    const at = lines.findIndex((line) => line.startsWith(`${field}:`))
    return at < 0 ? undefined : at + 2
  }
  const body = block.replace(/[^\n]/g, '') + source.slice(block.length)
  try {
    const fields = load(yaml) ?? {}
    if (typeof fields !== 'object' || Array.isArray(fields)) {
      return { line: 2, message: `expected fields, one a line, as in title: The Mess-Up Index. ${QUOTES}` }
    }
    return { fields: withRealDays(fields as Record<string, unknown>, lines), lineOf, body }
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const line = Math.min(error.mark?.line ?? 0, lines.length - 1)
    if (error.reason === 'duplicated mapping key') {
      return { line: line + 2, message: `this field stands there twice: ${lines[line]?.trim()}` }
    }
    return {
      line: line + 2,
      message: `the fields cannot be read here (${error.reason}): ${lines[line]?.trim()}\n    ${QUOTES}`,
    }
  }
}

/** YAML reads 2026-11-31 as December 1. Here it stays the text it is, and the schema refuses it. */
function withRealDays(fields: Record<string, unknown>, lines: readonly string[]): Record<string, unknown> {
  const checked = Object.entries(fields).map(([field, value]) => {
    if (!(value instanceof Date)) return [field, value]
    const written =
      lines
        .find((line) => line.startsWith(`${field}:`))
        ?.slice(field.length + 1)
        .trim() ?? ''
    return [field, written.startsWith(isoDay(value)) ? value : written]
  })
  return Object.fromEntries(checked)
}
