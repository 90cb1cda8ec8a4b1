import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { openTestShop } from '#tests/support/shop.ts'
import { signIn } from '#tests/support/staff.ts'
import { COUNTS, READS } from './growth-reads.ts'
import { manyOrders } from './many.ts'
import { kB, ms, type Section, times } from './report.ts'
import { median, ratio } from './statistics.ts'

const MOST_GROWTH = 2

export type Size = { counts: readonly number[]; rounds: number }
type Side = Awaited<ReturnType<typeof open>>

/** The same shop with ever more orders: what takes longer, and what does not. */
export async function benchGrowth(
  size: Size = { counts: [1_000, 100_000, 1_000_000], rounds: 21 },
): Promise<Section[]> {
  const sides: Side[] = []
  for (const count of size.counts) sides.push(await open(count))
  try {
    return [await reading(sides, size.rounds), await csv(sides), await sizes(sides)]
  } finally {
    for (const { shop } of sides) await shop.close()
  }
}

async function open(count: number) {
  const shop = await openTestShop({ copyOf: await manyOrders(count), wire: true })
  const { rows } = await shop.client.execute(
    "select id, shop_id from shop_orders where status = 'delivered' limit 1",
  )
  const admin = await signIn(shop)
  const address = (path: string) =>
    `/admin${path}`
      .replace('{last}', String(count - 1))
      .replace('{delivered}', String(rows[0]?.['id']))
      .replace('{shop}', String(rows[0]?.['shop_id']))
  const read = async (path: string) => {
    const { status } = await admin.get(address(path))
    if (status !== 200) throw new Error(`${path} answered ${status} among ${count} orders.`)
  }
  const place = async () => {
    const { status } = await shop.post('/create-checkout-session', checkoutRequest())
    if (status !== 200) throw new Error(`Placing answered ${status} among ${count} orders.`)
  }
  return { shop, admin, count, read, place }
}

const number = (count: number) => count.toLocaleString('en-US')

async function reading(sides: readonly Side[], rounds: number): Promise<Section> {
  const work: [string, (side: Side) => Promise<void>][] = [
    ...Object.entries({ ...READS, ...COUNTS }).map(
      ([name, path]): [string, (side: Side) => Promise<void>] => [name, (side) => side.read(path)],
    ),
    ['placing an order', (side) => side.place()],
  ]
  const rows: string[][] = []
  const targets: Section['targets'][number][] = []
  let met = 0
  for (const [name, run] of work) {
    const found = await inTurn(sides, run, rounds).catch((error: unknown) => String(error))
    if (typeof found === 'string') {
      targets.push({ text: `${name}: ${found}`, met: false })
      continue
    }
    const { took, trips } = found
    const [first, ...more] = took
    if (!first) throw new Error('Nothing to compare.')
    const factors = more.map((those) => ratio(those, first))
    rows.push([name, ...took.map((those) => ms(median(those))), ...factors.map(times), trips.join(' / ')])
    // It takes minutes: report progress.
    console.log(rows.at(-1)?.join('  '))
    if (Math.max(...factors) <= MOST_GROWTH) met += 1
    else if (!Object.hasOwn(COUNTS, name))
      targets.push({ text: `${name}: ${factors.map(times).join(', ')}`, met: false })
  }
  targets.unshift({
    text: `${met} of ${work.length} are within ×${MOST_GROWTH} of ${number(sides[0]?.count ?? 0)} orders`,
    met: true,
  })
  return {
    title: 'Growth: what the back office reads, and an order',
    how: `Through the whole API, over the wire to the database, ${rounds} times at each size in turn; medians, and the median of the ratios. Round trips to the database at each size.`,
    head: [
      '',
      ...sides.map(({ count }) => `${number(count)}: ms`),
      ...sides.slice(1).map(({ count }) => `× at ${number(count)}`),
      'round trips',
    ],
    rows,
    targets,
  }
}

async function inTurn(sides: readonly Side[], run: (side: Side) => Promise<void>, rounds: number) {
  const took: number[][] = sides.map(() => [])
  const trips: number[] = sides.map(() => 0)
  for (let round = -Math.min(2, rounds - 1); round < rounds; round++) {
    // In turn, so that whatever else the machine does is in all of them.
    for (const [at, side] of sides.entries()) {
      const [before, started] = [side.shop.requests(), performance.now()]
      await run(side)
      if (round >= 0) took[at]?.push(performance.now() - started)
      trips[at] = side.shop.requests() - before
    }
  }
  return { took, trips }
}

/** The file of all orders: when it begins, how long a row takes, how much of it is held at a time. */
async function csv(sides: readonly Side[]): Promise<Section> {
  const rows: string[][] = []
  for (const { shop, admin, count } of sides) {
    const started = performance.now()
    const response = await shop.app.request('/api/admin/orders/csv', {
      headers: { cookie: await admin.cookie() },
    })
    const reader = response.body?.getReader()
    if (!reader) throw new Error('The file has no content.')
    collectGarbage()
    const before = held()
    let [bytes, lines, peak, firstMs] = [0, 0, 0, 0]
    for (let chunk = 0; ; chunk++) {
      const { done, value } = await reader.read()
      if (done) break
      if (chunk === 0) firstMs = performance.now() - started
      bytes += value.length
      for (const byte of value) if (byte === 10) lines += 1
      if (chunk % 50 > 0) continue
      collectGarbage()
      peak = Math.max(peak, held() - before)
    }
    const { rows: all } = await shop.client.execute('select count(*) as n from orders')
    if (lines !== Number(all[0]?.['n']) + 1)
      throw new Error(`The file of ${count} orders has ${lines} lines.`)
    const took = performance.now() - started
    rows.push([number(count), ms(firstMs), ((took * 1000) / count).toFixed(1), kB(bytes), kB(peak)])
  }
  return {
    title: 'Growth: the file of all orders',
    how: 'Read to its end, once at each size. Memory is what this whole process holds more than before, looked at every 50 pieces (after collecting garbage where it may be asked for: `NODE_OPTIONS=--expose-gc`).',
    head: ['orders', 'first byte, ms', 'µs a row', 'file, kB', 'most memory held, kB'],
    rows,
    targets: [],
  }
}

/** Bytes in memory, including external buffers, which hold the file's bytes. */
function held(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const collectGarbage = () => globalThis.gc?.()

async function sizes(sides: readonly Side[]): Promise<Section> {
  const rows: string[][] = []
  for (const { shop, count } of sides) {
    const { rows: found } = await shop.client.execute(
      `select (select page_count from pragma_page_count) * (select page_size from pragma_page_size) as all_bytes,
        (select sum(length(block)) from order_search_data) as search`,
    )
    const [all, search] = [Number(found[0]?.['all_bytes']), Number(found[0]?.['search'])]
    rows.push([number(count), kB(all / 1000), kB(search / 1000), kB(all / count)])
  }
  return {
    title: 'Growth: the database',
    how: 'The size of its file, of the search’s index in it, and of an order with everything that belongs to it.',
    head: ['orders', 'MB', 'of it search, MB', 'kB an order'],
    rows,
    targets: [],
  }
}
