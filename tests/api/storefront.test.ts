import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { waitlist } from '#drizzle/schema/messages.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { MORNING } from '#tests/support/shop.ts'

const shop = await shareTestShop()

test('the bouquets on sale come by price, with the default description where there is none', async () => {
  const at = MORNING.toISOString()
  await shop.client.execute({
    sql: `update products set description = null, price_cents = 20000 where sku = 'FLOWER-001'`,
    args: [],
  })
  await shop.client.execute({
    sql: 'insert into products (id, sku, title, price_cents, created_at, updated_at) values (?, ?, ?, ?, ?, ?)',
    args: ['p4', 'FLOWER-004', 'Not for sale', 1, at, at],
  })
  const { status, body } = await shop.get('/products')
  expect(status).toBe(200)
  expect(body['products']).toEqual([
    expect.objectContaining({ sku: 'FLOWER-002', priceCents: 8999 }),
    expect.objectContaining({ sku: 'FLOWER-003', priceCents: 13999 }),
    expect.objectContaining({ sku: 'FLOWER-001', description: 'Really Bad flower arrangement' }),
  ])
})

test.each([
  ['/products/FLOWER-002', 200],
  ['/products/FLOWER-004', 404],
  ["/products/'%20or%201=1", 404],
])('%s answers %i', async (path, status) => {
  expect((await shop.get(path)).status).toBe(status)
})

test.each([
  ['10001', 'New York City', 'EST'],
  ['11201', 'New York City', 'EST'],
  ['94110', 'San Francisco', 'PST'],
])('%s is served by %s', async (zip, market, zone) => {
  const { body } = await shop.get(`/zip-codes/${zip}`)
  expect(body).toMatchObject({
    zip,
    served: true,
    market: { name: market },
    availability: { sameDayOpen: true, message: `Same day delivery available before 2pm ${zone}` },
  })
})

test('a ZIP that nobody serves is an answer, not a failure', async () => {
  const { status, body } = await shop.get('/zip-codes/90210')
  expect([status, body]).toEqual([
    200,
    {
      zip: '90210',
      served: false,
      neverServed: null,
      place: { city: null, state: 'CA' },
      market: null,
      availability: null,
    },
  ])
})

test.each(['10008', '94188'])(
  '%s of a market has boxes only: nothing is delivered there, ever',
  async (zip) => {
    const neverServed = `${zip} is for PO boxes only. Please enter the ZIP code of the street address.`
    const expected = { zip, served: false, neverServed, market: null }
    expect((await shop.get(`/zip-codes/${zip}`)).body).toMatchObject(expected)
    expect((await shop.get(`/storefront?zip=${zip}`)).body).toMatchObject({ zip: expected })
  },
)

test.each(['1000', '100011', 'abcde', '1000%20', "1'or1"])('the ZIP %s is refused in words', async (zip) => {
  const { status, body } = await shop.get(`/zip-codes/${zip}`)
  expect(status).toBe(422)
  expect(body['error']).toMatchObject({
    issues: [{ path: 'zip', message: 'Please enter a 5-digit ZIP code' }],
  })
})

test('one answer holds what a page needs', async () => {
  const { body } = await shop.get('/storefront?sku=FLOWER-003&zip=94110')
  expect(body).toMatchObject({
    products: [{}, {}, {}],
    product: { sku: 'FLOWER-003' },
    zip: { served: true, market: { id: 'market-sf' } },
  })
  const none = await shop.get('/storefront?sku=NOPE')
  expect(none.body).toMatchObject({ product: null, zip: null })
})

const person = { email: 'lee@example.com', city: 'Boise', state: 'ID', zipCode: '83702' }

test('the waitlist takes a person once per email and ZIP, and thanks twice', async () => {
  for (const email of [person.email, 'LEE@example.com', person.email]) {
    const { status, body } = await shop.post('/waitlist', { ...person, email })
    expect([status, body]).toEqual([200, { success: true }])
  }
  await shop.post('/waitlist', { ...person, zipCode: '83702-1234', story: ' I forgot. ' })
  const rows = await shop.db.select().from(waitlist)
  expect(rows.map(({ zipCode, story, contacted }) => [zipCode, story, contacted])).toEqual([
    ['83702', null, false],
    ['83702-1234', 'I forgot.', false],
  ])
})

test.each([
  [{ email: '' }, 'email', 'Email is required'],
  [{ email: 'lee@' }, 'email', 'Invalid email format'],
  [{ email: undefined }, 'email', 'Email is required'],
  [{ zipCode: '' }, 'zipCode', 'ZIP code is required'],
  [{ zipCode: '8370' }, 'zipCode', 'ZIP code must be 5 digits or 5+4 format'],
  [{ city: '' }, 'city', 'City is required'],
  [{ state: 'XX' }, 'state', 'State is required'],
])('the waitlist refuses %j', async (change, path, message) => {
  const { status, body } = await shop.post('/waitlist', { ...person, ...change })
  expect(status).toBe(422)
  expect(body['error']).toMatchObject({ issues: [{ path, message }] })
  expect(await shop.db.$count(waitlist)).toBe(0)
})

test('an unknown failure tells its request id and the call’s own words, never its text', async () => {
  await shop.db.run(sql`alter table market_zipcodes rename to lost`)
  const { status, body, headers } = await shop.get('/zip-codes/10001')
  await shop.db.run(sql`alter table lost rename to market_zipcodes`)
  expect(status).toBe(500)
  expect(body).toEqual({
    error: {
      code: 'unknown',
      message: 'Error checking your ZIP code. Please try again.',
      issues: [],
      requestId: headers.get('x-request-id'),
    },
  })
  expect(shop.logged).toContainEqual(
    expect.objectContaining({
      event: 'unknown_error',
      fields: expect.objectContaining({ requestId: headers.get('x-request-id') }),
    }),
  )
})

test('an unknown path is a failure in the same shape, not a page', async () => {
  const { status, body, headers } = await shop.get('/nothing/here')
  expect([status, headers.get('content-type')]).toEqual([404, expect.stringContaining('application/json')])
  expect(body['error']).toMatchObject({ code: 'not_found', requestId: expect.any(String) })
})

test('a request id that a caller makes up is not taken over', async () => {
  const response = await shop.app.request('/api/health', { headers: { 'x-request-id': 'made-up' } })
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})
