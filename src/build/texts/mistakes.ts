import { unknownPiece } from './pieces.ts'

const WHERE = /^(\d+):\d+: /

/** What the parser of MDX says, and how it is said to someone who writes. */
const SAID: readonly [RegExp, (...groups: string[]) => string][] = [
  [
    /^Expected a closing tag for `<([^>`]*)>`/,
    (name = '') =>
      `<${name}> is opened here and never closed: write </${name}> on a line of its own after its text`,
  ],
  [
    /^Expected the closing tag `<\/([^>`]*)>`.*opened at (\d+)/,
    (name = '', line) =>
      `<${name}> of line ${line} and its </${name}> stand on lines of their own, with a blank line after the one and before the other, or both in one line`,
  ],
  [
    /^Unexpected closing tag `<\/([^>`]*)>`, expected corresponding closing tag for `<([^>`]*)>` \((\d+)/,
    (closed, open = '', line) =>
      `</${closed}> stands here while <${open}> of line ${line} is still open: write </${open}> before it`,
  ],
  [
    /^Unexpected closing tag `<\/([^>`]*)>`/,
    (name) =>
      `</${name}> closes something that was never opened: take it out, or write <${name}> above its text`,
  ],
  [
    /to create a comment/,
    () => 'a remark for other editors is written {/* like this */} and not <!-- like this -->',
  ],
  [/expression|oxc|`\}`/, () => 'a brace { begins code, and this is none. For the sign itself write \\{'],
]

/** Where and how a text cannot be read. @param error of the parser */
export function mistakes(file: string, error: unknown): { line: number; message: string } {
  const whole = error instanceof Error ? error.message : String(error)
  const reason = whole.replace(WHERE, '').replace(/ \(mdx[^)]*\)$/, '')
  const line = Number(WHERE.exec(whole)?.[1] ?? 1)
  for (const [said, say] of SAID) {
    const found = said.exec(reason)
    if (!found) continue
    const [, ...groups] = found
    const [misspelt] = groups
      .filter((name) => /^[a-z]/i.test(name))
      .flatMap((name) => unknownPiece(file, name))
    return { line, message: [say(...groups), misspelt].filter(Boolean).join('. Besides, ') }
  }
  return {
    line,
    message: `the sign < begins a piece or a tag here, and this is none. For the sign itself write \\< (${reason})`,
  }
}
