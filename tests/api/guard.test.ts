import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { signIn } from '#tests/support/staff.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('without a session, even the unknown below /admin is closed', async () => {
  const answer = await shop.get('/admin/anything')
  expect(answer.status).toBe(401)
  expect(answer.body).toMatchObject({ error: { code: 'signed_out', message: 'Please sign in.' } })
})

test('an admin gets past the guard, a member does not', async () => {
  const admin = await signIn(shop)
  expect((await admin.get('/admin/anything')).status).toBe(404)
  const member = await signIn(shop, { role: 'member' })
  const refused = await member.get('/admin/anything')
  expect(refused.status).toBe(403)
  expect(refused.body).toMatchObject({
    error: { code: 'forbidden', message: "You don't have permission to access this page." },
  })
})

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['no origin', {}],
  ['our name as a part of another', { origin: 'http://localhost:8787.evil.example' }],
  [
    'a browser that says it comes from elsewhere',
    { origin: 'http://localhost:8787', 'sec-fetch-site': 'cross-site' },
  ],
])('a write from %s is refused before anything else', async (_, headers: Record<string, string>) => {
  const admin = await signIn(shop)
  const answer = await shop.post('/admin/anything', {}, { cookie: await admin.cookie(), ...headers })
  expect(answer.status).toBe(403)
  expect(answer.body).toMatchObject({ error: { code: 'cross_site' } })
})
