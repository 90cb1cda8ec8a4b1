import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** A file of content/. @param path from the root of the project, as editors know it */
export type ContentFile = { path: string; source: string }

/** A problem keeps a file from being published: what is expected and what was found, in words for editors. */
export type Problem = {
  file: string
  line?: number | undefined
  column?: number | undefined
  /** A field of the frontmatter. */
  field?: string | undefined
  message: string
}

/** Files that systems and word processors leave beside those of a person. */
const LEFT_BEHIND = /^(\.|~\$|Thumbs\.db$|desktop\.ini$)|~$/i

/** All files below content/, sorted. @returns paths from the root of the project */
export function contentNames(root: string): string[] {
  return readdirSync(join(root, 'content'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !LEFT_BEHIND.test(entry.name))
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll('\\', '/'))
    .sort()
}

/** All Markdown and MDX files below content/, sorted by path. @param root of the project */
export function readContent(root: string): ContentFile[] {
  return contentNames(root)
    .filter((path) => /\.mdx?$/i.test(path))
    .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }))
}

/** One message for all problems, for people who write and not for programmers. */
export function report(problems: readonly Problem[]): string {
  const files = [...new Set(problems.map(({ file }) => file))].sort()
  const parts = files.map((file) =>
    problems
      .filter((problem) => problem.file === file)
      .sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0))
      .map(({ line, column, field, message }) => {
        const place = [file, line, line && column].filter(Boolean).join(':')
        return field ? `${place} ${field}: ${message}` : `${place} ${message}`
      })
      .join('\n'),
  )
  const count = problems.length === 1 ? 'One thing has' : `${problems.length} things have`
  return [
    `${count} to be mended in content/ before anything is published:`,
    ...parts,
    'How texts are written: docs/editing.md',
  ].join('\n\n')
}
