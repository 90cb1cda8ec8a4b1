import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseClient } from '#api/database.ts'
import { makeManyOrders } from '#local/many-orders.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { signIn } from '#tests/support/staff.ts'

// A thousand orders against a hundred thousand, in one run, medians (`NODE_OPTIONS=--expose-gc vitest run --config
// tests/load/vitest.config.ts`, figures in docs/decisions.md):
// lists, filters, detail and the first page of any search take at most twice as long.

const [FEW, MANY] = [1_000, Number(process.env['ORDERS'] ?? 100_000)]
const TIMES = 31

type Side = { shop: TestShop; admin: Awaited<ReturnType<typeof signIn>>; count: number; delivered: string }
let sides: [Side, Side]

async function side(count: number): Promise<Side> {
  const shop = await openTestShop()
  const started = Date.now()
  // Patient: on a busy machine a batch takes longer than any request may.
  const client = databaseClient({ url: shop.databaseUrl, timeoutMs: 60_000 })
  await makeManyOrders(client, count, shop.clock.at)
  client.close()
  console.log(`${count} orders made in ${((Date.now() - started) / 1000).toFixed(1)} s`)
  const { rows } = await shop.client.execute("select id from shop_orders where status = 'delivered' limit 1")
  const delivered = String(rows[0]?.['id'])
  return { shop, admin: await signIn(shop), count, delivered }
}

beforeAll(async () => {
  sides = [await side(FEW), await side(MANY)]
})
afterAll(() => Promise.all(sides.map(({ shop }) => shop.close())))

/** What is read at both sizes; `{last}` is the newest order's number. */
const READS: Record<string, string> = {
  'list, newest first': '/orders',
  'list, by promised time': '/orders?sort=promised&direction=desc',
  'list, page 5': '/orders?page=5',
  assigned: '/orders?assignment=assigned',
  unassigned: '/orders?assignment=unassigned',
  'by status': '/orders?status=delivered',
  'status that is rare': '/orders?status=processing',
  'by payment': '/orders?payment=failed',
  'status and payment': '/orders?status=cancelled&payment=refunded',
  'all three, nothing found': '/orders?assignment=assigned&status=cancelled&payment=failed',
  'unassigned, by promised time': '/orders?assignment=unassigned&sort=promised',
  'detail, newest': '/orders/many-{last}',
  'detail, oldest': '/orders/many-0',
  'search: e-mail domain': '/orders?q=example.com',
  'search: e-mail domain, by promised time': '/orders?q=example.com&sort=promised',
  'search: a first name': '/orders?q=sam',
  'search: first and last name': '/orders?q=Ana Novak',
  'search: one letter': '/orders?q=s',
  'search: two letters': '/orders?q=jo',
  'search: status': '/orders?q=delivered',
  'search: shop': '/orders?q=bloom',
  'search: part of an e-mail': '/orders?q=smith7',
  'search: reference, common part': '/orders?q=ORD-',
  'search: nothing found': '/orders?q=qqqzzz',
  'search: letters that are common, word that is not': '/orders?q=ample.comp',
  'search and filter': '/orders?q=example.com&assignment=unassigned',
  'search and rare filter': '/orders?q=example.com&status=processing',
  'search and filters, nothing found': '/orders?q=delivered&status=cancelled',
  'orders to assign': '/assignments',
  'orders to assign, unpaid ones too': '/assignments?includeUnpaid=true',
  'choosing a shop': '/assignments/many-{last}',
  'shop orders': '/shop-orders',
  'shop orders, page 5': '/shop-orders?page=5',
  'shop orders in a status': '/shop-orders?show=delivered',
  'shop orders to pay': '/shop-orders?show=to-pay',
  'shop orders that were paid': '/shop-orders?show=paid',
  'shop orders, search: shop': '/shop-orders?q=bloom',
  'shop orders, search: shop, in a status': '/shop-orders?q=bloom&show=delivered',
  'shop orders, search: beginning of a reference': '/shop-orders?q=ORD-7K3',
  'shop orders, search: beginning of an id': '/shop-orders?q=many-shop',
  'shop orders, search: nothing found': '/shop-orders?q=qqqzzz',
  'shop order, detail': '/shop-orders/{delivered}',
}

test.each(Object.entries(READS))('%s', async (name, path) => {
  const times: [number[], number[]] = [[], []]
  for (let n = 0; n < TIMES; n++) {
    // In turn, so that whatever else the machine does is in both.
    for (const at of [0, 1] as const) {
      const { admin, count, delivered } = sides[at]
      const address = `/admin${path.replace('{last}', String(count - 1)).replace('{delivered}', delivered)}`
      const started = performance.now()
      const { status } = await admin.get(address)
      times[at].push(performance.now() - started)
      expect(status).toBe(200)
    }
  }
  const [few, many] = times.map(median) as [number, number]
  console.log(`${name.padEnd(52)} ${few.toFixed(2)} → ${many.toFixed(2)} ms  ×${(many / few).toFixed(2)}`)
  expect(many / few).toBeLessThan(2)
})

test('the file of all orders comes while it is read, and never lies in memory whole', async () => {
  const peaks: number[] = []
  for (const { shop, admin, count } of sides) {
    const response = await shop.app.request('/api/admin/orders/csv', {
      headers: { cookie: await admin.cookie() },
    })
    const reader = response.body?.getReader()
    if (!reader) throw new Error('No body')
    globalThis.gc?.()
    const before = held()
    let [bytes, lines, peak] = [0, 0, 0]
    for (let chunk = 0; ; chunk++) {
      const { done, value } = await reader.read()
      if (done) break
      bytes += value.length
      lines += value.reduce((all, byte) => all + Number(byte === 10), 0)
      if (chunk % 20 > 0) continue
      globalThis.gc?.()
      peak = Math.max(peak, held() - before)
    }
    expect(lines).toBe(count + 1)
    peaks.push(peak)
    console.log(
      `${count} orders: ${(bytes / 1e6).toFixed(1)} MB read, ${(peak / 1e6).toFixed(1)} MB held at most`,
    )
  }
  expect(Math.max(...peaks)).toBeLessThan(32e6)
})

/** Bytes in memory, what lies outside the heap too: the file's own bytes would. */
function held(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
