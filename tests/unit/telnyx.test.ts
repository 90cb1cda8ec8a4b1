import { describe, expect, onTestFinished, test } from 'vitest'
import { isSigned, telnyxTexts } from '#api/platform/texts/telnyx.ts'
import { readTextEvent } from '#api/platform/texts/telnyx-event.ts'
import { listen } from '#local/http.ts'
import { newKeys, signedHeaders } from '#local/texts/signature.ts'

const KEYS = newKeys()
const BODY = '{"data":{"text":"Ein Strauß für dich 🌷"}}'
const AT = new Date('2026-06-04T14:30:00.000Z')
const HEADERS = signedHeaders(BODY, KEYS.privateKey, AT)

type Case = { headers?: Record<string, string>; body?: string; publicKey?: string; now?: Date }

function signed({ headers = {}, body = BODY, publicKey = KEYS.publicKey, now = AT }: Case = {}) {
  const all: Record<string, string> = { ...HEADERS, ...headers }
  return isSigned(body, (name) => all[name], publicKey, now)
}

describe('a signature', () => {
  test('of RFC 8032, test 1, is accepted by its key', async () => {
    // The message of the RFC is empty, and Telnyx's never is: the key and the algorithm are held by it.
    const key = Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex')
    const signature = Buffer.from(
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
      'hex',
    )
    const known = await crypto.subtle.importKey('raw', key, { name: 'Ed25519' }, false, ['verify'])
    expect(await crypto.subtle.verify({ name: 'Ed25519' }, known, signature, new Uint8Array())).toBe(true)
  })

  test('by the provider’s key is accepted', async () => {
    expect(await signed()).toBe(true)
  })

  test.each<[string, Case]>([
    ['of another body', { body: `${BODY} ` }],
    ['of another time', { headers: { 'telnyx-timestamp': String(AT.getTime() / 1000 + 1) } }],
    ['by another key', { publicKey: newKeys().publicKey }],
    ['without a time', { headers: { 'telnyx-timestamp': '' } }],
    ['at a time that is no number', { headers: { 'telnyx-timestamp': `${AT.getTime() / 1000}x` } }],
    ['that is missing', { headers: { 'telnyx-signature-ed25519': '' } }],
    ['that is cut off', { headers: { 'telnyx-signature-ed25519': 'QUJD' } }],
    ['that is no base64', { headers: { 'telnyx-signature-ed25519': '!'.repeat(88) } }],
  ])('%s is refused', async (_, change) => {
    expect(await signed(change)).toBe(false)
  })

  test.each([
    [300, true],
    [-300, true],
    [301, false],
    [-301, false],
  ])('%i seconds from now: accepted is %s', async (seconds, accepted) => {
    expect(await signed({ now: new Date(AT.getTime() + seconds * 1000) })).toBe(accepted)
  })
})

/** The adapter, with a provider that answers each call so. */
async function provider(status: number, body: string, headers: Record<string, string> = {}) {
  const received: { headers: Headers; body: unknown; path: string }[] = []
  const server = await listen(
    async (request) => {
      const { pathname: path } = new URL(request.url)
      received.push({ path, headers: request.headers, body: await request.json() })
      return new Response(body, { status, headers })
    },
    { host: '127.0.0.1', port: 0 },
  )
  onTestFinished(() => server.close())
  const texts = telnyxTexts({
    apiKey: 'KEY1',
    apiUrl: server.url,
    from: '+18885550100',
    publicKey: KEYS.publicKey,
    timeoutFactor: 30,
  })
  return { texts, received }
}

const refusal = (code: string) =>
  JSON.stringify({ errors: [{ code, title: 'Title', detail: "Messages cannot be sent to '+12125550142'" }] })

test('a text is sent as Telnyx wants it, and its id is answered', async () => {
  const { texts, received } = await provider(200, '{"data":{"id":"40385f64-5717"}}')
  expect(await texts.send('+12125550142', 'Order K7QX')).toBe('40385f64-5717')
  const [call] = received
  expect(call?.path).toBe('/v2/messages')
  expect(call?.headers.get('authorization')).toBe('Bearer KEY1')
  expect(call?.body).toEqual({ from: '+18885550100', to: '+12125550142', text: 'Order K7QX', type: 'SMS' })
})

test.each<[string, number, string, Record<string, string>, object]>([
  ['a number that texted STOP', 409, refusal('40300'), {}, { kind: 'stopped' }],
  ['a rate limit', 429, refusal('10011'), { 'retry-after': '7' }, { kind: 'busy', retryAfterSeconds: 7 }],
  ['the day’s spend limit', 429, refusal('40333'), {}, { kind: 'configuration' }],
  ['a wrong key', 401, refusal('10009'), {}, { kind: 'configuration' }],
  ['a number that is not ours', 400, refusal('40305'), {}, { kind: 'configuration' }],
  ['a number that is none', 400, refusal('40310'), {}, { kind: 'rejected' }],
  ['a failure', 500, refusal('10007'), {}, { kind: 'unavailable' }],
  ['a page instead of JSON', 502, '<html>', {}, { kind: 'unavailable' }],
  ['an answer without an id', 200, '{"data":{}}', {}, { kind: 'unavailable' }],
  ['an answer that is null', 200, 'null', {}, { kind: 'unavailable' }],
  ['errors that are no list', 400, '{"errors":{"code":"40300"}}', {}, { kind: 'rejected' }],
])('%s: the error says so, and no number', async (_, status, body, headers, expected) => {
  const { texts } = await provider(status, body, headers)
  const failure = await texts.send('+12125550142', 'Hi').catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'TextError', ...expected })
  expect(String(failure)).not.toMatch(/212/)
})

test('a provider that cannot be reached may have taken the text', async () => {
  const texts = telnyxTexts({
    apiKey: 'KEY1',
    apiUrl: 'http://127.0.0.1:9',
    from: '+18885550100',
    publicKey: KEYS.publicKey,
  })
  await expect(texts.send('+12125550142', 'Hi')).rejects.toMatchObject({ kind: 'unavailable' })
})

describe('an event', () => {
  const event = (type: string, payload: unknown, more: object = {}) =>
    JSON.stringify({
      data: { id: 'e1', event_type: type, occurred_at: '2026-06-04T14:30:00.5Z', payload, ...more },
    })
  const to = (status: string, errors: unknown = []) => ({ id: 'm1', to: [{ status }], errors })

  test.each([
    ['delivered', 'delivered'],
    ['delivery_unconfirmed', 'delayed'],
    ['delivery_failed', 'failed'],
    ['sending_failed', 'failed'],
  ])('about a text that is %s is read as %s', (status, state) => {
    expect(readTextEvent(event('message.finalized', to(status)))).toEqual({
      kind: 'delivery',
      id: 'e1',
      at: '2026-06-04T14:30:00.500Z',
      providerMessageId: 'm1',
      state,
      detail: null,
    })
  })

  test('tells why a text failed without the number that the reason quotes', () => {
    const errors = [{ code: '40008', title: 'Undeliverable', detail: 'to +12125550142' }]
    const read = readTextEvent(event('message.finalized', to('delivery_failed', errors)))
    expect(read).toMatchObject({ detail: '40008 Undeliverable' })
  })

  test('of what somebody texted has their number and words; a picture alone has none', () => {
    const from = { phone_number: '+12125550142' }
    expect(readTextEvent(event('message.received', { from, text: ' 1 ' }))).toMatchObject({
      kind: 'received',
      from: '+12125550142',
      text: ' 1 ',
    })
    expect(readTextEvent(event('message.received', { from, text: null }))).toMatchObject({ text: '' })
  })

  test.each([
    ['on its way', event('message.sent', to('sent'))],
    ['of a status to come', event('message.finalized', to('teleported'))],
    ['of a profile', event('messaging-profile.spend-limit-reached', {})],
  ])('%s is none that we act on', (_, body) => {
    expect(readTextEvent(body)).toMatchObject({ kind: 'other', id: 'e1' })
  })

  test.each([
    ['no JSON', '{'],
    ['null', 'null'],
    ['no data', '{}'],
    ['no sender', event('message.received', { text: '1' })],
    ['no reader', event('message.finalized', { id: 'm1', to: [] })],
    ['no time', event('message.received', { from: { phone_number: '1' } }, { occurred_at: 'soon' })],
  ])('with %s is malformed', (_, body) => {
    expect(() => readTextEvent(body)).toThrow(expect.objectContaining({ code: 'malformed' }))
  })
})
