import { readFileSync } from 'node:fs'

/** The commands of a document as a newcomer finds them: the lines of the `sh` blocks below a heading, in order. */
export function commandsBelow(file: string, heading: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  const start = lines.indexOf(heading)
  if (start < 0) throw new Error(`${file} has no heading “${heading}”`)
  const level = heading.indexOf(' ')
  const isEnd = (line: string) => /^#+ /.test(line) && line.indexOf(' ') <= level
  const length = lines.slice(start + 1).findIndex(isEnd)
  const section = lines.slice(start + 1, length < 0 ? undefined : start + 1 + length).join('\n')
  const blocks = section.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)
  return [...blocks].flatMap(([, block = '']) => block.split('\n').map((line) => line.trim())).filter(Boolean)
}
