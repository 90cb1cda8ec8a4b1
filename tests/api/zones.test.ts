import { afterAll, expect, test } from 'vitest'
import { openFloristFixture } from '#tests/support/florist-fixture.ts'

// Where orders of several zones stand in one list, the instants decide, not what the clocks there show.

const fixture = await openFloristFixture()
const promises = [
  ['2026-06-04T15:00:00.000Z', 'America/New_York'],
  ['2026-06-04T16:00:00.000Z', 'America/Los_Angeles'],
  ['2026-06-04T16:00:00.001Z', 'America/New_York'],
  ['2026-06-04T17:00:00.000Z', 'America/Los_Angeles'],
] as const
const rows = []
for (const at of [3, 0, 2, 1]) {
  const [promisedBy = '', timeZone = ''] = promises[at] ?? []
  rows.push({ at, ...(await fixture.bought({ promisedBy, timeZone })) })
}
const references = rows.toSorted((a, b) => a.at - b.at).map(({ orderReference }) => orderReference)
afterAll(() => fixture.shop.close())

const listed = async (path: string) => {
  const { body } = await fixture.admin.get(`/admin${path}`)
  const rows = body['rows'] as { reference?: string; orderReference?: string }[]
  return rows.map(({ reference, orderReference }) => reference ?? orderReference)
}

test('orders of several zones are sorted by promised time', async () => {
  expect(await listed('/orders?sort=promised')).toEqual(references)
  expect(await listed('/orders?sort=promised&direction=desc')).toEqual(references.toReversed())
})

test('orders that await a shop are sorted by promised time, on the dashboard too', async () => {
  expect(await listed('/assignments')).toEqual(references)
  const { body } = await fixture.admin.get('/admin/dashboard')
  type List = { rows: { reference: string }[] }
  const rows = ['inDanger', 'toAssign'].flatMap((list) => (body[list] as List).rows)
  expect(rows.map(({ reference }) => reference)).toEqual(references)
})

test('shop orders of several zones are sorted by promised time', async () => {
  const { body } = await fixture.admin.get('/admin/orders?sort=promised')
  for (const { id } of (body['rows'] as { id: string }[]).toReversed())
    await fixture.assigned({ orderId: id })
  expect(await listed('/shop-orders?sort=promised')).toEqual(references)
  expect(await listed('/shop-orders?sort=promised&direction=desc')).toEqual(references.toReversed())
})
