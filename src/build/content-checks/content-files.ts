import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load, YAMLException } from 'js-yaml'

/** A file of content/. @param path from the root of the project, as editors know it */
export type ContentFile = { path: string; source: string }

export type ParsedFile = {
  path: string
  fields: Record<string, unknown>
  /** The line of a field, from 1. */
  lineOf: (field: string) => number | undefined
  /** The text below the frontmatter, with empty lines in place of the frontmatter. */
  body: string
}

/** What keeps a file from being published: what is expected and what was found, in words for editors. */
export type Problem = {
  file: string
  line?: number | undefined
  /** A field of the frontmatter. */
  field?: string | undefined
  message: string
}

const FRONTMATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m
const YAML_HINT =
  'A text with a colon, a # or a quotation mark goes between quotation marks: title: "Sorry: a guide". Lists are indented by two spaces.'

/** All Markdown and MDX files below content/, sorted by path. @param root of the project */
export function readContent(root: string): ContentFile[] {
  return readdirSync(join(root, 'content'), { recursive: true, encoding: 'utf8' })
    .map((name) => `content/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.mdx?$/i.test(path))
    .sort()
    .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }))
}

/** Splits a file into its fields and its text. */
export function parseFile({ path, source }: ContentFile): ParsedFile | Problem {
  const found = FRONTMATTER.exec(source)
  if (!found || found.index > 0) {
    const message = 'expected the fields (title, description …) between two lines of three hyphens (---)'
    return { file: path, line: 1, message: `${message} at the very top` }
  }
  const [block, yaml = ''] = found
  try {
    const fields = load(yaml)
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
      return { file: path, line: 2, message: `expected fields, one a line. ${YAML_HINT}` }
    }
    const lines = yaml.split('\n')
    return {
      path,
      fields: fields as Record<string, unknown>,
      lineOf: (field) => {
        const index = lines.findIndex((line) => line.startsWith(`${field}:`))
        return index < 0 ? undefined : index + 2
      },
      body: block.replace(/[^\n]/g, '') + source.slice(block.length),
    }
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const message = `the fields cannot be read here (${error.reason}). ${YAML_HINT}`
    return { file: path, line: (error.mark?.line ?? 0) + 2, message }
  }
}

/** All files that can be parsed. */
export function parsedFiles(files: readonly ContentFile[]): ParsedFile[] {
  return files.map(parseFile).filter((file) => 'fields' in file)
}

/** One message for all problems, for people who write and not for programmers. */
export function report(problems: readonly Problem[]): string {
  const files = [...new Set(problems.map(({ file }) => file))]
  const parts = files.map((file) => {
    const lines = problems
      .filter((problem) => problem.file === file)
      .sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
      .map(({ field, line, message }) => {
        const place = field && line ? `${field} (line ${line})` : (field ?? (line && `line ${line}`))
        return place ? `  ${place}: ${message}` : `  ${message}`
      })
    return [file, ...lines].join('\n')
  })
  const count = problems.length === 1 ? 'One thing has' : `${problems.length} things have`
  return [
    `${count} to be mended in content/ before anything is published:`,
    ...parts,
    'How texts are written: docs/editing.md',
  ].join('\n\n')
}
