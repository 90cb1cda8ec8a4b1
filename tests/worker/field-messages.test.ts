import { afterAll, expect, test } from 'vitest'
import { type Operation, operationsBelow, type Schema } from '#tests/support/open-api.ts'
import { OWNER, sharedShop, Visitor } from './visitor.ts'

// Asked of what is built: from source everything is there that the build may drop. Every field of every route gets values that do not belong there. What is said about them is for people: zod's own
// wording, in either of its editions, is not.

const ZODS_OWN =
  /^(Invalid|Too (big|small)|Unrecognized)\b(?! (email|ZIP|order status|shop order|payment))|expected|received|\bNaN\b|undefined|<=|>=/

// In every field of a request they are less than a request may have.
const WRONG: readonly [string, unknown][] = [
  ['an empty text', ''],
  ['a text', 'NaN'],
  ['a long text', 'x'.repeat(4_500)],
  ['null', null],
  ['a negative number', -1],
  ['half a cent', 0.5],
  ['a huge number', 1e308],
  ['true', true],
  ['an object', { surprise: 1 }],
  ['an empty list', []],
  ['a list of wrong things', [null, -1, {}]],
  ['a long list', Array.from({ length: 1000 }, () => 'x')],
]

const shop = sharedShop()
afterAll(() => shop.client.close())

const admin = new Visitor(shop.url)
const signIn = () =>
  admin.send('/api/auth/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(OWNER),
  })
const get = async (path: string) => {
  const answer = await admin.send(`/api${path}`)
  return { body: (await answer.json()) as Record<string, unknown> }
}

test('names no field in the words of the schema library', async () => {
  expect((await signIn()).status).toBe(200)
  const operations = await operationsBelow({ get }, '/api/')
  const said = new Map<string, string>()
  const send = async (operation: Operation, value: unknown, body?: unknown) => {
    const { method, path, form, parameters = [] } = operation
    const text = typeof value === 'object' ? 'nothing' : String(value)
    const query = parameters.filter((each) => each.in === 'query').map(({ name }) => [name, text])
    const at = path.replaceAll(/\{\w+\}/g, encodeURIComponent(text.slice(0, 2000) || ' '))
    const response = await admin.send(`${at}?${new URLSearchParams(query)}`, {
      method,
      headers: { origin: shop.url, ...(!form && { 'content-type': 'application/json' }) },
      ...(form && { body: formData(form, text) }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = await response.text()
    if (response.status === 401) await signIn()
    if (!response.headers.get('content-type')?.startsWith('application/json')) return
    const { error } = JSON.parse(answer) as { error?: { issues: { path: string; message: string }[] } }
    for (const issue of error?.issues ?? []) {
      if (!said.has(issue.message)) said.set(issue.message, `${method} ${path} ${issue.path}`)
    }
  }
  for (const operation of operations) {
    const { body, form, parameters = [] } = operation
    if (!body) {
      if (form || parameters.length > 0) await Promise.all(WRONG.map(([, value]) => send(operation, value)))
      continue
    }
    await send(operation, 'x', {})
    await send(operation, 'x', [])
    await send(operation, 'x', { surprise: 1, ...(filled(body, 'x') as object) })
    await Promise.all(WRONG.map(([, value]) => send(operation, value, filled(body, value))))
  }
  expect(said.size).toBeGreaterThan(80)
  expect([...said].filter(([message]) => ZODS_OWN.test(message))).toEqual([])
})

/** Something with every field of a schema, each of them the same wrong value. */
function filled(schema: Schema, value: unknown): unknown {
  const { properties, items, anyOf } = schema
  if (properties) {
    return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, filled(one, value)]))
  }
  const nested = anyOf?.find((one) => one.properties ?? one.items)
  if (nested) return filled(nested, value)
  return items?.properties ? [filled(items, value)] : value
}

function formData({ properties = {} }: Schema, text: string): FormData {
  const data = new FormData()
  for (const name of Object.keys(properties)) data.set(name, text)
  return data
}
