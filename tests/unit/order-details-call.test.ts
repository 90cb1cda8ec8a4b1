import { expect, test } from 'vitest'
import { createShopApi } from '#src/lib/shop-api.ts'
import { failed } from '#src/storefront/confirmation/order-state.ts'

const FOUND = { reference: 'ORD-0123ABCD' }

/** The result of an answer to a look-up. */
async function lookUp(body: unknown, status = 200) {
  const headers = { 'x-request-id': 'r-7' }
  const api = createShopApi('', async () => Response.json(body, { status, headers }))
  return await api.getOrderDetails({ sessionId: 'cs_test_12345678' }).catch(failed)
}

test('an answer with an order is that order', async () => {
  expect(await lookUp({ success: true, order: FOUND })).toEqual(FOUND)
})

test.each([
  ['success: false', { success: false }, 'Order lookup failed'],
  ['success: false with an order', { success: false, order: FOUND }, 'Order lookup failed'],
  ['success: false with its text', { success: false, error: 'No such session' }, 'No such session'],
  ['success: false with an empty text', { success: false, error: '' }, 'Order lookup failed'],
  ['success: false with what is no text', { success: false, error: { code: 1 } }, 'Order lookup failed'],
  ['no order', { success: true }, 'Order lookup failed'],
  ['null for the order', { success: true, order: null }, 'Order lookup failed'],
])('an answer of 200 with %s is refused, with the id of its request', async (_, body, message) => {
  expect(await lookUp(body)).toMatchObject({ state: 'error', reason: 'refused', message, requestId: 'r-7' })
})

test('an answer of 200 that is not ours counts as none', async () => {
  expect(await lookUp(null)).toMatchObject({ reason: 'unanswered', message: 'Order lookup failed' })
})

test.each([
  [500, 'unknown', 'unanswered'],
  [503, 'too_slow', 'unanswered'],
  [429, 'rate_limited', 'unanswered'],
  [404, 'order_not_found', 'not-found'],
  [422, 'invalid', 'malformed'],
  [403, 'cross_site', 'refused'],
])('a failure %i %s is %s', async (status, code, reason) => {
  const error = { code, message: 'In our words', issues: [], requestId: 'r-1' }
  const found = await lookUp({ error }, status)
  expect(found).toMatchObject({ reason, message: 'In our words', requestId: 'r-1' })
})
