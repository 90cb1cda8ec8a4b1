import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { createAgents } from '#api/agents/routes.ts'
import { products } from '#drizzle/schema/catalogue.ts'
import { bouquetFields } from '#src/lib/flow-address.ts'
import { HELD_MS, letGoAfter } from '#tests/support/faulty-shop.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { withoutIds } from '#tests/support/without-ids.ts'

// Links of agents open the shop with a bouquet, and lead nowhere else.

const ORIGIN = 'https://shop.example'
const shop = await shareTestShop({ config: { origin: ORIGIN } })
const agents = createAgents(shop.deps, bouquetFields)

const ask = async (path: string, init?: RequestInit) => agents.request(ORIGIN + path, init)
const locationOf = async (path: string) => (await ask(path)).headers.get('location')

const FIRST = '/delivery-options?optionId=FLOWER-001&price=49.99&product=Really+Bad'
const SECOND = '/delivery-options?optionId=FLOWER-002&price=89.99&product=Extremely+Bad'
const NOT_FOUND = '/?notice=product-not-found'
const ITEM = '/buy/FLOWER-001:1'
const encode = (id: string) => `~${Buffer.from(id).toString('base64url')}`

/** Links, and where they lead: good ones, odd ones and hostile ones. */
const LINKS: Record<string, [link: string, to: string][]> = {
  'an item': [
    [ITEM, FIRST],
    ['/buy/FLOWER-002:1', SECOND],
    [`/buy/${encode('FLOWER-001')}:1`, FIRST],
    ['/buy/%7ERkxPV0VSLTAwMQ:1', FIRST],
    ['/buy/FLOWER-001%3A1', FIRST],
    [`${ITEM}?`, FIRST],
    [`${ITEM}?&&`, FIRST],
    ['/buy/FLOWER-999:1', NOT_FOUND],
    ['/buy/flower-001:1', NOT_FOUND],
    [`/buy/${encode('gid://shop/Product/1')}:1`, NOT_FOUND],
    [`/buy/${'a'.repeat(5000)}:1`, NOT_FOUND],
  ],
  'more than one bouquet': [
    ['/buy/FLOWER-001:2', `${FIRST}&notice=one-bouquet`],
    [`/buy/FLOWER-001:${'9'.repeat(400)}`, `${FIRST}&notice=one-bouquet`],
    ['/buy/FLOWER-002:1,FLOWER-001:1', `${SECOND}&notice=one-bouquet`],
    ['/buy/FLOWER-001:1,FLOWER-001:1', `${FIRST}&notice=one-bouquet`],
    ['/buy/FLOWER-999:1,FLOWER-002:1', `${SECOND}&notice=one-bouquet`],
    ['/buy/FLOWER-001:1%2CFLOWER-002:1', `${FIRST}&notice=one-bouquet`],
    ['/buy/FLOWER-001:3?continue_to=/home', '/home?optionId=FLOWER-001&notice=one-bouquet'],
  ],
  // Whoever reads them as an item that is not sold leads on to the page that the link asks for.
  'items that cannot be read': [
    '/buy/FLOWER-001',
    '/buy/FLOWER-001:',
    '/buy/FLOWER-001:0',
    '/buy/FLOWER-001:01',
    '/buy/FLOWER-001:-1',
    '/buy/FLOWER-001:1.5',
    '/buy/FLOWER-001:1e3',
    '/buy/FLOWER-001:%D9%A1',
    '/buy/FLOWER-001:1:1',
    '/buy/FLOWER-001:1,',
    '/buy/,FLOWER-001:1',
    '/buy/FLOWER-001:1/',
    '/buy/FLOWER-001:1,FLOWER-002:0',
    '/buy/:1',
    '/buy/~:1',
    '/buy/~!!:1',
    // Padding, bits left over at the end, the other alphabet, no UTF-8, a line break.
    '/buy/~RkxPV0VSLTAwMQ==:1',
    '/buy/~RkxPV0VSLTAwMR:1',
    '/buy/~_-8:1',
    '/buy/~+/8:1',
    '/buy/~wA:1',
    `/buy/${encode('FLOWER-001\n')}:1`,
    `/buy/${encode('FLOWER-001\u0085')}:1`,
    '/buy/a%2Fb:1',
    '/buy/FLOWER%20001:1',
    '/buy/FLOWER-001:1%00',
    '/buy/%FF:1',
    '/buy/%2525:1',
    "/buy/FLOWER-001'--:1",
    '/buy/a/b:1',
    '/buy/FLOWER-001:1%0A',
    '/buy/%0D%0ALocation:1',
    '/buy//evil.example:1',
  ].map((link) => [`${link}?continue_to=/faq`, NOT_FOUND]),
  'no items in the path': [
    ['/buy', '/'],
    ['/buy/', '/'],
    ['/buy?continue_to=/faq', '/faq'],
    ['/buy/?context/postal_code=94105&continue_to=/', '/'],
    ['/buy?line_items/0/item/id=FLOWER-002', SECOND],
    ['/buy?/line_items/0/item/id=FLOWER-002&line_items/0/quantity=2', `${SECOND}&notice=one-bouquet`],
    ['/buy?line_items/0/item/id=FLOWER-002&line_items/0/quantity=0', NOT_FOUND],
    ['/buy?line_items/00/item/id=FLOWER-002', '/'],
    ['/buy?line_items/0/item/id=', NOT_FOUND],
  ],
  'the path beats the query': [
    [`${ITEM}?line_items/0/quantity=5`, FIRST],
    [`${ITEM}?line_items/0/item/id=FLOWER-003`, FIRST],
    [`${ITEM}?line_items/1/item/id=FLOWER-003`, FIRST],
  ],
  'a page to go on to': [
    [`${ITEM}?continue_to=/faq`, '/faq'],
    [`${ITEM}?continue_to=%2Ffaq`, '/faq'],
    [`${ITEM}?continue_to=/home`, '/home?optionId=FLOWER-001'],
    [`${ITEM}?continue_to=/`, '/?optionId=FLOWER-001'],
    [`${ITEM}?continue_to=/delivery-options`, FIRST],
    [`${ITEM}?continue_to=/home%3FoptionId%3DFLOWER-003`, '/home?optionId=FLOWER-001'],
    [`${ITEM}?continue_to=/learn/../faq`, '/faq'],
    [`${ITEM}?continue_to=/faq%23late`, '/faq'],
    [`${ITEM}?continue_to=/caf%C3%A9`, '/caf%C3%A9'],
    [`${ITEM}?continue_to=/a+b`, '/a+b'],
    [`${ITEM}?continue_to=/faq%3Fbuyer%3Djess%26token%3Ds3cret%26page%3D2`, '/faq?page=2'],
    ['/buy/FLOWER-999:1?continue_to=/faq', '/faq'],
    ['/buy/FLOWER-999:1?continue_to=/home', '/home?notice=product-not-found'],
  ],
  'a page elsewhere': [
    '//evil.example',
    '///evil.example',
    'https://evil.example/',
    'evil.example',
    'javascript:alert(1)',
    '/%5Cevil.example',
    '/%5C/evil.example',
    '%2F%2Fevil.example',
    '/%2Fevil.example',
    '/%252Fevil.example',
    '/%255Cevil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%252e%252e//evil.example',
    '/x%0D%0ASet-Cookie:a=b',
    '/x%250D%250Aset-cookie',
    '/%09/evil.example',
    '/%20/evil.example',
    '/%C2%A0/evil.example',
    '/%E2%80%AE/evil.example',
    '/https://evil.example',
    '/faq%00',
    '/100%',
    '/%FF',
    '/%25zz',
    '',
    '/payment?optionId=FLOWER-003%26deliveryOption=hour',
    '/buy/FLOWER-001:1',
    '/api/health',
    '/.well-known/ucp',
    '/faq&continue_to=/about',
    '/faq&continue_to=/faq',
  ].map((to) => [`${ITEM}?continue_to=${to}`, FIRST]),
  'two parameters for one field': [
    [`${ITEM}?buyer/email=a%40b.example&/buyer/email=c%40d.example`, '/home?optionId=FLOWER-001'],
    [`${ITEM}?context/postal_code=1&context%2Fpostal_code=1`, '/home?optionId=FLOWER-001'],
    ['/buy?buyer/email=a%40b.example&/buyer/email=c%40d.example', '/'],
    ['/buy?buyer/email=a%40b.example&//buyer/email=c%40d.example&continue_to=/faq', '/'],
    ['/buy/FLOWER-999:1?context/intent=1&context/intent=2', '/'],
  ],
  'parameters of others': [
    [
      `${ITEM}?utm_source=mail&utm_medium=sms&color=black`,
      `${FIRST}&utm_source=mail&utm_medium=sms&color=black`,
    ],
    [`${ITEM}?ref=a&ref=b`, `${FIRST}&ref=a&ref=b`],
    [`${ITEM}?utm_source=a%26price%3D1%0Ab`, FIRST],
    [`${ITEM}?utm_campaign=a%26price%3D1`, `${FIRST}&utm_campaign=a%26price%3D1`],
    [`${ITEM}?utm_campaign=on+time`, `${FIRST}&utm_campaign=on+time`],
    ['/buy/FLOWER-999:1?utm_source=mail', `${NOT_FOUND}&utm_source=mail`],
    [`${ITEM}?utm_source=%FF&utm_medium=sms`, `${FIRST}&utm_medium=sms`],
    [`${ITEM}?x=${'y'.repeat(1900)}`, FIRST],
    [`${ITEM}?optionId=FLOWER-003&price=1.00&notice=one-bouquet&deliveryOption=hour&closed=99501`, FIRST],
    [`${ITEM}?__proto__=1&constructor/prototype=2&<script>=3`, `${FIRST}&__proto__=1`],
  ],
}

const ROWS = Object.entries(LINKS).flatMap(([kind, rows]) =>
  rows.map(([link, to]) => [kind, link, to] as const),
)

test('the table is long enough to be one', () => expect(ROWS.length).toBeGreaterThan(100))

describe('a link leads by 303, unkept, and without a referrer', () => {
  test.each(ROWS)('%s: %s', async (_, link, to) => {
    const answer = await ask(link)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, to])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await answer.text()).toBe('')
    expect(new URL(to, ORIGIN).origin).toBe(ORIGIN)
  })
})

/** A link may carry these of a person, of a secret, and of an answer; none of it is passed on. */
const KEPT_BACK = [
  'buyer/email=jess%40example.com',
  '/buyer/phone_number=%2B12125550142',
  'buyer=jess',
  'context/postal_code=10001',
  'context/intent=sorry',
  'fulfillment/methods/0/destinations/0/street_address=350+5th+Ave',
  'totals/0/amount=1',
  'status=completed',
  'id=chk_1',
  'attribution/utm_source=elsewhere',
  'discounts/codes/0=SAVE',
  '//buyer/email=jess%40example.com',
  'access_token=s3cret',
  'Token=s3cret',
  'api-key=s3cret',
  'session=s3cret',
  'code=s3cret',
  'utm_content=sk_live_s3cret',
  'utm_content=eyJhbGciOiJIUzI1NiJ9.e30.s3cret',
  'utm_content=jess%40example.com',
  'utm_content=jess%2540example.com',
  'buyer~1email=jess',
  'bu%C3%BFer=jess',
]

test.each(KEPT_BACK)('a link with %s leads to the bouquet without it', async (parameter) => {
  expect(await locationOf(`${ITEM}?${parameter}&utm_source=mail`)).toBe(`${FIRST}&utm_source=mail`)
})

test('the log has the route of a link, and nothing of its address', async () => {
  const path = `/buy/${encode('jess@example.com')}:1`
  const query = KEPT_BACK.join('&')
  for (const link of [path, ITEM, '/buy', '/buy/']) await ask(`${link}?${query}&utm_source=letter`)
  const routes = shop.logged.map(({ event, fields }) => [event, fields['route'], fields['status']])
  expect(routes).toEqual([
    ['request', '/buy/:items{[^]+}', 303],
    ['request', '/buy/:items{[^]+}', 303],
    ['request', '/buy', 303],
    ['request', '/buy/', 303],
  ])
  expect(withoutIds(JSON.stringify(shop.logged))).not.toMatch(
    /jess|s3cret|10001|2125550142|350|letter|FLOWER|~/,
  )
})

test('a link of 2,048 octets is taken', async () => {
  const link = `${ITEM}?utm_source=mail&x=`
  const answer = await ask(link + 'y'.repeat(2048 - ORIGIN.length - link.length))
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${FIRST}&utm_source=mail`])
})

test('no more than twenty parameters are passed on', async () => {
  const many = Array.from({ length: 300 }, (_, i) => `p${i}=1`).join('&')
  const to = new URL(String(await locationOf(`${ITEM}?${many}`)), ORIGIN)
  expect([...to.searchParams.keys()]).toEqual([
    ...['optionId', 'price', 'product'],
    ...Array.from({ length: 20 }, (_, i) => `p${i}`),
  ])
})

test('the price and the title are those of today', async () => {
  await shop.db
    .update(products)
    .set({ priceCents: 5_005, title: 'Bad & worse' })
    .where(eq(products.sku, 'FLOWER-001'))
  expect(await locationOf(ITEM)).toBe(
    '/delivery-options?optionId=FLOWER-001&price=50.05&product=Bad+%26+worse',
  )
})

test('a bouquet that the shop has deleted is not found', async () => {
  await shop.db.delete(products).where(eq(products.sku, 'FLOWER-001'))
  expect(await locationOf(ITEM)).toBe(NOT_FOUND)
})

test('a link writes nothing and asks the database once; one without a bouquet of ours never', async () => {
  const before = shop.requests()
  await ask(`${ITEM}?buyer/email=jess%40example.com`)
  expect(shop.requests() - before).toBe(1)
  for (const link of ['/buy', '/buy/FLOWER-999:1', '/buy/~!!:1']) await ask(link)
  expect(shop.requests() - before).toBe(1)
})

test('while the database is away, a link leads to the page of the bouquets, which says so', async () => {
  shop.setDatabaseFault({ kind: 'error' })
  expect(await locationOf(`${ITEM}?utm_source=mail`)).toBe('/home?optionId=FLOWER-001&utm_source=mail')
  expect(shop.logged).toContainEqual(expect.objectContaining({ event: 'permalink_without_products' }))
})

test('while the database does not answer, a link leads there as soon as a page has to be there', async () => {
  shop.setDatabaseFault({ kind: 'hang', times: 1, ms: HELD_MS })
  const { readMs } = shop.deps.config.timeLimits
  expect(await letGoAfter(readMs, shop, locationOf(ITEM))).toBe('/home?optionId=FLOWER-001')
})
