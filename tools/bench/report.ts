/** The findings of one part of the bench: a table, how it was measured, and the targets it is held against. */
export type Section = {
  title: string
  /** The way of measuring, in a sentence or two. */
  how: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
  targets: readonly Target[]
}

export type Target = { text: string; met: boolean }

/** The sections as Markdown, each with its targets above its table. */
export function markdown(sections: readonly Section[]): string {
  return sections.map(sectionText).join('\n')
}

function sectionText({ title, how, head, rows, targets }: Section): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const marks = targets.map(({ text, met }) => `- ${met ? 'met' : '**missed**'}: ${text}`)
  const table = [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)]
  return [`## ${title}`, how, marks.join('\n'), table.join('\n')].filter(Boolean).join('\n\n').concat('\n')
}

export const times = (value: number) => `×${value.toFixed(2)}`
export const ms = (value: number) => value.toFixed(value < 10 ? 2 : 0)
export const MB = (bytes: number) => (bytes / 1e6).toFixed(1)
export const kB = (bytes: number) => (bytes / 1000).toFixed(1)
