import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Page } from '#api/platform/database/paging-schema.ts'
import { waitlist } from '#drizzle/schema/messages.ts'
import { orders } from '#drizzle/schema/orders.ts'
import type { WaitlistEntry, WaitlistRow } from '#src/admin/waitlist/queries.ts'
import { waitlistEntry } from '#tests/support/message-rows.ts'
import { plansOf } from '#tests/support/recorded.ts'
import { order } from '#tests/support/rows.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { signIn } from '#tests/support/staff.ts'

let shop: TestShop
let admin: Awaited<ReturnType<typeof signIn>>

beforeAll(async () => {
  shop = await openTestShop()
  admin = await signIn(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.db.delete(waitlist)
  await shop.db.delete(orders)
})

const add = async (...entries: ReturnType<typeof waitlistEntry>[]) => {
  await shop.db.insert(waitlist).values(entries)
  return entries
}
const minute = (n: number) => new Date(Date.UTC(2026, 5, 1, 0, n)).toISOString()

async function list(query: Record<string, string> = {}) {
  const answer = await admin.get(`/admin/waitlist?${new URLSearchParams(query)}`)
  expect(answer.status).toBe(200)
  return answer.body as unknown as Page<WaitlistRow>
}

async function detail(id: string) {
  const answer = await admin.get(`/admin/waitlist/${id}`)
  expect(answer.status).toBe(200)
  return answer.body as unknown as WaitlistEntry
}

describe('the list', () => {
  test('lists ten a page, newest first, and where the page stands', async () => {
    await add(...Array.from({ length: 23 }, (_, n) => waitlistEntry({ id: `w${n}`, createdAt: minute(n) })))
    const first = await list()
    expect(first.rows.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, n) => `w${22 - n}`))
    expect(first.info).toEqual({ page: 1, pageSize: 10, total: 23, capped: false })
    expect((await list({ page: '3' })).rows.map(({ id }) => id)).toEqual(['w2', 'w1', 'w0'])
    // Beyond the last page there is the last one.
    for (const page of ['4', '1000001']) expect(await list({ page })).toEqual(await list({ page: '3' }))
  })

  test('a row tells what the list shows, no story and no unsubscribe token', async () => {
    const [entry] = await add(waitlistEntry({ story: 'Secret' }))
    const { story, unsubscribeToken, mailbox, ...shown } = entry ?? waitlistEntry()
    expect((await list()).rows).toEqual([shown])
  })

  test.each<[string, string[]]>([
    ['lee@', ['lee']],
    ['LEE@Example', ['lee']],
    ['oak', ['oak']],
    ['Oakland, CA', ['oak']],
    ['oakland,  ca', ['oak']],
    ['California', ['oak']],
    ['id', ['lee']],
    ['idaho', ['lee']],
    ['9460', ['oak']],
    ['83702-1', ['lee']],
    ['%', ['percent']],
    ['_', ['percent']],
    ['\\', ['percent']],
    ["'; drop table waitlist; --", []],
    ['nobody', []],
    ['', ['lee', 'oak', 'percent']],
  ])('searching for %j', async (q, expected) => {
    await add(
      waitlistEntry({
        id: 'lee',
        email: 'lee@example.com',
        city: 'Boise',
        state: 'ID',
        zipCode: '83702-1234',
      }),
      waitlistEntry({ id: 'oak', email: 'kim@example.com', city: 'Oakland', state: 'CA', zipCode: '94601' }),
      waitlistEntry({
        id: 'percent',
        email: 'a%_\\b@example.com',
        city: 'Lynn',
        state: 'MA',
        zipCode: '01901',
      }),
    )
    expect((await list({ q })).rows.map(({ id }) => id).sort()).toEqual(expected)
  })

  test('filters by whether somebody has written to them, together with words', async () => {
    await add(
      waitlistEntry({ id: 'done', contacted: true }),
      waitlistEntry({ id: 'open', contacted: false }),
      waitlistEntry({ id: 'elsewhere', contacted: true, city: 'Boise', state: 'ID' }),
    )
    expect((await list({ contacted: 'yes' })).rows.map(({ id }) => id).sort()).toEqual(['done', 'elsewhere'])
    expect((await list({ contacted: 'no' })).rows.map(({ id }) => id)).toEqual(['open'])
    expect((await list({ contacted: 'yes', q: 'oakland' })).rows.map(({ id }) => id)).toEqual(['done'])
  })

  test('counts up to 10,000 and says that there are more; no step walks the table without an index', async () => {
    await manyEntries(10_050)
    expect((await list({ q: 'example' })).info).toEqual({
      page: 1,
      pageSize: 10,
      total: 10_000,
      capped: true,
    })
    expect((await list({ page: '1005' })).rows).toHaveLength(10)
    const { requests, plans } = await plansOf(shop, () => list())
    // The guard's, and one.
    expect(requests).toBe(2)
    expect(plans[0]?.steps).toContain('SCAN waitlist USING INDEX waitlist_created_at')
  })

  test('a failure is told in words of ours, not in its own', async () => {
    const { client } = shop
    const { batch } = client
    client.batch = () => Promise.reject(new Error('secret: waitlist'))
    const answer = await admin.get('/admin/waitlist')
    client.batch = batch
    expect(answer).toMatchObject({ status: 500, body: { error: { message: 'Failed to load the waitlist' } } })
    expect(JSON.stringify(answer)).not.toContain('secret')
  })
})

/** Entries of many people, two of each minute. */
async function manyEntries(count: number) {
  await shop.client.execute({
    sql: `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
      insert into waitlist (id, email, city, state, zip_code, story, unsubscribe_token, created_at)
      select 'many-' || i, 'p' || i || '@example.com', 'Oakland', 'CA', '94601', 'Story ' || i, 'many-token-' || i,
        strftime('%Y-%m-%dT%H:%M:00.000Z', '2026-01-01', '+' || (i / 2) || ' minutes') from n`,
    args: [count],
  })
}

describe('one entry', () => {
  test('tells its story as it was typed', async () => {
    const story = '<script>alert(1)</script>\n=HYPERLINK("https://evil.example")'
    await add(waitlistEntry({ id: 'lee', story, zipCode: '99999' }))
    const found = await detail('lee')
    expect(found).toMatchObject({ id: 'lee', story, market: null, bought: null })
    expect(Object.keys(found)).not.toContain('unsubscribeToken')
  })

  test.each(['10001', '10001-0002'])('says who serves %s by now', async (zipCode) => {
    await add(waitlistEntry({ id: 'lee', zipCode }))
    expect(await detail('lee')).toMatchObject({ market: { name: 'New York City' } })
  })

  test.each<[string, boolean, Parameters<typeof order>[0]]>([
    ['paid later', true, {}],
    ['paid later, in other letters', true, { customerEmail: 'LEE@Example.com' }],
    ['paid before', false, { paidAt: minute(4) }],
    ['never paid', false, { paymentStatus: 'pending', paidAt: null }],
    ['paid and got it all back', false, { paymentStatus: 'refunded' }],
    ['a sample', false, { isSample: true }],
    ['paid by somebody else', false, { customerEmail: 'kim@example.com' }],
  ])('whether they bought since: %s', async (_, bought, changes) => {
    await add(waitlistEntry({ id: 'lee', email: 'Lee@example.com', createdAt: minute(5) }))
    const base = {
      id: 'first',
      customerEmail: 'lee@example.com',
      paymentStatus: 'paid',
      paidAt: minute(6),
    } as const
    const placed = order({ ...base, ...changes })
    await shop.db
      .insert(orders)
      .values(
        [order({ ...base, ...changes, id: 'later', paidAt: placed.paidAt && minute(9) }), placed].filter(
          (row) => row.id === 'first' || bought,
        ),
      )
    expect((await detail('lee')).bought).toEqual(
      bought ? { orderId: 'first', reference: placed.orderReference, paidAt: minute(6) } : null,
    )
    const { body } = await admin.get('/admin/waitlist/demand')
    expect(body['all']).toMatchObject({ boughtSince: Number(bought) })
  })

  test('costs one round trip', async () => {
    await add(waitlistEntry({ id: 'lee' }))
    const { requests, plans } = await plansOf(shop, () => detail('lee'))
    expect(requests).toBe(2)
    expect(plans.flatMap(({ steps }) => steps).filter((step) => step.startsWith('SCAN'))).toEqual([])
    expect(plans[2]?.steps.join()).toContain('orders_customer_email')
  })

  test('answers 404 for an unknown entry', async () => {
    expect(await admin.get('/admin/waitlist/nobody')).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found' } },
    })
  })
})

describe('contacted', () => {
  const stored = async (id: string) => (await detail(id)).contacted
  const set = (id: string, body: unknown) => admin.put(`/admin/waitlist/${id}/contacted`, body)

  test('is set to what was said, however often', async () => {
    await add(waitlistEntry({ id: 'lee' }), waitlistEntry({ id: 'kim' }))
    for (const contacted of [true, true, false, false, true]) {
      expect(await set('lee', { contacted })).toMatchObject({ status: 200, body: { contacted } })
      expect(await stored('lee')).toBe(contacted)
    }
    expect(await stored('kim')).toBe(false)
  })

  test.each([{}, { contacted: 'yes' }, { contacted: 1 }, { contacted: true, email: 'x@y.z' }, 'yes', null])(
    'refuses %j',
    async (body) => {
      await add(waitlistEntry({ id: 'lee' }))
      expect((await set('lee', body)).status).toBe(422)
      expect(await stored('lee')).toBe(false)
    },
  )

  test('answers 404 for an unknown entry', async () => {
    expect((await set('nobody', { contacted: true })).status).toBe(404)
  })
})
