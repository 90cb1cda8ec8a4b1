import { beforeEach, expect, test } from 'vitest'
import type { OrderDetail } from '#api/orders/detail.ts'
import { localText } from '#domain/zoned-time.ts'
import { disputes } from '#drizzle/schema/checkout.ts'
import { orderFlags, orders } from '#drizzle/schema/orders.ts'
import { openFloristFixture } from '#tests/support/florist-fixture.ts'
import { orderFlag } from '#tests/support/rows.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

// Whoever asks about an order gets one answer: its page, its shop order, both lists, the dashboard, the desk, the sheets, the florist, the buyer, the letters.

const shop = await shareTestShop()
let fixture: Awaited<ReturnType<typeof openFloristFixture>>
beforeEach(async () => {
  fixture = await openFloristFixture(shop)
})

type Asked = Awaited<ReturnType<typeof fixture.asked>>
type Told = Pick<OrderDetail['situation'], 'kind' | 'label' | 'actions' | 'sentence'>
type Listed = { id: string; situation?: Told | null }

const inHours = (hours: number) =>
  localText(new Date(shop.clock.at.getTime() + hours * 60 * 60_000), 'America/New_York')
const answer = ({ token }: Asked, what: string) => shop.post('/florist/answer', { token, answer: what })
const late = ({ token, order }: Asked) =>
  shop.post('/florist/late', {
    token,
    until: localText(new Date(Date.parse(order.promisedBy) + 3_600_000), 'America/New_York'),
  })
const missed = ({ token }: Asked, said: object) =>
  shop.post('/florist/attempt', { token, key: crypto.randomUUID(), outcome: 'nobody', ...said })
const flagged = ({ order }: Asked, kind: 'disputed' | 'needs_refund') =>
  shop.db.insert(orderFlags).values(orderFlag({ orderId: order.id, kind }))

/** Everything that is said about an order, by where it is said. */
async function saidOf({ id, order, token }: Asked) {
  const read = async (path: string) => (await fixture.admin.get(path)).body
  const rowIn = async (path: string, key: string) => {
    const rows = (await read(path))['rows'] as Listed[]
    return rows.find((row) => row.id === key)?.situation
  }
  const dashboard = Object.entries(await read('/admin/dashboard')).flatMap(([list, value]) => {
    const rows = (value as { rows?: Listed[] } | null)?.rows ?? []
    return rows.filter((row) => row.id === order.id).map(({ situation }) => ({ list, situation }))
  })
  const florist = (await shop.post('/florist/order', { token })).body['headline'] as { heading: string }
  const buyer = (await shop.post('/tracking', { token: order.trackingToken })).body[
    'headline'
  ] as typeof florist
  return {
    page: (await read(`/admin/orders/${order.id}`))['situation'] as Told,
    shopOrder: (await read(`/admin/shop-orders/${id}`))['situation'] as Told,
    listed: await rowIn('/admin/orders', order.id),
    listedAtShop: await rowIn('/admin/shop-orders', id),
    dashboard,
    desk: (await read(`/admin/assignments/${order.id}`))['situation'] as Told,
    sheet: ((await read('/admin/shop-orders/print'))['shops'] as { sheets: Listed[] }[])
      .flatMap(({ sheets }) => sheets)
      .find((sheet) => sheet.id === id)?.situation,
    florist: florist.heading,
    buyer: buyer.heading,
  }
}

test.each<
  [
    string,
    (asked: Asked) => Promise<unknown>,
    list: string | null,
    told: object,
    florist: string,
    buyer: string,
  ]
>([
  [
    'just asked',
    async () => null,
    'waitingForFlorist',
    { label: 'Waiting for the florist', actions: [] },
    'Can you make this?',
    'We are on it.',
  ],
  [
    'accepted',
    (asked) => answer(asked, 'accept'),
    null,
    { kind: 'making', actions: [] },
    'It’s yours.',
    'A florist is on it.',
  ],
  [
    'in danger by the florist’s own word',
    async (asked) => {
      await answer(asked, 'accept')
      await late(asked)
    },
    'inDanger',
    { label: 'In danger', look: 'red', actions: ['ask', 'call', 'reassign'] },
    'It’s yours.',
    'A florist is on it.',
  ],
  [
    'nobody there, and the sender is to be asked',
    async (asked) => {
      await answer(asked, 'accept')
      await missed(asked, { nextStep: 'ask_sender' })
    },
    'nobodyThere',
    { label: 'Nobody there', look: 'red', actions: ['call_buyer', 'call', 'settle'] },
    'Nobody was there.',
    'We knocked. Nobody answered.',
  ],
  [
    'nobody there, and a second attempt is promised',
    async (asked) => {
      await answer(asked, 'accept')
      await answer(asked, 'ready')
      await missed(asked, { nextStep: 'second_attempt', nextAt: inHours(2) })
    },
    'nobodyThere',
    { label: 'Nobody there', actions: ['call', 'call_buyer', 'settle'] },
    'Nobody was there.',
    'We knocked. Nobody answered.',
  ],
  [
    'disputed',
    async (asked) => {
      await answer(asked, 'accept')
      await flagged(asked, 'disputed')
    },
    'disputed',
    { label: 'Disputed', look: 'red', actions: ['settle'] },
    'It’s yours.',
    'A florist is on it.',
  ],
  [
    'disputed, and the bank decides',
    async (asked) => {
      await answer(asked, 'accept')
      await flagged(asked, 'disputed')
      await shop.db.insert(disputes).values({
        ...{ id: 'dispute-1', orderId: asked.order.id, amountCents: 6358, reason: 'fraudulent' },
        ...{
          status: 'under_review',
          createdAt: shop.clock.at.toISOString(),
          updatedAt: shop.clock.at.toISOString(),
        },
      })
    },
    null,
    { kind: 'bank_decides', label: 'Disputed' },
    'It’s yours.',
    'A florist is on it.',
  ],
  [
    'cancelled, and the money is still here',
    async (asked) => {
      await shop.db.update(orders).set({ status: 'cancelled', paymentReference: 'pi_1' })
      await flagged(asked, 'needs_refund')
    },
    'needsRefund',
    { label: 'Needs refund', look: 'red', actions: ['refund', 'settle'] },
    'This order was cancelled.',
    'This order was cancelled.',
  ],
  [
    'late at the florist',
    async (asked) => {
      await answer(asked, 'accept')
      shop.clock.at = new Date(Date.parse(asked.order.promisedBy) + 60_000)
    },
    'overdue',
    { kind: 'overdue', actions: ['call'] },
    'It’s yours.',
    'We are late.',
  ],
])('%s: one answer', async (_, happens, list, told, florist, buyer) => {
  const asked = await fixture.asked({ customerEmail: 'sam@example.com' })
  await happens(asked)
  const said = await saidOf(asked)
  expect(said.page).toMatchObject(told)
  expect([said.shopOrder, said.desk]).toEqual([said.page, said.page])
  for (const listed of [said.listed, said.listedAtShop, said.sheet])
    expect(said.page).toMatchObject({ ...listed })
  expect(said.dashboard).toEqual(list === null ? [] : [{ list, situation: said.page }])
  expect([said.florist, said.buyer]).toEqual([florist, buyer])
})

test.each([
  ['ask_sender', 'Call (555) 555-0142', 'tel:+15555550142'],
  ['at_shop', 'View order status', '/track?token='],
])(
  'the letter that nobody was there, and next %s, has the button of its sentence',
  async (nextStep, label, href) => {
    const asked = await fixture.asked({ customerEmail: `${nextStep}@example.com` })
    await answer(asked, 'accept')
    await missed(asked, { nextStep })
    await shop.settled()
    const [mail] = await shop.messages(asked.order.customerEmail)
    expect(mail?.subject).toContain('Nobody was there')
    const button = /<a[^>]*href="([^"]*)"[^>]*class="action"|<a[^>]*class="action"[^>]*href="([^"]*)"/.exec(
      mail?.html ?? '',
    )
    expect(button?.[1] ?? button?.[2]).toContain(href)
    expect(mail?.html).toContain(label)
  },
)

test('a shop order that its shop does not have any more says so, and leads to the next shop', async () => {
  const asked = await fixture.asked()
  await shop.post('/florist/answer', { token: asked.token, answer: 'reject', reason: 'We are full today.' })
  const { shopOrder, listedAtShop } = await saidOf(asked)
  expect(shopOrder).toMatchObject({
    sentence: `${asked.florist.name} rejected this order.`,
    actions: ['assign'],
  })
  expect(listedAtShop).toBeNull()
  await fixture.assigned({ orderId: asked.order.id })
  expect(await fixture.detail(asked.id)).toMatchObject({
    situation: {
      sentence: `${asked.florist.name} rejected this order. Another shop has it now.`,
      actions: [],
    },
  })
})
