/** Something that keeps a text from being published. */
export type Problem = {
  /** As an editor knows it: content/learn/mess-up-index.mdx */
  file: string
  line?: number | undefined
  /** A field of the frontmatter. */
  field?: string | undefined
  /** What is expected, and what was found. */
  message: string
}

/** One message for all problems, for people who write and not for programmers. */
export function report(problems: readonly Problem[]): string {
  const files = [...new Set(problems.map(({ file }) => file))]
  const parts = files.map((file) => {
    const lines = problems
      .filter((problem) => problem.file === file)
      .sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
      .map((problem) => `  ${where(problem)}${problem.message}`)
    return [file, ...lines].join('\n')
  })
  const count = problems.length === 1 ? 'One thing has' : `${problems.length} things have`
  return [
    `${count} to be mended in content/ before anything is published:`,
    ...parts,
    'How texts are written: docs/editing.md',
  ].join('\n\n')
}

function where({ field, line }: Problem): string {
  if (field) return line ? `${field} (line ${line}): ` : `${field}: `
  return line ? `line ${line}: ` : ''
}
