import type { Client } from '@libsql/client'
import { DELIVERY_OPTIONS, type DeliveryOptionId } from '#domain/delivery.ts'
import { priceOrder } from '#domain/pricing.ts'
import { CROCKFORD } from '#domain/reference.ts'
import { createRng, pick, type Rng } from '#tests/support/prng.ts'

const AT_ONCE = 2_000
const MINUTE_MS = 60_000
/** The newest orders are still on their way: this part of all. */
const OPEN_PART = 0.02

const FIRST = ['Sam', 'José', 'Ana', 'Mary', 'Peter', 'Olga', 'Liam', 'Noah', 'Emma', 'Ava', 'Zoë', 'Kwame']
const LAST = [
  'Sorry',
  'Smith',
  'García',
  'Jones',
  'Brown',
  'Lee',
  'Kim',
  'Novak',
  'Miller',
  'O’Neil',
  'Okafor',
]
const DOMAINS = ['example.com', 'example.com', 'example.com', 'mail.example', 'example.org']
const STREETS = ['5th Ave', 'Perry St', 'Broadway', 'Orchard St', 'Hudson St']

type Shop = { id: string; marketId: string }
type Product = { id: string; sku: string; title: string; priceCents: number }
type Row = Record<string, string | number | null>

/**
 * Fills a database with made-up orders, evenly over the time before `until`, with items, log and shop orders, as a shop
 * that has been at it for years has them: most are delivered, a few were never paid, the newest are still open.
 * The same numbers make the same orders. Shops and products must be there.
 * @param everyMinutes how far apart they were placed
 */
export async function makeManyOrders(
  client: Client,
  count: number,
  until: Date,
  everyMinutes = 10,
): Promise<void> {
  const rng = createRng(`orders ${count}`)
  const [shops, products] = [await shopsOf(client), await productsOf(client)]
  const { rows: triggers } = await client.execute(
    "select name, sql from sqlite_master where type = 'trigger' and name in ('order_index_insert', 'order_index_shop_order_insert')",
  )
  // They would write each order into the index of the search two times and take it out once.
  for (const { name } of triggers) await client.execute(`drop trigger ${String(name)}`)
  try {
    for (let first = 0; first < count; first += AT_ONCE) {
      const numbers = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, at) => first + at)
      const made = numbers.map((n) => {
        const placed = new Date(until.getTime() - (count - n) * everyMinutes * MINUTE_MS)
        return oneOrder(rng, n, placed, n >= count * (1 - OPEN_PART), shops, products)
      })
      const orders = made.map(({ order }) => order)
      await client.batch(
        [
          insert('orders', orders),
          insert(
            'order_items',
            made.map(({ item }) => item),
          ),
          insert(
            'order_events',
            made.flatMap(({ events }) => events),
          ),
          insert(
            'shop_orders',
            made.flatMap(({ given }) => given),
          ),
          searchable(orders),
        ].flat(),
        'write',
      )
    }
  } finally {
    for (const { sql } of triggers) await client.execute(String(sql))
  }
}

/** Writes orders into the index of the search, as its triggers do (drizzle/order-search.ts). */
function searchable(orders: readonly Row[]) {
  const args = [JSON.stringify(orders.map(({ id }) => id))]
  const these = '(select value from json_each(?))'
  return [
    {
      sql: `insert into order_search_keys (key, order_id)
        select cast(strftime('%s', created_at) || substr(created_at, 21, 3) || '000000' as integer), id
        from orders where id in ${these}`,
      args,
    },
    {
      sql: `insert into order_search (rowid, reference, customer, email, delivery, shop, status, payment, assignment)
        select key, reference, customer, email, delivery, shop, status, payment, assignment
        from order_index_rows where order_id in ${these}`,
      args,
    },
  ]
}

function oneOrder(
  rng: Rng,
  n: number,
  placed: Date,
  isOpen: boolean,
  shops: readonly Shop[],
  products: readonly Product[],
) {
  const [first, last] = [pick(rng, FIRST), pick(rng, LAST)]
  const product = pick(rng, products)
  const option = pick(rng, Object.keys(DELIVERY_OPTIONS) as DeliveryOptionId[])
  const price = priceOrder({
    subtotalCents: product.priceCents,
    deliveryFeeCents: DELIVERY_OPTIONS[option].feeCents,
  })
  const paid = rng() < 0.92
  const status = paid ? paidStatus(rng, isOpen) : 'cancelled'
  const refunded = paid && status === 'cancelled'
  const given = paid && status !== 'cancelled' && (!isOpen || rng() < 0.5)
  const shop = pick(rng, shops)
  const at = placed.toISOString()
  const promised = new Date(placed.getTime() + Math.round(rng() * 30 * 60) * MINUTE_MS).toISOString()
  const id = `many-${n}`
  const reference = `ORD-${Array.from({ length: 3 }, () => pick(rng, [...CROCKFORD])).join('')}${base32(n)}`
  const order: Row = {
    id,
    order_reference: reference,
    customer_name: `${first} ${last}`,
    customer_email: `${plain(first)}.${plain(last)}${n}@${pick(rng, DOMAINS)}`,
    customer_phone: '(212) 555-0100',
    recipient_name: pick(rng, FIRST),
    apology_note: 'I was wrong about the dishwasher.',
    delivery_address: `${1 + Math.floor(rng() * 900)} ${pick(rng, STREETS)}`,
    delivery_unit: n % 2 ? `Apt ${n % 40}` : null,
    delivery_city: 'New York',
    delivery_state: 'NY',
    delivery_zip: '10001',
    market_id: shop.marketId,
    time_zone: 'America/New_York',
    subtotal_cents: price.subtotalCents,
    delivery_fee_cents: price.deliveryFeeCents,
    tax_cents: price.taxCents,
    total_cents: price.totalCents,
    refunded_cents: refunded ? price.totalCents : 0,
    status,
    payment_status: paid ? (refunded ? 'refunded' : 'paid') : 'failed',
    delivery_option: option,
    delivery_date: promised,
    promised_by: promised,
    assignment_status: given ? 'assigned' : 'unassigned',
    paid_at: paid ? at : null,
    created_at: at,
    updated_at: at,
  }
  const item: Row = {
    id: `many-item-${n}`,
    order_id: id,
    product_id: product.id,
    sku: product.sku,
    title: product.title,
    price_at_purchase_cents: product.priceCents,
  }
  const event = (kind: string, actor: string): Row => ({
    id: `many-${kind}-${n}`,
    order_id: id,
    order_reference: reference,
    kind,
    actor,
    data: '{}',
    created_at: at,
  })
  const shopCents = Math.round(price.totalCents * 0.8)
  const shopOrder: Row = {
    id: `many-shop-order-${n}`,
    order_id: id,
    shop_id: shop.id,
    status: isOpen ? 'pending' : 'delivered',
    payment_status: isOpen ? 'pending' : 'paid',
    order_total_cents: price.totalCents,
    shop_cost_cents: shopCents,
    platform_fee_cents: price.totalCents - shopCents,
    status_updated_at: isOpen ? null : at,
    payment_updated_at: isOpen ? null : at,
    created_at: at,
    updated_at: at,
  }
  return {
    order,
    item,
    events: [event('placed', 'shopper'), event(paid ? 'paid' : 'expired', 'provider')],
    given: given ? [shopOrder] : [],
  }
}

function paidStatus(rng: Rng, isOpen: boolean): string {
  if (isOpen) return pick(rng, ['pending', 'confirmed', 'confirmed', 'processing'])
  const chance = rng()
  if (chance < 0.04) return 'cancelled'
  return chance < 0.25 ? 'completed' : 'delivered'
}

function base32(n: number): string {
  return Array.from({ length: 5 }, (_, place) => CROCKFORD.charAt((n >> (5 * (4 - place))) & 31)).join('')
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
}

/** One statement for many rows: they travel as one JSON text. */
function insert(table: string, rows: readonly Row[]) {
  const [first] = rows
  if (!first) return []
  const columns = Object.keys(first)
  return [
    {
      sql: `insert into ${table} (${columns.join(', ')})
        select ${columns.map((column) => `value ->> '${column}'`).join(', ')} from json_each(?)`,
      args: [JSON.stringify(rows)],
    },
  ]
}

async function shopsOf(client: Client): Promise<Shop[]> {
  const { rows } = await client.execute('select id, market_id from shops order by id')
  return rows.map((row) => ({ id: String(row['id']), marketId: String(row['market_id']) }))
}

async function productsOf(client: Client): Promise<Product[]> {
  const { rows } = await client.execute('select id, sku, title, price_cents from products order by id')
  return rows.map((row) => ({
    id: String(row['id']),
    sku: String(row['sku']),
    title: String(row['title']),
    priceCents: Number(row['price_cents']),
  }))
}
