import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { narrowText, normaliseSpaces, normaliseText } from '#domain/text.ts'
import { openFuzzShop } from '#tests/support/fuzz/fuzz-shop.ts'
import { type Drawn, validRequestsTo } from '#tests/support/fuzz/request.ts'
import { HOSTILE_TEXTS } from '#tests/support/hostile-texts.ts'
import { type Operation, operationsBelow, type Schema } from '#tests/support/open-api.ts'
import { openTestShop } from '#tests/support/shop.ts'
import { IS_SOAK, runs, SEED } from '#tests/support/soak.ts'

// Every text field of the OpenAPI document, those of tomorrow too, gets texts that break software. Each is stored as the
// shop takes text in (docs/decisions/0070-text-as-it-comes-in.md) or refused beside the field. The gate sends each field
// two texts, one of them as it is and one so that it is found where it was stored; over all fields each text is sent. The
// soak sends all of them to all fields that people fill in, in both ways.

const TEXTS_IN_THE_GATE = 2
/** Nobody types these. */
const KEYS = /^(?:id|token|key|fingerprint)$|(?:Id|Key)$/
/** Signed by their senders, who say what is in them. */
const WEBHOOKS = '/api/webhooks/'
/** Reports of browsers are redacted before they are stored. */
const REDACTED = /problems|page-views/

const shop = await openTestShop()
const fuzzShop = await openFuzzShop(shop)
for (const n of [1, 2, 3]) await fuzzShop.join(n)
const operations = (await operationsBelow(shop, '/api/')).filter(({ path }) => !path.startsWith(WEBHOOKS))
const columns = await textColumns()
afterAll(() => shop.close())

type Place = { part: keyof Drawn['parts']; path: readonly string[] }

const fields = operations.flatMap((operation) => placesOf(operation).map((place) => ({ operation, place })))
let sent = 0
const found = new Set<string>()

describe('every text field takes texts as documented or refuses them', { timeout: runs(120_000) }, () => {
  test.each(operations.map((operation) => ({ operation, named: `${operation.method} ${operation.path}` })))(
    '$named',
    async ({ operation }) => {
      const places = placesOf(operation)
      if (places.length > 0) await fuzzShop.refill(operation)
      await shop.settled()
      await fuzzShop.look()
      for (const [at, { operation: of, place }] of fields.entries()) {
        if (of !== operation) continue
        const all = IS_SOAK && !KEYS.test(place.path.at(-1) ?? '')
        for (let n = 0; n < (all ? HOSTILE_TEXTS.length : TEXTS_IN_THE_GATE); n++) {
          const text = HOSTILE_TEXTS[(at * TEXTS_IN_THE_GATE + n) % HOSTILE_TEXTS.length] ?? ''
          if (all || n % 2 === 0) await expectTaken(operation, place, text, false)
          if (all || n % 2 === 1) await expectTaken(operation, place, text, true)
        }
      }
      await shop.settled()
    },
  )
})

test('every text was sent, and what was stored was found again', () => {
  expect(sent).toBeGreaterThanOrEqual(HOSTILE_TEXTS.length)
  expect(found.size).toBeGreaterThan(10)
})

test('nothing that is stored holds what nobody sees', async () => {
  const stored = await Promise.all(
    columns.map(({ table, names }) => shop.client.execute(`select ${names} from "${table}"`)),
  )
  const texts = stored.flatMap(({ rows }) => rows.flatMap((row) => Object.values(row)))
  const odd = texts.filter((text) => typeof text === 'string' && normaliseText(text) !== text)
  expect(odd).toEqual([])
})

test('no mail holds marks that turn the direction of what follows', async () => {
  const messages = JSON.stringify(await shop.messages())
  expect(messages).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
})

/** @param marked with letters behind the text by which it is found where it was stored */
async function expectTaken(operation: Operation, place: Place, text: string, marked: boolean): Promise<void> {
  const mark = marked ? `zq${sent}zq` : ''
  const value = text + mark
  const [drawn] = fc.sample(validRequestsTo(operation), { numRuns: 1, seed: SEED + sent })
  sent++
  if (!drawn) return
  const who = /\/(admin|auth)\//.test(operation.path) ? 'admin' : 'nobody'
  const parts = withText(drawn.parts, place, value)
  const { headers, ...request } = await fuzzShop.requestOf(operation, { ...drawn, who, parts })
  const response = await shop.app.request(request.url, {
    ...request,
    headers: { ...(await fuzzShop.headersOf(who)), ...headers },
  })
  const answer = await response.text()
  const named = `${place.part} ${place.path.join('.')} ${JSON.stringify(value.slice(0, 80))}: ${answer.slice(0, 300)}`
  expect(response.status, named).toBeLessThan(500)
  if (response.status === 401 || response.status === 403) await fuzzShop.newPeople()
  if (response.status === 422) {
    const { code, issues } = (JSON.parse(answer) as { error: { code: string; issues: { path: string }[] } })
      .error
    if (code === 'invalid') expect(issues.length, named).toBeGreaterThan(0)
  }
  if (!response.ok || !marked || REDACTED.test(operation.path)) return
  for (const stored of await storedWith(mark)) {
    found.add(`${operation.path} ${place.path.join('.')}`)
    expect(
      forms(value).some((form) => stored.includes(form)),
      `${named} is stored as ${stored.slice(0, 300)}`,
    ).toBe(true)
  }
}

/** The text as lines, as one line, and as one line of plain signs. */
function forms(value: string): string[] {
  const lines = normaliseText(value).trim()
  const line = normaliseSpaces(lines)
  return [lines, line, normaliseSpaces(narrowText(line)), line.toLowerCase(), line.normalize('NFKC')]
}

function withText(parts: Drawn['parts'], { part, path }: Place, value: string): Drawn['parts'] {
  const copy = structuredClone(parts)
  let holder = (copy[part] ?? {}) as Record<string, unknown>
  Object.assign(copy, { [part]: holder })
  for (const name of path.slice(0, -1)) {
    const next = holder[name]
    const inner = typeof next === 'object' && next !== null ? next : {}
    holder[name] = inner
    holder = inner as Record<string, unknown>
  }
  holder[path.at(-1) ?? ''] = value
  return copy
}

/** Where texts stand in a request to an operation. */
function placesOf({ body, form, parameters = [] }: Operation): Place[] {
  const named = (part: 'path' | 'query') =>
    parameters
      .filter((one) => one.in === part && isText(one.schema))
      .map(({ name }): Place => ({ part, path: [name] }))
  return [
    ...named('path'),
    ...named('query'),
    ...textsIn(body ?? {}).map((path): Place => ({ part: 'body', path })),
    ...textsIn(form ?? {}).map((path): Place => ({ part: 'form', path })),
  ]
}

function textsIn(schema: Schema): string[][] {
  if (isText(schema)) return [[]]
  if (schema.anyOf) return schema.anyOf.flatMap(textsIn).slice(0, 20)
  if (schema.items) return textsIn(schema.items).map((path) => ['0', ...path])
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    textsIn(inner).map((path) => [name, ...path]),
  )
}

function isText({ type, enum: choices, ...schema }: Schema): boolean {
  return [type].flat().includes('string') && choices === undefined && !('const' in schema)
}

async function textColumns(): Promise<{ table: string; names: string }[]> {
  const { rows } = await shop.client.execute(
    `select t.name as "table", group_concat('"' || c.name || '"') as names
      from sqlite_master t join pragma_table_info(t.name) c on lower(c.type) = 'text'
      where t.type = 'table' and t.name not like 'order_search%' and t.name not like 'sqlite_%' group by t.name`,
  )
  return rows.map(({ table, names }) => ({ table: String(table), names: String(names) }))
}

/** A request writes to the newest rows: no need to read the thousands that the soak adds. */
const NEWEST = 60

/** Every stored text that has a mark in it; of JSON the texts within it. */
async function storedWith(mark: string): Promise<string[]> {
  const { rows } = await shop.client.execute({
    sql: columns
      .map(
        ({ table, names }) =>
          `select json_array(${names}) as found from (select * from "${table}" order by rowid desc limit ${NEWEST})
            where instr(json_array(${names}), ?1)`,
      )
      .join(' union all '),
    args: [mark],
  })
  return rows
    .flatMap((row) => textsOf(JSON.parse(String(row['found']))))
    .filter((text) => text.includes(mark))
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf)
  if (typeof value !== 'string') return []
  if (!/^[[{"]/.test(value)) return [value]
  try {
    return textsOf(JSON.parse(value))
  } catch {
    return [value]
  }
}
