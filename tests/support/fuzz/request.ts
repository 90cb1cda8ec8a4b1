import fc from 'fast-check'
import { MAX_BODY_BYTES } from '#api/http/request-body.ts'
import type { Operation, Schema } from '#tests/support/open-api.ts'
import { fitting } from './fitting.ts'
import { change, changed, jsonText, pairs, plain, UNKNOWN_MARK } from './near.ts'
import { plausibleFor } from './plausible.ts'
import { wild } from './wild.ts'

/** The parts of a request, as values. */
export type Parts = { path: object; query: object; body?: unknown; form?: object }

/** Oddities of a request apart from its content. */
export type Oddity = {
  contentType?: string | null
  text?: (json: string) => string | Uint8Array<ArrayBuffer>
  path?: string
  headers?: Record<string, string>
  method?: string
}

export type Drawn = {
  who: 'nobody' | 'member' | 'admin'
  kind: 'valid' | 'near' | 'wild' | 'odd'
  parts: Parts
  odd: Oddity
}

const BODIES: readonly NonNullable<Oddity['text']>[] = [
  (json) => json.slice(0, -1),
  (json) => `\uFEFF${json}`,
  (json) => json.padEnd(MAX_BODY_BYTES),
  (json) => json.padEnd(MAX_BODY_BYTES + 1),
  (json) => json.padEnd(4 * MAX_BODY_BYTES, 'x'),
  () => '',
  () => 'null',
  () => '[]',
  () => '"text"',
  () => '1e999',
  () => '['.repeat(100_000),
  () => '{"a":'.repeat(50_000),
  () => `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  () => new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
]
const TYPES = [
  null,
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/json-patch+json',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/octet-stream, application/json',
  '',
]
const PATHS = [
  '%',
  '%00',
  '%ff%fe',
  '..%2f..%2f',
  '%E2%80%AE',
  '.',
  '..',
  'a'.repeat(8_000),
  ';a=b',
  '*',
  ':id',
]
const HEADERS: readonly Record<string, string>[] = [
  { cookie: '__Host-access=x; __Host-refresh=y; __Host-challenge=z; __Host-device=' },
  { cookie: `__Host-refresh=${'a'.repeat(6_000)}; ; =; %%%` },
  { cookie: '__Host-access=eyJhbGciOiJub25lIn0.e30.' },
  { 'cf-connecting-ip': 'x'.repeat(5_000) },
  { 'cf-connecting-ip': "1.2.3.4' or 1=1", 'user-agent': '\u00e9'.repeat(2_000) },
  { 'user-agent': '<script>alert(1)</script>', accept: '*/*;q=2' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
  { origin: 'https://evil.example' },
  { 'x-http-method-override': 'DELETE', 'x-original-url': '/api/admin/orders' },
  { 'x-request-id': "'; drop table orders", authorization: 'Bearer x' },
  { 'stripe-signature': 't=1,v1=00', range: 'bytes=0-1', 'content-encoding': 'gzip' },
]
const METHODS = ['HEAD', 'OPTIONS', 'PATCH', 'PUT', 'POST', 'DELETE', 'PROPFIND']

const odd: fc.Arbitrary<Oddity> = fc.oneof(
  fc.constantFrom(...BODIES).map((text) => ({ text })),
  fc.constantFrom(...TYPES).map((contentType) => ({ contentType })),
  fc.constantFrom(...PATHS).map((path) => ({ path })),
  fc.constantFrom(...HEADERS).map((headers) => ({ headers })),
  fc.constantFrom(...METHODS).map((method) => ({ method })),
)

/** Requests to an operation as its schemas have it. */
export function validRequestsTo(operation: Operation): fc.Arbitrary<Drawn> {
  const [who, parts] = [senderOf(operation), partsOf(operation)]
  return fc.record({ who, kind: fc.constant('valid' as const), parts, odd: fc.constant({}) })
}

function senderOf(operation: Operation): fc.Arbitrary<Drawn['who']> {
  const inner = /\/(admin|auth)\//.test(operation.path)
  return inner
    ? fc.constantFrom(
        'admin' as const,
        'admin' as const,
        'admin' as const,
        'member' as const,
        'nobody' as const,
      )
    : fc.constantFrom('nobody' as const, 'nobody' as const, 'admin' as const)
}

/** Requests to an operation: valid ones, with one thing changed, with everything wild, sent in odd ways. */
export function requestsTo(operation: Operation): fc.Arbitrary<Drawn> {
  const [who, valid] = [senderOf(operation), partsOf(operation)]
  return fc.oneof(
    validRequestsTo(operation),
    fc.record({
      who,
      kind: fc.constant('near' as const),
      parts: fc.tuple(valid, change).map(([parts, how]) => changed(parts, how)),
      odd: fc.constant({}),
    }),
    fc.record({ who, kind: fc.constant('wild' as const), parts: anything(operation), odd: fc.constant({}) }),
    fc.record({ who, kind: fc.constant('odd' as const), parts: valid, odd }),
  )
}

/** Right but for one field that no contract knows: in the body where there is one, else in the address. */
export function withUnknownField(operation: Operation): fc.Arbitrary<Drawn> {
  const { body } = operation
  const added = fc.tuple(partsOf(operation), change).map(([parts, how]) => {
    const unknown = { ...how, how: 'unknown' as const }
    if (!body) return { ...parts, query: { ...parts.query, [how.name]: UNKNOWN_MARK } }
    return { ...parts, ...changed({ body: parts.body ?? {} }, unknown) }
  })
  return added.map((parts) => ({ who: 'admin', kind: 'near', parts, odd: {} }))
}

function partsOf(operation: Operation): fc.Arbitrary<Parts> {
  const plausible = plausibleFor(operation)
  const from = (place: string) => {
    const here = (operation.parameters ?? []).filter((one) => one.in === place)
    const schema: Schema = {
      type: 'object',
      properties: Object.fromEntries(here.map(({ name, schema }) => [name, schema])),
      required: here.filter(({ required }) => required).map(({ name }) => name),
    }
    return fitting(schema, plausible) as fc.Arbitrary<object>
  }
  return fc.record({
    path: from('path'),
    query: from('query'),
    ...(operation.body && { body: fitting(operation.body, plausible) }),
    ...(operation.form && { form: fitting(operation.form, plausible) as fc.Arbitrary<object> }),
  })
}

/** Every field filled with whatever there is. */
function anything(operation: Operation): fc.Arbitrary<Parts> {
  const all = (names: readonly string[]) => fc.record(Object.fromEntries(names.map((name) => [name, wild])))
  const named = (place: string) =>
    (operation.parameters ?? []).filter((one) => one.in === place).map(({ name }) => name)
  return fc.record({
    path: all(named('path')),
    query: all(named('query')),
    body: fc.oneof(all(Object.keys(operation.body?.properties ?? { a: 1 })), wild),
    ...(operation.form && { form: all(Object.keys(operation.form.properties ?? {})) }),
  })
}

/** The request that goes out. */
export function outgoing({ method, path, form }: Operation, { parts, odd: how }: Drawn) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    how.path === undefined ? inAddress(plain(Reflect.get(parts.path, name))) : how.path,
  )
  const query = pairs(parts.query).map(([name, value]) => `${inAddress(name)}=${inAddress(value)}`)
  const url = `/${filled.slice(1)}${query.length > 0 ? `?${query.join('&')}` : ''}`
  const sent = how.method ?? method
  const headers: Record<string, string> = { ...how.headers }
  if (sent === 'GET' || sent === 'HEAD') return { url, method: sent, headers, body: null }
  if (form && how.text === undefined && how.contentType === undefined) {
    const data = new FormData()
    for (const [name, value] of pairs(parts.form ?? {}))
      data.append(name.toWellFormed(), value.toWellFormed())
    return { url, method: sent, headers, body: data }
  }
  const text = parts.body === undefined ? '' : jsonText(parts.body)
  const type = how.contentType === undefined ? 'application/json' : how.contentType
  if (type !== null) headers['content-type'] = type
  return { url, method: sent, headers, body: how.text ? how.text(text) : text }
}

function inAddress(text: string): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, 20_000)
}
