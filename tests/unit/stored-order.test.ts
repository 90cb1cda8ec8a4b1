import { describe, expect, test } from 'vitest'
import { ApiError } from '#src/lib/api.ts'
import { type ConfirmationOrder, createShopApi, type ShopApi } from '#src/lib/shop-api.ts'
import { readStoredOrder } from '#src/storefront/confirmation/stored-order.server.ts'
import { CONFIRMATION_ORDER } from '#tests/support/confirmation-order.ts'

const ORDER: ConfirmationOrder = { ...CONFIRMATION_ORDER, paymentState: 'confirming', paymentChecked: false }

/** The API as it answers a look-up, and what it was asked. */
function answering(answer: () => Promise<ConfirmationOrder>) {
  const asked: object[] = []
  const storedOrderDetails: ShopApi['storedOrderDetails'] = (request) => {
    asked.push(request)
    return answer()
  }
  const api = createShopApi('http://nowhere.invalid', () => Promise.reject(new Error('Not to be reached')))
  return { asked, api: { ...api, storedOrderDetails } }
}

const at = (query: string) => new URL(`http://shop.example/thank-you${query}`)
const failure = (status: number, code: string) =>
  new ApiError(status, { error: { code, message: `It is ${code}`, issues: [], requestId: 'r-1' } })
const LAST = '&look=8'
const ADDRESS = '/thank-you?session_id=cs_test_12345678'

test('without a session id the API is not called, and the page waits for the browser or redirects', async () => {
  for (const query of ['', '?session_id=', '?look=3']) {
    const { api, asked } = answering(async () => ORDER)
    const found = await readStoredOrder(api, at(query))
    expect(found).toEqual({ view: { state: 'loading' }, refresh: '0; url=/', again: null })
    expect(asked).toEqual([])
  }
})

test('asks for the stored order only', async () => {
  const { api, asked } = answering(async () => ORDER)
  const found = await readStoredOrder(api, at('?session_id=cs_test_12345678'))
  expect(asked).toEqual([{ sessionId: 'cs_test_12345678' }])
  expect(found).toEqual({
    view: { state: 'loaded', order: ORDER, waiting: true },
    refresh: '2; url=/thank-you?session_id=cs_test_12345678&look=1',
    again: '/thank-you?session_id=cs_test_12345678',
  })
})

test.each(['paid', 'cancelled', 'returned'] as const)('polling ends at %s', async (paymentState) => {
  const { api } = answering(async () => ({ ...ORDER, paymentState }))
  const found = await readStoredOrder(api, at('?session_id=cs_test_12345678&look=2'))
  expect(found).toMatchObject({ view: { state: 'loaded', waiting: false }, refresh: null, again: null })
})

test('after the last poll the page no longer says that it keeps checking', async () => {
  for (const look of [LAST, '&look=9', '&look=1000000']) {
    const { api } = answering(async () => ORDER)
    const found = await readStoredOrder(api, at(`?session_id=cs_test_12345678${look}`))
    expect(found).toMatchObject({ view: { state: 'loaded', waiting: false }, refresh: null })
    expect(found.again).toBe('/thank-you?session_id=cs_test_12345678')
  }
})

test('a URL cannot break out of its quotes', async () => {
  const { api } = answering(async () => ORDER)
  const spoilt = encodeURIComponent(`cs_"'>;url=//evil.example`)
  const { refresh, again } = await readStoredOrder(api, at(`?session_id=${spoilt}`))
  for (const text of [refresh, again]) {
    expect(text).toContain('/thank-you?session_id=cs_')
    expect(text).not.toMatch(/["'<>]|\/\/|evil\.example.*;/)
  }
})

describe('a read that fails', () => {
  test.each([
    ['the database is away', () => failure(500, 'unknown')],
    ['it takes too long', () => failure(503, 'too_slow')],
    ['too many tries', () => failure(429, 'rate_limited')],
    ['no answer at all', () => new Error('unreachable')],
  ])('%s: may pass, so somebody looks again; at last it is told', async (_, error) => {
    const { api } = answering(() => Promise.reject(error()))
    const first = await readStoredOrder(api, at('?session_id=cs_test_12345678'))
    expect(first).toMatchObject({ view: { state: 'loading' }, refresh: expect.stringMatching(/^2;/) })
    const last = await readStoredOrder(api, at(`?session_id=cs_test_12345678${LAST}`))
    expect(last).toMatchObject({ view: { state: 'error' }, refresh: null, again: expect.any(String) })
  })

  test.each([
    ['nobody has it', () => failure(404, 'order_not_found'), 'not-found', ADDRESS],
    ['it is none', () => failure(422, 'invalid'), 'malformed', null],
    ['an answer without an order', () => failure(200, 'unknown'), 'refused', ADDRESS],
  ])('%s: told at once, and not looked up again by itself', async (_, error, reason, again) => {
    const { api } = answering(() => Promise.reject(error()))
    const found = await readStoredOrder(api, at('?session_id=cs_test_12345678'))
    const { message } = error()
    const told = { state: 'error', reason, message, requestId: 'r-1', trying: 'no', triedAgain: false }
    expect(found).toEqual({ view: told, refresh: null, again })
  })

  test('an unnamed error shows our own message', async () => {
    const { api } = answering(() => Promise.reject(new Error('SQLITE_SECRET')))
    const { view } = await readStoredOrder(api, at(`?session_id=cs_test_12345678${LAST}`))
    expect(view).toMatchObject({ state: 'error', message: 'Order lookup failed' })
  })
})
