import { eq } from 'drizzle-orm'
import type { SubstitutionQuestion } from '#api/questions/kinds.ts'
import { markets } from '#drizzle/schema/markets.ts'
import { orderSubstitutions } from '#drizzle/schema/order-substitutions.ts'
import type { FloristOrder } from '#src/lib/order-links.ts'
import { openFloristFixture } from './florist-fixture.ts'
import { openOrderFixture } from './order-fixture.ts'
import { orderAtFlorist } from './placed-order.ts'
import type { TestShop } from './shop.ts'

let buyers = 0

/** A shop whose orders were really bought, with a wish for missing flowers, and have been accepted by a florist. */
export async function openSubstitutionFixture(shop: TestShop) {
  const orders = await openOrderFixture(shop)
  const florists = await openFloristFixture(shop)
  const { db } = shop
  /** Everything that was put off, and the work of a minute. */
  const send = async () => {
    await shop.settled()
    await shop.scheduled()
    await shop.settled()
  }
  /** The tokens of the questions that a buyer was sent, newest first. */
  const tokensOf = async (email: string) => {
    await send()
    const mails = await shop.messages(email)
    return mails.flatMap(({ text }) => /\/substitution\?token=(\S+)/.exec(text)?.[1] ?? [])
  }
  const accepted = async (substitutionPreference: string) => {
    buyers += 1
    const email = `asked-${buyers}@example.com`
    const given = await orderAtFlorist(florists, { email, substitutionPreference })
    await shop.post('/florist/answer', { token: given.token, answer: 'accept' })
    await send()
    return { ...given, email, florist: String(given.florist.email) }
  }
  const substitute = async (token: string, changes: object = {}) => {
    const said = { missing: 'pink peonies', instead: 'white ranunculus', preference: 'ask', ...changes }
    const { status, body } = await shop.post('/florist/substitute', { token, ...said })
    return { status, body: body as unknown as FloristOrder & { error: { code: string; message: string } } }
  }

  return {
    shop,
    orders,
    florists,
    send,
    tokensOf,
    accepted,
    substitute,
    /** An order whose buyer is asked, and the link of the question. */
    asked: async () => {
      const given = await accepted('ask')
      const { status, body } = await substitute(given.token)
      if (status !== 200) throw new Error(JSON.stringify(body))
      const [question = ''] = await tokensOf(given.email)
      return { ...given, question }
    },
    look: async (token: string) => {
      const { status, body } = await shop.post('/substitution', { token })
      return { status, body: body as unknown as SubstitutionQuestion }
    },
    answer: (token: string, answer: string) => shop.post('/substitution/answer', { token, answer }),
    page: async (token: string) =>
      (await shop.post('/florist/order', { token })).body as unknown as FloristOrder,
    found: (token: string) => shop.post('/florist/found', { token }),
    rowsOf: (orderId: string) =>
      db
        .select()
        .from(orderSubstitutions)
        .where(eq(orderSubstitutions.orderId, orderId))
        .orderBy(orderSubstitutions.number),
    subjects: async (email: string) => {
      await send()
      return (await shop.messages(email)).map(({ subject }) => subject)
    },
    setMarket: (changes: Partial<typeof markets.$inferSelect>) => db.update(markets).set(changes),
  }
}

export type SubstitutionFixture = Awaited<ReturnType<typeof openSubstitutionFixture>>
