import { expect, test } from 'vitest'
import { OUT_OF_DATE } from '#domain/out-of-date.ts'
import { openBrowser } from '#tests/support/browser.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { signIn } from '#tests/support/staff.ts'

// A page that was opened before a deploy, or before its rollback, sends a field that the API does not know.

const shop = await shareTestShop()

const { customerInfo, ...request } = checkoutRequest()
const TOKEN = 'a'.repeat(43)

test.each([
  ['/create-checkout-session', { ...request, customerInfo, gift: true }],
  ['/create-checkout-session', { ...request, customerInfo: { ...customerInfo, nickname: 'Al' } }],
  ['/manage/change', { token: TOKEN, fingerprint: 'x', nickname: 'Al' }],
  ['/florist/answer', { token: TOKEN, answer: 'accept', mood: 'good' }],
  ['/auth/sign-in', { email: 'a@example.com', password: 'x', remember: true }],
])('%s names no field for a key that it does not know: the page is out of date', async (path, body) => {
  const { status, body: answer } = await openBrowser(shop).post(path, body)
  expect([status, answer['error']]).toEqual([
    422,
    { code: 'page_outdated', message: OUT_OF_DATE, issues: [], requestId: expect.any(String) },
  ])
})

test('a form of the back office is told the same', async () => {
  const admin = await signIn(shop)
  const { body } = await admin.get('/admin/products/product-really-bad')
  const { sku, title, version, priceCents } = body
  const product = { sku, title, version, priceCents, scent: 'roses' }
  const invitation = { email: 'new@example.com', role: 'admin', passwordHash: 'x' }
  for (const answer of [
    await admin.put('/admin/products/product-really-bad', product),
    await admin.post('/admin/users', invitation),
  ]) {
    expect([answer.status, answer.body['error']]).toMatchObject([422, { code: 'page_outdated', issues: [] }])
  }
})
