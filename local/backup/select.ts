import { PlainError } from '#local/failure.ts'
import { readLines } from '#local/lines.ts'
import type { WireValue } from './values.ts'

/** `name`: for people. */
export type Database = { url: string; name: string; authToken?: string }

/** The answers of statements: the columns of each, with its number from 0 on, then its rows. */
export type Selected = { statement: number; columns: string[] } | { row: WireValue[] }

type Entry =
  | { type: 'step_begin'; step: number; cols: { name: string | null }[] }
  | { type: 'row'; row: WireValue[] }
  | { type: 'step_end' }
  | { type: 'step_error' | 'error'; error: { message: string } }

/** The longest time for the answer to a small question. */
const ANSWER_MS = 60_000

/**
 * Streams the answers of several SELECTs as of one moment. It is one request: hosted libSQL ends a transaction of several
 * after five seconds, and refuses answers of more than 10 MB but for this kind, a cursor.
 * @throws PlainError when the database does not answer, or refuses the token or a statement
 */
export async function* select(
  database: Database,
  statements: string[],
  signal: AbortSignal | null = null,
): AsyncGenerator<Selected> {
  const steps = ['begin transaction readonly', ...statements, 'commit'].map((sql, step) => ({
    stmt: { sql },
    ...(step > 0 && { condition: { type: 'ok', step: step - 1 } }),
  }))
  let step = 0
  let ended = 0
  for await (const line of answerLines(database, { batch: { steps } }, signal)) {
    const entry = parse(database, line)
    if (entry.type === 'step_error' || entry.type === 'error')
      throw new PlainError(`The database at ${database.name} failed: ${entry.error.message}`)
    if (entry.type === 'step_begin') step = entry.step
    if (step < 1 || step > statements.length) continue
    if (entry.type === 'step_begin')
      yield { statement: step - 1, columns: entry.cols.map(({ name }) => name ?? '') }
    if (entry.type === 'row') yield { row: entry.row }
    if (entry.type === 'step_end') ended += 1
  }
  if (ended < statements.length)
    throw new PlainError(`The database at ${database.name} broke its answer off. Try again.`)
}

/** The rows of one SELECT, each value as text. @throws PlainError as `select` does */
export async function selectTexts(database: Database, statement: string): Promise<(string | null)[][]> {
  const rows: (string | null)[][] = []
  for await (const part of select(database, [statement], AbortSignal.timeout(ANSWER_MS))) {
    if ('row' in part) rows.push(part.row.map(toText))
  }
  return rows
}

export function toText(value: WireValue): string | null {
  return 'value' in value ? String(value.value) : null
}

async function* answerLines(
  database: Database,
  body: object,
  signal: AbortSignal | null,
): AsyncGenerator<string> {
  try {
    const response = await fetch(`${database.url}/v3/cursor`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(database.authToken && { authorization: `Bearer ${database.authToken}` }),
      },
      body: JSON.stringify(body),
      signal,
    })
    if (!response.ok || !response.body) throw new PlainError(refusal(database, response.status))
    yield* readLines(response.body)
  } catch (error) {
    throw error instanceof PlainError ? error : new PlainError(silence(database, error))
  }
}

function parse(database: Database, line: string): Entry {
  try {
    return JSON.parse(line) as Entry
  } catch {
    throw new PlainError(`There is no libSQL database at ${database.name}: check the address.`)
  }
}

function refusal(database: Database, status: number): string {
  if (status >= 500) return `The database at ${database.name} fails: it answers ${status}. Try again later.`
  if (status !== 401 && status !== 403)
    return `There is no libSQL database at ${database.name}: it answers ${status}. Check the address.`
  return database.authToken
    ? `The database at ${database.name} refuses the token. Check DATABASE_AUTH_TOKEN: it must be this database's.`
    : `The database at ${database.name} asks for a token. Set DATABASE_AUTH_TOKEN.`
}

/** True for what `fetch` throws when the other side is not there, leaves, or takes too long. */
export function isConnectionError(error: unknown): boolean {
  const { name = '' } = error instanceof Error ? error : {}
  return (
    (error instanceof TypeError && error.cause !== undefined) ||
    name === 'TimeoutError' ||
    name === 'AbortError'
  )
}

/** The sentence about a database that does not answer. @param error what `fetch` threw */
export function silence(database: Database, error: unknown): string {
  const cause: unknown = Reflect.get(Object(error), 'cause')
  const code: unknown = Reflect.get(Object(cause), 'code')
  const reason = typeof code === 'string' ? ` (${code})` : ''
  return `The database at ${database.name} does not answer${reason}. Check the address and the connection.`
}
