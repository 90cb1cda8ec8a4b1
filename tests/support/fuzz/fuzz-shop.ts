import { and, asc, eq, ne } from 'drizzle-orm'
import { floristTokens } from '#api/shop-orders/florist-link.ts'
import { users } from '#drizzle/schema/accounts.ts'
import { products } from '#drizzle/schema/catalogue.ts'
import { marketClosedDates, markets, marketZipcodes } from '#drizzle/schema/markets.ts'
import { orderFlags, orders } from '#drizzle/schema/orders.ts'
import { floristLinks } from '#drizzle/schema/shop-orders.ts'
import { PRODUCTS } from '#drizzle/seed/data.ts'
import { addPerson, mailedLink } from '#tests/support/browser.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { openFloristFixture } from '#tests/support/florist-fixture.ts'
import { manageToken } from '#tests/support/manage.ts'
import type { Operation } from '#tests/support/open-api.ts'
import { openOrderFixture } from '#tests/support/order-fixture.ts'
import { orderFlag } from '#tests/support/rows.ts'
import type { TestShop } from '#tests/support/shop.ts'
import { signIn } from '#tests/support/staff.ts'
import { Doubled } from './near.ts'
import { CANARY, SIGNS_IN } from './plausible.ts'
import { type Drawn, outgoing, type Parts } from './request.ts'

type Person = Awaited<ReturnType<typeof signIn>>

/** A shop with rows of every kind, so that requests refer to existing ids. */
export async function openFuzzShop(shop: TestShop) {
  const fixture = await openFloristFixture(shop)
  const orderFixture = await openOrderFixture(shop)
  const { passwordHash } = await addPerson(shop, { email: SIGNS_IN })
  let admin: Person = await somebody()
  let member: Person = await signIn(shop, { role: 'member' })
  let known: Record<string, string[]> = {}
  let link = 'no-link-yet'

  async function somebody(): Promise<Person> {
    const person = await signIn(shop)
    await shop.db.update(users).set({ passwordHash }).where(eq(users.id, person.person.id))
    return person
  }

  const place = async () => {
    const email = `${CANARY}@example.com`
    await shop.post('/create-checkout-session', checkoutRequest({ customerInfo: { email } }))
  }
  /** A request before this one may have taken the ZIP code of the form from its market, or closed it. */
  const deliverAgain = async () => {
    const { zip } = checkoutRequest().customerInfo
    const [market] = await shop.db
      .select({ marketId: markets.id })
      .from(markets)
      .orderBy(asc(markets.id))
      .limit(1)
    if (!market) throw new Error('There is no market')
    await shop.db.update(markets).set({ pausedReason: null, closedWithoutFlorist: false, openingHours: null })
    await shop.db.delete(marketClosedDates)
    await shop.db
      .insert(marketZipcodes)
      .values({ zipcode: zip, ...market })
      .onConflictDoNothing()
  }
  /** Requests may have deleted the bouquets, or given their SKUs to others. */
  const sellAgain = async () => {
    const stamp = shop.clock.at.toISOString()
    for (const { id, sku, ...product } of PRODUCTS) {
      await shop.db.delete(products).where(and(eq(products.sku, sku), ne(products.id, id)))
      await shop.db
        .insert(products)
        .values({ id, sku, ...product, createdAt: stamp, updatedAt: stamp })
        .onConflictDoUpdate({ target: products.id, set: { sku } })
    }
  }
  const join = (n: number) =>
    shop.post('/waitlist', {
      email: `${CANARY}${n}@example.com`,
      city: 'Reno',
      state: 'NV',
      zipCode: '89501',
    })

  /** Reads the existing ids by table, and tokens and sessions by kind. */
  const look = async () => {
    const { rows } = await shop.client.execute(
      `select t.name from sqlite_master t join pragma_table_info(t.name) c on c.name = 'id'
        where t.type = 'table' and t.name not like 'order_search%'`,
    )
    const tables = rows.map(({ name }) => String(name))
    const found = await shop.client.batch(
      [
        ...tables.map((name) => `select id from "${name}" order by rowid desc limit 10`),
        'select tracking_token as id from orders where tracking_token is not null limit 10',
        'select unsubscribe_token as id from waitlist limit 10',
        `select session_id as id from checkout_sessions where session_id is not null limit 10`,
      ],
      'read',
    )
    const names = [...tables, 'tracking', 'unsubscribe', 'session']
    known = Object.fromEntries(
      names.map((name, at) => [name, (found[at]?.rows ?? []).map(({ id }) => String(id))]),
    )
    const links = await shop.db.select().from(floristLinks).limit(10)
    known['florist'] = await Promise.all(
      links.map(async (link) => (await floristTokens(shop.deps.config, link))[0].token),
    )
    const paid = await shop.db
      .select({ id: orders.id })
      .from(orders)
      .where(eq(orders.paymentStatus, 'paid'))
      .limit(10)
    known['manage'] = await Promise.all(paid.map(({ id }) => manageToken(shop, id)))
    known['link'] = [link]
  }

  const named = (text: string): string | undefined => {
    const [, kind, n] = /^@(\w+):(\d+)$/.exec(text) ?? []
    if (kind === undefined) return undefined
    const there = known[kind] ?? []
    return there[Number(n) % Math.max(there.length, 1)] ?? 'nothing-there'
  }

  /** The version of the row that an address names; 1 for what has none. */
  const versionOf = async (parts: Parts): Promise<number> => {
    const id: unknown = Reflect.get(parts.path, 'id')
    if (typeof id !== 'string') return 1
    const { rows } = await shop.client.execute({
      sql: ['orders', 'shop_orders', 'products', 'shops', 'markets', 'users']
        .map((table) => `select version from ${table} where id = ?1`)
        .join(' union all '),
      args: [id],
    })
    return Number(rows[0]?.['version'] ?? 1)
  }

  return {
    look,
    join,
    secrets: () =>
      ['florist', 'tracking', 'unsubscribe', 'manage', 'link'].flatMap((kind) => known[kind] ?? []),
    /** Adds rows that an operation consumes. */
    refill: async ({ path }: Pick<Operation, 'path'>) => {
      if (/florist|shop-orders|assignments/.test(path)) {
        await fixture.asked({ customerEmail: `${CANARY}@example.com` })
        await fixture.bought()
      }
      if (/refunds$|orders\/\{id\}$|manage/.test(path)) {
        await deliverAgain()
        await sellAgain()
        await orderFixture.bought({ email: `${CANARY}@example.com` })
      }
      if (path.includes('flags')) {
        const { id: orderId } = await fixture.bought()
        await shop.db.insert(orderFlags).values(orderFlag({ orderId }))
      }
      if (/auth\/(link|reset-password)$/.test(path)) {
        await shop.post('/auth/forgotten-password', { email: SIGNS_IN }, { origin: shop.deps.config.origin })
        link = (await mailedLink(shop, SIGNS_IN)).token
      }
      if (path.endsWith('accept-invitation')) {
        const email = `${CANARY}.invited@example.com`
        await (await somebody()).post('/admin/users', { email, role: 'member' })
        link = (await mailedLink(shop, email)).token
      }
      if (path.endsWith('get-order-details')) await place()
    },
    headersOf: async (who: Drawn['who']): Promise<Record<string, string>> => {
      const { origin } = shop.deps.config
      if (who === 'nobody') return { origin }
      return { origin, cookie: await (who === 'admin' ? admin : member).cookie() }
    },
    /** Signs in new users after a request ended their sessions or rights. */
    newPeople: async () => {
      admin = await somebody()
      member = await signIn(shop, { role: 'member' })
    },
    /** The request for a drawn value, with placeholders replaced by existing ids. */
    requestOf: async (operation: Operation, drawn: Drawn) => {
      const parts = filled(drawn.parts, named)
      const version = await versionOf(parts)
      return outgoing(operation, {
        ...drawn,
        parts: filled(parts, (text) => (text === '@version' ? version : undefined)),
      })
    },
  }
}

/** A copy, with texts in it replaced. Fields keep their names, `__proto__` too. */
function filled<T>(value: T, name: (text: string) => unknown): T
function filled(value: unknown, name: (text: string) => unknown): unknown {
  if (typeof value === 'string') return name(value) ?? value
  if (value instanceof Doubled) return new Doubled(filled(value.first, name), filled(value.second, name))
  if (Array.isArray(value)) return value.map((item) => filled(item, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, filled(field, name)]))
}
