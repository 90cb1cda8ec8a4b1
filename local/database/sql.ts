/** One statement of an SQL text, with what the server must know before the engine sees it. */
export type Statement = {
  /** The statement without the semicolon that ends it. */
  text: string
  /** Its first keyword, in capitals: SELECT, INSERT, BEGIN … (behind WITH: the word that follows the common tables). */
  verb: string
  /** Its words in capitals, in order; quoted names, strings and comments are not words. */
  words: string[]
  /** The number of its parameters, which are `?` or `?3`: nothing here names them. */
  params: number
}

type Token = { kind: 'word' | 'param' | 'other'; text: string; start: number; end: number }

const SPACE = /\s+/y
const WORD = /[\w\u0080-\uffff][\w$\u0080-\uffff]*/y
const PARAM = /\?\d*/y
const CLOSING: Record<string, string> = { "'": "'", '"': '"', '`': '`', '[': ']' }
const MAX_PARAMS = 32_766
const MAIN_VERBS = new Set(['SELECT', 'VALUES', 'INSERT', 'REPLACE', 'UPDATE', 'DELETE'])

/**
 * Splits an SQL text into its statements: the semicolons in strings, comments and trigger bodies do not count.
 * It checks no syntax: text the engine will refuse comes out as a statement too. Empty statements are left out.
 */
export function parseSql(sql: string): Statement[] {
  const statements: Statement[] = []
  let tokens: Token[] = []
  for (const token of tokenize(sql)) {
    if (token.text === ';' && !isInsideTrigger(tokens)) {
      if (tokens.length > 0) statements.push(toStatement(sql, tokens))
      tokens = []
    } else {
      tokens.push(token)
    }
  }
  if (tokens.length > 0) statements.push(toStatement(sql, tokens))
  return statements
}

function* tokenize(sql: string): Generator<Token> {
  let at = 0
  while (at < sql.length) {
    const skipped = match(SPACE, sql, at) ?? comment(sql, at)
    if (skipped !== undefined) {
      at = skipped
      continue
    }
    const { kind, end } = tokenAt(sql, at)
    yield { kind, text: sql.slice(at, end), start: at, end }
    at = end
  }
}

function tokenAt(sql: string, at: number): { kind: Token['kind']; end: number } {
  const closing = CLOSING[sql.charAt(at)]
  if (closing !== undefined) return { kind: 'other', end: endOfQuoted(sql, at, closing) }
  const word = match(WORD, sql, at)
  if (word !== undefined) return { kind: 'word', end: word }
  const param = match(PARAM, sql, at)
  if (param !== undefined) return { kind: 'param', end: param }
  return { kind: 'other', end: at + 1 }
}

function match(pattern: RegExp, sql: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(sql) ? pattern.lastIndex : undefined
}

function comment(sql: string, at: number): number | undefined {
  if (sql.startsWith('--', at)) return after(sql, '\n', at)
  if (sql.startsWith('/*', at)) return after(sql, '*/', at + 2)
  return undefined
}

function endOfQuoted(sql: string, at: number, closing: string): number {
  let end = after(sql, closing, at + 1)
  // A doubled quote stands for one of its kind; brackets have no such escape.
  while (closing !== ']' && sql.charAt(end) === closing) end = after(sql, closing, end + 1)
  return end
}

function after(sql: string, mark: string, from: number): number {
  const found = sql.indexOf(mark, from)
  return found === -1 ? sql.length : found + mark.length
}

/** A trigger ends at the semicolon behind an END that itself follows a semicolon, as in `sqlite3_complete()`. */
function isInsideTrigger(tokens: Token[]): boolean {
  const [first, second, third] = tokens.slice(0, 3).map((token) => token.text.toUpperCase())
  const isTrigger =
    first === 'CREATE' &&
    (second === 'TRIGGER' || (/^TEMP(ORARY)?$/.test(second ?? '') && third === 'TRIGGER'))
  if (!isTrigger) return false
  return !(tokens.at(-1)?.text.toUpperCase() === 'END' && tokens.at(-2)?.text === ';')
}

function toStatement(sql: string, tokens: Token[]): Statement {
  let params = 0
  for (const { kind, text } of tokens) {
    if (kind !== 'param') continue
    params = text === '?' ? params + 1 : Math.max(params, Math.min(Number(text.slice(1)), MAX_PARAMS))
  }
  return {
    text: sql.slice(tokens[0]?.start, tokens.at(-1)?.end),
    verb: verbOf(tokens),
    words: tokens.filter((token) => token.kind === 'word').map((token) => token.text.toUpperCase()),
    params,
  }
}

function verbOf(tokens: Token[]): string {
  const first = tokens[0]?.text.toUpperCase() ?? ''
  if (first !== 'WITH') return first
  let depth = 0
  for (const { text } of tokens) {
    if (text === '(') depth += 1
    if (text === ')') depth -= 1
    if (depth === 0 && MAIN_VERBS.has(text.toUpperCase())) return text.toUpperCase()
  }
  return first
}
