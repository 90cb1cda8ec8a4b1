import { markdownToMdast, mdxToMdast } from 'satteri'
import type { Problem } from './content-files.ts'
import type { ParsedFile } from './frontmatter.ts'

/** A node of the syntax tree, with the properties that the rules read. */
export type Node = {
  type: string
  children?: readonly Node[]
  position?: { start?: { line: number; column: number } }
  url?: string
  alt?: string | null
  depth?: number
  name?: string | null
  attributes?: readonly Attribute[]
  value?: string
}
export type Attribute = { name?: string; value?: string | null | { value: string } }

/** A text that could be parsed, if need be after what cannot be read was taken out. */
export type ParsedText = { root: Node; text: string; problems: Problem[] }

/** A node and all below it. */
export function* walk(node: Node): Generator<Node> {
  yield node
  for (const child of node.children ?? []) yield* walk(child)
}

/** A fault at a place of a text, and the text without it, its other places unmoved. */
type Fault = { at: number; message: string | null; mended: string }

const MOST_FAULTS = 50
const SIGN_HINT = 'For the sign itself write \\<'
export const CURLY_VALUE =
  'curly quotation marks (“ ”) do not hold a value here. Write straight ones, as in title="Before you send anything"'
/** A value of a tag whose first or last quotation mark is curly. */
export const CURLY_ATTRIBUTE = /=\s*(?:[“”„‟]([^“”„‟"<>]*)["“”„‟]|"([^“”„‟"<>]*)[“”„‟]|[‘’‚]([^‘’'<>]*)[‘’'])/

/**
 * Parses the text of a file. The parser stops at the first fault: each is reported, taken out and the rest parsed again.
 * @param unknownTag says that a component does not exist here
 */
export function parseText(
  { path, body }: Pick<ParsedFile, 'path' | 'body'>,
  unknownTag: (name: string) => string | undefined,
): ParsedText {
  const parse = path.endsWith('.mdx') ? mdxToMdast : markdownToMdast
  const problems: Problem[] = []
  /** Tags taken out, whose closing ones are still there. */
  const opened: string[] = []
  let text = body
  for (let attempt = 0; attempt < MOST_FAULTS; attempt++) {
    try {
      return { root: parse(text, { features: { frontmatter: false } }) as Node, text, problems }
    } catch (error) {
      const fault = faultOf((error as Error).message, text, opened, unknownTag)
      if (fault.message !== null) {
        const before = text.slice(0, fault.at).split('\n')
        const place = { line: before.length, column: (before.at(-1) ?? '').length + 1 }
        problems.push({ file: path, ...place, message: fault.message })
      }
      if (fault.mended === text) break
      text = fault.mended
    }
  }
  return { root: { type: 'root' }, text, problems }
}

/** @param message as in "3:1: Expected a closing tag for `<Say>` (13:1) (mdx-jsx:unexpected-character)" */
function faultOf(
  message: string,
  text: string,
  opened: string[],
  unknownTag: (name: string) => string | undefined,
): Fault {
  const [, line = '1', column = '1', reason = message] = /^(\d+):(\d+): (.*)$/s.exec(message) ?? []
  const at = offsetOf(text, line, column)
  const open = /\((?:`<[^`]*` opened at )?(\d+):(\d+)\)/.exec(reason)
  const openedAt = open ? offsetOf(text, open[1] ?? '1', open[2] ?? '1') : at

  const unclosed = /^Expected a closing tag for `<([^`>]*)>`/.exec(reason)?.[1]
  if (unclosed !== undefined) return unclosedTag(unclosed, at, text, unknownTag)

  const [, closing, inner] =
    /^Unexpected closing tag `<\/([^`>]*)>`, expected (?:corresponding closing tag for `<([^`>]*)>`)?/.exec(
      reason,
    ) ?? []
  if (closing !== undefined) {
    const hasOpening = new RegExp(`<${escaped(closing)}[\\s>]`).test(text)
    const isMisspelt = inner !== undefined && !hasOpening && unknownTag(inner) === undefined
    // The parser names the outer tag, but it is the inner one that has no end.
    if (inner !== undefined && !isMisspelt) return unclosedTag(inner, openedAt, text, unknownTag)
    const mended = withoutTag(text, at)
    if (isMisspelt) {
      return {
        at,
        message: `</${closing}> closes nothing: <${inner}> is closed by </${inner}>`,
        mended: withoutTag(mended, openedAt),
      }
    }
    const taken = opened.indexOf(closing)
    if (taken >= 0) {
      opened.splice(taken, 1)
      return { at, message: null, mended }
    }
    const isBreak = closing.toLowerCase() === 'br'
    return {
      at,
      message: isBreak
        ? 'a line break is written <br />'
        : `</${closing}> closes nothing: there is no <${closing}> before it`,
      mended,
    }
  }

  const crossed = /^Expected the closing tag `<\/([^`>]*)>`/.exec(reason)?.[1]
  if (crossed !== undefined) {
    return {
      at: openedAt,
      message: `<${crossed}> and </${crossed}> stand both on lines of their own, with blank lines between them and the text, or both in one line`,
      mended: withoutTag(withoutTag(text, at), openedAt),
    }
  }
  return signFault(at, text, opened)
}

function unclosedTag(
  name: string,
  at: number,
  text: string,
  unknownTag: (name: string) => string | undefined,
): Fault {
  const message =
    name.toLowerCase() === 'br'
      ? 'a line break is written <br />'
      : (unknownTag(name) ??
        `<${name}> has no end: close it with </${name}>, both on lines of their own with blank lines between them and the text, or both in one line`)
  return { at, message, mended: withoutTag(text, at) }
}

/** A `<` or `{` that begins nothing that can be read. */
function signFault(position: number, text: string, opened: string[]): Fault {
  const tag = text.lastIndexOf('<', position)
  const brace = text.lastIndexOf('{', position)
  const inTag = tag >= 0 && /^<\/?[A-Za-z][^>]*$/.test(text.slice(tag, brace + 1))
  if (brace > tag && !inTag) {
    const run = /\{+$/.exec(text.slice(0, brace + 1))?.[0] ?? '{'
    const at = brace + 1 - run.length
    const end = text.indexOf('}', at)
    const inside = end < 0 || text.slice(at, end).includes('\n\n') ? null : text.slice(at, end)
    const message =
      inside === null
        ? 'the brace { is closed nowhere. For the sign itself write \\{'
        : run.length > 1
          ? `${inside}}} is a placeholder, and those are for questions and legal pages. Write the words themselves`
          : `braces hold code, and no text does: ${inside}}. For the sign itself write \\{`
    return { at, message, mended: blanked(text, at, run.length) }
  }
  if (tag < 0) return { at: position, message: 'cannot be read from here on', mended: text }
  const rest = text.slice(tag)
  const whole = /^<[^>\n]*>?/.exec(rest)?.[0] ?? '<'
  if (rest.startsWith('<!')) {
    const comment = /^<!--[\s\S]*?-->/.exec(rest)?.[0] ?? '<!'
    const message = 'a remark for other editors is written {/* like this */}'
    return { at: tag, message, mended: blanked(text, tag, comment.length) }
  }
  if (/^<\w/.test(rest) && CURLY_ATTRIBUTE.test(whole)) {
    // Mended as the editor will, so that the other values of the tag are checked, too.
    const every = new RegExp(CURLY_ATTRIBUTE.source, 'g')
    const written = whole.replace(every, (_, a, b, c) => `="${a ?? b ?? c}"`)
    return { at: tag, message: CURLY_VALUE, mended: text.slice(0, tag) + written + rest.slice(whole.length) }
  }
  const name = /^<([A-Za-z][\w.]*)/.exec(whole)?.[1]
  if (name && !/^<[\w.+-]+[@:]/.test(whole)) {
    if (!whole.endsWith('/>')) opened.push(name)
    const message = `<${name}> cannot be read. Its values stand between straight quotation marks, in the same line (title="…"), numbers between braces (value={7}), and > ends it. ${SIGN_HINT}`
    return { at: tag, message, mended: blanked(text, tag, whole.length) }
  }
  const message = /^<[^\s<>]+[@:][^\s<>]+>/.test(whole)
    ? `an address is written [what it is](https://example.com), a mail address [write to us](mailto:…); found ${whole}`
    : `the sign < begins a component. ${SIGN_HINT}`
  return { at: tag, message, mended: blanked(text, tag, 1) }
}

function offsetOf(text: string, line: string, column: string): number {
  const before = text.split('\n').slice(0, Number(line) - 1)
  return before.reduce((sum, each) => sum + each.length + 1, 0) + Number(column) - 1
}

/** Without the tag that begins at a place or just before it. */
function withoutTag(text: string, position: number): string {
  const at = text.lastIndexOf('<', position)
  if (at < 0) return text
  return blanked(text, at, /^<[^>]*>?/.exec(text.slice(at))?.[0].length ?? 1)
}

function blanked(text: string, at: number, length: number): string {
  return text.slice(0, at) + text.slice(at, at + length).replace(/[^\n]/g, ' ') + text.slice(at + length)
}

function escaped(text: string): string {
  return text.replace(/[^\w]/g, '\\$&')
}
