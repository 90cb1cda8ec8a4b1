import { afterAll, describe, expect, test } from 'vitest'
import { products } from '#drizzle/schema/catalogue.ts'
import { markets, marketZipcodes, shops, states } from '#drizzle/schema/markets.ts'
import { openTestDatabase, SEEDED_AT } from '#tests/support/database.ts'
import { dump } from '#tests/support/dump.ts'
import { market } from '#tests/support/rows.ts'

// The rows of a new shop.

const { client, db, close } = await openTestDatabase({ seeded: true })
afterAll(close)

const union = await db.select().from(states)
const served = await db.select().from(marketZipcodes)
const florists = await db.select().from(shops)

test('nothing but the catalogue, delivery options, markets, shops and states is seeded', async () => {
  const filled = (await dump({ client }))
    .filter(({ rows, table }) => rows.length > 0 && !table.startsWith('order_search'))
    .map(({ table }) => table)
  expect(filled).toEqual([
    '__drizzle_migrations',
    'delivery_options',
    'market_zipcodes',
    'markets',
    'products',
    'shops',
    'states',
  ])
})

test('the fifty states, each once, and nothing else', async () => {
  const codes = union.map(({ code }) => code).sort()
  expect(codes.join(' ')).toBe(
    'AK AL AR AZ CA CO CT DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ NM NV NY ' +
      'OH OK OR PA RI SC SD TN TX UT VA VT WA WI WV WY',
  )
  const names = Object.fromEntries(union.map(({ code, name }) => [code, name]))
  expect(names).toMatchObject({ NY: 'New York', CA: 'California', HI: 'Hawaii', WV: 'West Virginia' })
})

test('both markets with their zones, always open, not paused, everything else off', async () => {
  const stamps = { createdAt: SEEDED_AT, updatedAt: SEEDED_AT }
  expect(await db.select().from(markets).orderBy(markets.name)).toEqual([
    market({ id: 'market-nyc', name: 'New York City', timeZone: 'America/New_York', ...stamps }),
    market({ id: 'market-sf', name: 'San Francisco', timeZone: 'America/Los_Angeles', ...stamps }),
  ])
})

test('three bouquets with their SKUs and prices', async () => {
  const rows = await db.select().from(products).orderBy(products.sku)
  expect(rows.map(({ sku, title, priceCents }) => [sku, title, priceCents])).toEqual([
    ['FLOWER-001', 'Really Bad', 4999],
    ['FLOWER-002', 'Extremely Bad', 8999],
    ['FLOWER-003', 'Nuclear Bad', 13999],
  ])
  for (const { description } of rows) expect(description?.trim()).toBeTruthy()
})

describe('ZIP codes', () => {
  const zipsOf = (market: string) =>
    served.filter(({ marketId }) => marketId === market).map(({ zipcode }) => zipcode)
  const [newYork, sanFrancisco] = [zipsOf('market-nyc'), zipsOf('market-sf')]

  test('every one of New York lies in a borough', () => {
    // Manhattan, Staten Island, the Bronx, Queens and Brooklyn by how their codes begin; two of Queens stand apart.
    const outside = newYork.filter((zip) => !/^(10[0-4]|11[1-4]|116|1100[45])/.test(zip))
    expect(outside).toEqual([])
    expect(newYork.length).toBeGreaterThan(200)
  })

  test.each([
    ['Manhattan', ['10001', '10014', '10025', '10128', '10280', '10282']],
    ['Staten Island', ['10301', '10314']],
    ['the Bronx', ['10451', '10463', '10475']],
    ['Brooklyn', ['11201', '11215', '11249']],
    ['Queens', ['11101', '11354', '11432', '11691', '11697', '11004', '11005']],
  ])('%s is served', (_, zips) => {
    expect(newYork).toEqual(expect.arrayContaining(zips))
  })

  test.each([
    ['Yonkers', '10701'],
    ['Mount Vernon', '10550'],
    ['Mineola', '11501'],
    ['Floral Park', '11001'],
    ['Hoboken', '07030'],
    ['Jersey City', '07302'],
  ])('%s is not served', (_, zip) => {
    expect([...newYork, ...sanFrancisco]).not.toContain(zip)
  })

  test('San Francisco is served, every one of it and nothing around', () => {
    expect(sanFrancisco.filter((zip) => !zip.startsWith('941'))).toEqual([])
    const residential = '02 03 04 05 07 08 09 10 11 12 14 15 16 17 18 21 22 23 24 27 29 30 31 32 33 34 58'
    const wanted = residential.split(' ').map((end) => `941${end}`)
    expect(sanFrancisco).toEqual(expect.arrayContaining(wanted))
    for (const zip of ['94014', '94015', '94080', '94005', '94501', '94601']) {
      expect(sanFrancisco).not.toContain(zip)
    }
  })
})

describe('shops', () => {
  const codes = new Map(union.map(({ id, code }) => [id, code]))

  test.each([
    ['market-nyc', 'New York', 'NY'],
    ['market-sf', 'San Francisco', 'CA'],
  ])('six active ones in %s, in its city and on its ZIP codes', (market, city, code) => {
    const own = florists.filter(({ marketId }) => marketId === market)
    expect(own).toHaveLength(6)
    for (const shop of own) {
      expect([shop.active, shop.city, codes.get(shop.stateId)]).toEqual([true, city, code])
      expect(served).toContainEqual({ zipcode: shop.zip, marketId: market })
    }
    expect(new Set(own.map(({ name }) => name)).size).toBe(6)
  })

  test('uses fictitious phone numbers and email addresses', () => {
    expect(florists).toHaveLength(12)
    for (const { phone, email } of florists) {
      expect(phone).toMatch(/^\(\d{3}\) 555-01\d\d$/)
      expect(email).toMatch(/^[a-z0-9-]+@florists\.example$/)
    }
    expect(new Set(florists.map(({ phone }) => phone)).size).toBe(12)
  })
})
