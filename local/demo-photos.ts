import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, inArray } from 'drizzle-orm'
import type { LibSQLDatabase } from 'drizzle-orm/libsql'
import type { Keys } from '#api/auth/tokens.ts'
import { floristTokens } from '#api/shop-orders/florist-link.ts'
import { fallbackImage } from '#domain/catalogue.ts'
import { priceOrder } from '#domain/pricing.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { orderItems, orders } from '#drizzle/schema/orders.ts'
import { orderPhotos } from '#drizzle/schema/photos.ts'
import { floristLinks, shopOrders } from '#drizzle/schema/shop-orders.ts'
import { PRODUCTS } from '#drizzle/seed/data.ts'
import { DEMO } from '#drizzle/seed/demo.ts'
import { ROOT } from './command.ts'

type Db = LibSQLDatabase<Record<string, never>>

/** The shop's name stands below each picture, and says what it is. */
const DRAWN = { id: 'shop-drawn', name: 'Drawn for the demonstration' } as const
const PICTURES_EACH = 3
const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** Tokens of older kinds are made from it; nothing here has one. */
const STAMP = '2026-11-29T00:00:00.000Z'

type Demo = {
  /** The keys of the copy's links. */
  keys: Keys
  /** Sends a request to the copy's API. @param path below /api */
  send: (path: string, init: RequestInit) => Promise<Response>
  now: Date
}

/**
 * Adds delivered orders with drawn pictures, so that the storefront shows bouquets "Made this week". Added before, their week
 * begins again. The market of {@link DEMO} must be there.
 */
export async function seedDemoPhotos(db: Db, { keys, send, now }: Demo): Promise<void> {
  await addShop(db, now.toISOString())
  const made = PRODUCTS.flatMap((product) =>
    Array.from({ length: PICTURES_EACH }, (_, at) => ({
      product,
      id: `drawn-${product.sku}-${at + 1}`,
      nth: at + 1,
    })),
  )
  const known = new Set((await db.select({ id: orders.id }).from(orders)).map(({ id }) => id))
  for (const { product, id } of made) {
    if (!known.has(id)) await addOrder(db, keys, { product, id, at: now.toISOString() })
  }
  const taken = await db
    .select()
    .from(orderPhotos)
    .where(
      inArray(
        orderPhotos.shopOrderId,
        made.map(({ id }) => id),
      ),
    )
  for (const { product, id, nth } of made) {
    if (taken.some(({ shopOrderId }) => shopOrderId === id)) continue
    const file = `${fallbackImage(product.title)}-${nth}.jpg`
    const [{ token }] = await tokensOf(keys, id)
    const response = await send(`/florist/photos?step=bouquet&key=${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
      body: readFileSync(join(ROOT, 'local/pictures', file)),
    })
    if (!response.ok)
      throw new Error(`The copy took no picture (${response.status}): ${await response.text()}`)
  }
  for (const [nth, { id }] of made.entries()) {
    // One every few hours, the last one now.
    const stamp = new Date(now.getTime() - (nth * 4 * DAY_MS) / made.length)
    const hoursLater = (hours: number) => new Date(stamp.getTime() + hours * HOUR_MS).toISOString()
    const [createdAt, at, promisedBy] = [hoursLater(-3), hoursLater(0), hoursLater(1)]
    await db.batch([
      db.update(orderPhotos).set({ createdAt: at }).where(eq(orderPhotos.shopOrderId, id)),
      db
        .update(shopOrders)
        .set({ status: 'delivered', statusUpdatedAt: at, answeredAt: createdAt, createdAt, updatedAt: at })
        .where(eq(shopOrders.id, id)),
      db
        .update(orders)
        .set({
          status: 'delivered',
          ...{ createdAt, paidAt: createdAt, deliveryDate: promisedBy, promisedBy, updatedAt: at },
        })
        .where(eq(orders.id, id)),
    ])
  }
}

const tokensOf = (keys: Keys, id: string) => floristTokens(keys, { id, shopOrderId: id, createdAt: STAMP })

function addShop(db: Db, at: string) {
  const row = {
    ...DRAWN,
    marketId: DEMO.marketId,
    stateId: 'state-nj',
    city: 'Hoboken',
    zip: DEMO.zip,
    streetAddress: '1 Sinatra Dr',
    // Nobody can make what is drawn.
    active: false,
    showsPhotos: true,
    createdAt: at,
    updatedAt: at,
  }
  return db.insert(shops).values(row).onConflictDoNothing()
}

type New = { product: (typeof PRODUCTS)[number]; id: string; at: string }

/** A paid order that its florist has accepted, and whose link takes a picture. */
async function addOrder(db: Db, keys: Keys, { product, id, at }: New): Promise<void> {
  const { subtotalCents, deliveryFeeCents, taxCents, totalCents } = priceOrder({
    subtotalCents: product.priceCents,
    deliveryFeeCents: 0,
  })
  const stamps = { createdAt: at, updatedAt: at }
  const tomorrow = new Date(Date.parse(at) + DAY_MS).toISOString()
  const [{ hash: tokenHash }] = await tokensOf(keys, id)
  await db.batch([
    db.insert(orders).values({
      id,
      orderReference: `ORD-${id.replace(/\D/g, '').padStart(8, '0')}`,
      customerName: 'Demo Drawing',
      customerEmail: 'demo@example.com',
      customerPhone: '(201) 555-0132',
      recipientName: 'Demo Recipient',
      deliveryAddress: '1 Sinatra Dr',
      deliveryCity: 'Hoboken',
      deliveryState: 'NJ',
      deliveryZip: DEMO.zip,
      // Of no market: they take no place of the three a day.
      marketId: null,
      timeZone: 'America/New_York',
      ...{ subtotalCents, deliveryFeeCents, taxCents, totalCents },
      status: 'processing',
      paymentStatus: 'paid',
      deliveryOption: 'tomorrow',
      deliveryDate: tomorrow,
      promisedBy: tomorrow,
      assignmentStatus: 'assigned',
      paidAt: at,
      ...stamps,
    }),
    db.insert(orderItems).values({
      id,
      orderId: id,
      productId: product.id,
      sku: product.sku,
      title: product.title,
      priceAtPurchaseCents: product.priceCents,
    }),
    db.insert(shopOrders).values({
      id,
      orderId: id,
      shopId: DRAWN.id,
      status: 'processing',
      statusUpdatedAt: at,
      answeredAt: at,
      answeredBy: 'florist',
      orderTotalCents: totalCents,
      shopCostCents: totalCents,
      platformFeeCents: 0,
      ...stamps,
    }),
    db.insert(floristLinks).values({
      id,
      shopOrderId: id,
      tokenHash,
      expiresAt: tomorrow,
      createdAt: at,
    }),
  ])
}
