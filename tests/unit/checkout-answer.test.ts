import { expect, test } from 'vitest'
import { OUT_OF_DATE } from '#domain/out-of-date.ts'
import { ApiError } from '#src/lib/api.ts'
import { createShopApi } from '#src/lib/shop-api.ts'
import { toRefusal } from '#src/storefront/checkout/refusal.ts'
import { checkoutRequest } from '#src/storefront/checkout/request.ts'

// The checkout reads an answer before it follows its address or shows why not.

const URL = 'https://pay.example/c/1'

async function place(body: unknown) {
  const headers = { 'x-request-id': 'r-7' }
  const api = createShopApi('', async () => Response.json(body, { headers }))
  return api.createCheckoutSession(checkoutRequest({}, 'today')).catch((error: unknown) => toRefusal(error))
}

test('an answer with an address is followed', async () => {
  expect(await place({ success: true, sessionId: 'cs_1', url: URL })).toEqual({ url: URL })
})

test.each([
  ['without an address', { success: true, sessionId: 'cs_1' }],
  ['with null for it', { success: true, url: null }],
  ['with an empty one', { success: true, url: '' }],
  ['with what is no address', { success: true, url: 'undefined' }],
  ['with a script for it', { success: true, url: 'javascript:alert(1)' }],
  ['that says it failed', { success: false, url: URL }],
  ['without anything', {}],
])('an answer of 200 %s is a failed checkout', async (_, body) => {
  expect(await place(body)).toMatchObject({
    message: 'Checkout failed',
    advice: 'Nothing was charged, and everything you typed is still here. Please try again.',
    errors: {},
  })
})

const refusal = (code: string, issues: { path: string; message: string }[], fields = { zip: '', name: '' }) =>
  toRefusal(
    new ApiError(422, {
      error: { code, message: 'Please check the marked fields.', issues, requestId: 'r' },
    }),
    fields,
  )
const OLD = { message: OUT_OF_DATE, advice: 'Your form is as you left it.', errors: {} }

test.each([
  ['a key that the API does not know', refusal('page_outdated', [])],
  [
    'a field that the page does not have',
    refusal('invalid', [{ path: 'customerInfo.nickname', message: 'This is required' }]),
  ],
])('a form that is refused for %s belongs to a page that is out of date', (_, refused) => {
  expect(refused).toMatchObject(OLD)
})

test('a form that is refused for its own fields, or for the delivery option, shows them', () => {
  const issues = [
    { path: 'customerInfo.zip', message: 'Please enter a 5-digit ZIP code' },
    { path: 'deliveryDetails.option', message: 'Sold out' },
  ]
  expect(refusal('invalid', issues).errors).toEqual({
    zip: 'Please enter a 5-digit ZIP code',
    option: 'Sold out',
  })
})
