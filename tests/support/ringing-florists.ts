import { eq } from 'drizzle-orm'
import type { TextError } from '#api/platform/texts/texts.ts'
import { floristDevices, markets, shops } from '#drizzle/schema/markets.ts'
import { openFloristFixture } from './florist-fixture.ts'
import type { TestShop } from './shop.ts'

/** A shop whose florists' phones ring: by push, by text after 30 seconds, and who has not looked after two minutes is to be called. */
export async function openRingingFlorists(shop: TestShop) {
  const { db } = shop
  const fixture = await openFloristFixture(shop)
  const texts: { sent: { to: string; text: string }[]; fails: TextError | null } = { sent: [], fails: null }
  let n = 0
  shop.deps.texts = {
    ...shop.texts,
    send: async (to, text) => {
      if (texts.fails) throw texts.fails
      texts.sent.push({ to, text })
      return `text-${texts.sent.length}`
    },
  }

  /** @param names of the phones that ring */
  async function shopWith(...names: string[]) {
    n += 1
    const florist = await fixture.florist({ takesTexts: true, phone: `(212) 555-01${10 + n}` })
    await db
      .update(markets)
      .set({ textAfterSeconds: 30, callAfterSeconds: 120 })
      .where(eq(markets.id, florist.marketId))
    const createdAt = shop.clock.at.toISOString()
    const devices = names.map((name) => {
      const id = crypto.randomUUID()
      return {
        id,
        name,
        shopId: florist.id,
        endpoint: `https://push.example/${id}`,
        p256dh: 'p'.repeat(87),
        auth: 'a'.repeat(22),
        createdAt,
      }
    })
    if (devices.length > 0) await db.insert(floristDevices).values(devices)
    return { florist, devices }
  }

  /** Asks a shop about a new order. */
  async function ask(shopId: string, changes: Parameters<typeof fixture.bought>[0] = {}) {
    const [{ marketId = null } = {}] = await db.select().from(shops).where(eq(shops.id, shopId))
    const place = { deliveryAddress: '9 Elm St', deliveryUnit: 'Apt 4B', deliveryZip: '10011' }
    const order = await fixture.bought({ marketId, ...place, ...changes })
    const { id } = await fixture.assigned({ orderId: order.id, shopId })
    await shop.settled()
    return { order, id }
  }

  /** Seconds later, after a run of the job. */
  async function later(seconds: number) {
    shop.pass(seconds / 60)
    await shop.scheduled()
    await shop.settled()
  }

  return { fixture, texts, shopWith, ask, later }
}

export type RingingFlorists = Awaited<ReturnType<typeof openRingingFlorists>>
