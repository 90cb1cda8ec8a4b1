import { asc, eq } from 'drizzle-orm'
import type { Choice } from '#api/questions/kinds.ts'
import { markets } from '#drizzle/schema/markets.ts'
import { type ChoiceRow, orderChoices } from '#drizzle/schema/order-choices.ts'
import type { Dashboard } from '#src/admin/dashboard/queries.ts'
import { type FloristFixture, openFloristFixture } from './florist-fixture.ts'
import { type OrderFixture, openOrderFixture } from './order-fixture.ts'
import { orderAtFlorist } from './placed-order.ts'
import type { TestShop } from './shop.ts'
import { signIn } from './staff.ts'

let people = 0

/** A shop whose orders are really bought, go to florists, and come into danger. */
export async function openDangerFixture(shop: TestShop) {
  const orders: OrderFixture = await openOrderFixture(shop)
  const florists: FloristFixture = await openFloristFixture(shop)
  const { db } = shop

  const choicesOf = (orderId: string): Promise<ChoiceRow[]> =>
    db.select().from(orderChoices).where(eq(orderChoices.orderId, orderId)).orderBy(asc(orderChoices.number))

  /** A new buyer's order, promised by the end of today; nobody has it. */
  const bought = async (customerInfo: object = {}) => {
    people += 1
    return orders.bought({ email: `buyer-${people}@example.com`, ...customerInfo })
  }
  const send = async () => {
    await shop.settled()
    await shop.scheduled()
    await shop.settled()
  }
  /** The tokens of the links that a buyer was sent, newest first. */
  const tokensOf = async (email: string) => {
    await send()
    const mails = await shop.messages(email)
    return mails.flatMap(({ text }) => /\/choice\?token=(\S+)/.exec(text)?.[1] ?? [])
  }
  /** Sessions are short, and hours pass here. */
  const offer = async (orderId: string, waitUntil: string | null = null) =>
    (await signIn(shop)).post(`/admin/orders/${orderId}/choice`, { waitUntil })

  return {
    shop,
    orders,
    florists,
    bought,
    choicesOf,
    send,
    tokensOf,
    offer,
    /** An order that a new florist has. */
    atFlorist: async (status?: 'accept' | 'ready') => {
      people += 1
      const given = await orderAtFlorist(florists, { email: `buyer-${people}@example.com` })
      if (status) await shop.post('/florist/answer', { token: given.token, answer: 'accept' })
      if (status === 'ready') await shop.post('/florist/answer', { token: given.token, answer: 'ready' })
      await shop.settled()
      return given
    },
    late: (token: string, until: string) => shop.post('/florist/late', { token, until }),
    /** An order in danger, and the link of its buyer. */
    offered: async (waitUntil: string | null = null) => {
      const order = await bought()
      await passTo(order.promisedBy, -30)
      const { status, body } = await offer(order.id, waitUntil)
      if (status !== 200) throw new Error(JSON.stringify(body))
      const [token = ''] = await tokensOf(order.customerEmail)
      return { ...order, token }
    },
    passTo,
    look: async (token: string) => {
      const { status, body } = await shop.post('/choice', { token })
      return { status, body: body as unknown as Choice }
    },
    answer: (token: string, answer: string, more: object = {}) =>
      shop.post('/choice/answer', { token, answer, ...more }),
    setMarket: (changes: Partial<typeof markets.$inferSelect>) => db.update(markets).set(changes),
    inDanger: async () => {
      const { body } = await (await signIn(shop)).get('/admin/dashboard')
      return (body as unknown as Dashboard).inDanger
    },
  }

  /** Turns the clock to some minutes after an instant, before it if negative. */
  function passTo(instant: string, minutes: number) {
    shop.clock.at = new Date(Date.parse(instant) + minutes * 60_000)
  }
}

export type DangerFixture = Awaited<ReturnType<typeof openDangerFixture>>
