import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { audit } from '#tests/support/audit.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { type Asked, allAtOnce, allLeave, tallyOf } from '#tests/support/crowd.ts'
import { IS_SOAK } from '#tests/support/soak.ts'
import { DELIVERY, OWNER, PAYMENT, sharedShop } from './visitor.ts'

// Nothing of one request waits for another request: a crowd is answered, and the shop goes on afterwards.

// Twenty calls of the database and 41 visitors were limits once.
const CROWDS = IS_SOAK ? [41, 100, 200] : [64]
const LEAVING = IS_SOAK ? 200 : 64
const BUYERS = IS_SOAK ? 60 : 24
const PAGES = 'src/pages'
const BOUGHT = { placed: 200, paid: 200, found: 200 }

const READS = [
  '/api/zip-codes/10001',
  '/api/zip-codes/00000',
  '/api/products',
  '/api/products/FLOWER-001',
  '/api/storefront?sku=FLOWER-002&zip=94103',
  '/api/auth/session',
  '/api/health',
]

/** Every page that is rendered on demand, by its file: its address and the status that it answers with. */
const ON_DEMAND: Record<string, { path: string; status: number; isSignedIn?: boolean }> = {
  '.well-known/security.txt.ts': { path: '/.well-known/security.txt', status: 200 },
  '404.astro': { path: '/no-such-page', status: 404 },
  '500.astro': { path: '/500', status: 500 },
  'admin/[...path].astro': { path: '/admin/orders', status: 200, isSignedIn: true },
  'back-soon.astro': { path: '/back-soon', status: 503 },
  'checkout/[secret].astro': { path: `/checkout/${'0'.repeat(32)}`, status: 404 },
  'choice.astro': { path: '/choice?token=none', status: 200 },
  'substitution.astro': { path: '/substitution?token=none', status: 200 },
  'delivery-options.astro': { path: DELIVERY, status: 200 },
  'faq.astro': { path: '/faq', status: 200 },
  'find-order.astro': { path: '/find-order', status: 200 },
  'florist.astro': { path: '/florist?token=none', status: 200 },
  'home.astro': { path: '/home', status: 200 },
  'index.astro': { path: '/', status: 200 },
  'manage.astro': { path: '/manage?token=none', status: 200 },
  'manage/calendar.ics.ts': { path: '/manage/calendar.ics?token=none', status: 404 },
  'meet-driver.ts': { path: '/meet-driver', status: 302 },
  'meet-location.ts': { path: '/meet-location', status: 302 },
  'payment.astro': { path: PAYMENT, status: 200 },
  'products.xml.ts': { path: '/products.xml', status: 200 },
  'stop.astro': { path: '/stop', status: 200 },
  'thank-you.astro': { path: '/thank-you?session_id=cs_none', status: 200 },
  'track.astro': { path: '/track?token=none', status: 200 },
  'unsubscribe.astro': { path: '/unsubscribe?token=none', status: 200 },
}

const shop = sharedShop()
let cookie: string
beforeAll(async () => {
  const signedIn = await fetch(`${shop.url}/api/auth/sign-in`, json(OWNER))
  cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
})
afterAll(() => shop.client.close())
afterEach(async () => {
  await shop.failDatabase(null)
  expect((await fetch(`${shop.url}/api/health`)).status).toBe(200)
})

/** A purchase, as the last test of a crowd. */
const buysAfterwards = () =>
  test('and the next one can buy', async () => {
    expect(await buy(`after-${crypto.randomUUID()}@example.com`)).toEqual(BOUGHT)
  })

function json(body: unknown): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shop.url },
    body: JSON.stringify(body),
  }
}

/** A purchase by the API, from the form to the confirmation: the status of each step. */
async function buy(email: string) {
  const form = checkoutRequest({ customerInfo: { email }, deliveryDetails: { option: 'tomorrow' } })
  const placed = await fetch(`${shop.url}/api/create-checkout-session`, json(form))
  const { sessionId } = (await placed.json()) as { sessionId: string }
  const paid = await fetch(
    `${shop.paymentsUrl}/_local/sessions/${sessionId}/pay`,
    json({ card: '4242424242424242' }),
  )
  await paid.arrayBuffer()
  const found = await fetch(`${shop.url}/api/get-order-details`, json({ sessionId }))
  await found.arrayBuffer()
  return { placed: placed.status, paid: paid.status, found: found.status }
}

const pageOf = (file: string): Asked => {
  const { path = '', isSignedIn } = ON_DEMAND[file] ?? {}
  return { path, headers: isSignedIn ? { cookie } : {} }
}

test('names every page that is rendered on demand', () => {
  const files = readdirSync(PAGES, { recursive: true, encoding: 'utf8' }).map((file) =>
    file.replaceAll('\\', '/'),
  )
  const onDemand = files.filter(
    (file) => /\.(astro|ts)$/.test(file) && /prerender = false/.test(readFileSync(join(PAGES, file), 'utf8')),
  )
  expect(onDemand.sort()).toEqual(Object.keys(ON_DEMAND).sort())
})

describe.each(CROWDS)('%i visitors at once', (count) => {
  test.each(READS)('are all answered by %s', async (path) => {
    expect(tallyOf(await allAtOnce(shop.url, count, { path }))).toEqual({ 200: count })
  })

  test.each(Object.entries(ON_DEMAND))('are all shown the page %s', async (file, { status }) => {
    expect(tallyOf(await allAtOnce(shop.url, count, pageOf(file)))).toEqual({ [status]: count })
  })

  buysAfterwards()
})

test('visitors who all meet a slow database are all answered', async () => {
  await shop.failDatabase({ kind: 'slow', ms: 500 })
  expect(tallyOf(await allAtOnce(shop.url, 200, { path: '/api/zip-codes/10001' }))).toEqual({ 200: 200 })
})

describe(`${LEAVING} visitors who leave before the answer keep nobody else from being answered`, () => {
  // Whatever asks the database is in the middle of it when its visitor leaves.
  beforeEach(() => shop.failDatabase({ kind: 'slow', ms: 300 }))

  test.each(READS)('by %s', async (path) => {
    await allLeave(shop.url, LEAVING, { path })
  })

  test.each(Object.keys(ON_DEMAND))('by the page %s', async (file) => {
    await allLeave(shop.url, LEAVING, pageOf(file))
  })

  buysAfterwards()
})

test(`${BUYERS} buyers at once all get their order, once, and the books agree`, async () => {
  const buyers = Array.from({ length: BUYERS }, (_, n) => `buyer-${n}@example.com`)
  // A run of the scheduled work sends a page of the mail that waits.
  const audited = async () => {
    await shop.scheduled()
    return audit(shop)
  }
  // Other files put orders into states that shoppers alone cannot reach.
  const before = await audited()
  const outcomes = await Promise.all(buyers.map(buy))
  expect(outcomes).toEqual(buyers.map(() => BOUGHT))
  await expect.poll(async () => (await audited()).filter((fault) => !before.includes(fault))).toEqual([])
})
