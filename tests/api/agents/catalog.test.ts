import { describe, expect, test } from 'vitest'
import type { Answer, Call } from '#api/agents/call.ts'
import { getProduct, lookupCatalog, searchCatalog } from '#api/agents/catalog/operations.ts'
import { policiesOf } from '#api/agents/policies.ts'
import {
  CAPABILITIES,
  type Capability,
  CHECKOUT,
  FULFILLMENT,
  LOOKUP,
  SEARCH,
  VERSIONS,
  type Version,
} from '#api/agents/versions.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

// What agents read of the catalog, in both releases of the protocol, on the shop's own rules.

const ORIGIN = 'https://shop.example'
const shop = await shareTestShop({ config: { origin: ORIGIN } })

const [NEW, OLD] = VERSIONS
const RETURNS = 'dev.ucp.shopping.policy.return'

/** A platform's call in a release, of one that knows everything unless it is said. */
function callOf(version: Version = NEW, shared: readonly Capability[] = CAPABILITIES): Call {
  const platform = {
    profileUrl: 'https://p.example/p.json',
    name: 'p.example',
    version,
    shared: new Set(shared),
  }
  return { deps: shop.deps, platform, idempotencyKey: null, requestHash: '' }
}

type Option = { id: string; title: string; description: { plain: string } }
type Variant = {
  id: string
  availability: { available: boolean; status?: string }
  inputs?: { id: string; match: string }[]
  fulfillment?: { methods: { description: { plain: string }; availability: object; options: Option[] }[] }
}
type Product = { id: string; title: string; variants: [Variant] }
type Body = {
  ucp: { version: string; status: string; capabilities?: Record<string, unknown> }
  products?: Product[]
  product?: Product
  pagination?: { has_next_page: boolean; total_count: number; cursor?: string }
  messages?: { type: string; code: string; content: string; severity?: string; path?: string }[]
  policies?: unknown[]
  continue_url?: string
}

async function read(answer: Promise<Answer>) {
  const { status, body } = await answer
  return { status, ...(structuredClone(body) as Body) }
}
const search = (body: unknown, call = callOf()) => read(searchCatalog(call, body))
const lookUp = (body: unknown, call = callOf()) => read(lookupCatalog(call, body))
const product = (body: unknown, call = callOf()) => read(getProduct(call, body))

const skus = ({ products }: Body) => products?.map(({ variants: [{ id }] }) => id)
const codes = ({ messages }: Body) => messages?.map(({ type, code }) => `${type} ${code}`)
const methodOf = ({ products }: Body) => products?.[0]?.variants[0].fulfillment?.methods[0]

const ALL = ['FLOWER-001', 'FLOWER-002', 'FLOWER-003']
/** Closes New York, with the words that shoppers read. */
const pause = () =>
  shop.client.execute("update markets set paused_reason = 'Snow until Friday' where id = 'market-nyc'")

describe('a product', () => {
  test('is a bouquet on sale with one variant, whose id is its SKU', async () => {
    const { status, ...body } = await product({ id: 'FLOWER-001' }, callOf(OLD))
    const price = { amount: 4999, currency: 'USD' }
    const text = expect.stringMatching(/^A polite handful/)
    const image = {
      type: 'image',
      url: `${ORIGIN}/bouquets/really-bad.jpg`,
      alt_text: 'Really Bad: the bouquet',
    }
    expect(status).toBe(200)
    expect(body).toEqual({
      ucp: { version: OLD, status: 'success', capabilities: { [LOOKUP]: [{ version: OLD }] } },
      product: {
        id: 'product-really-bad',
        title: 'Really Bad',
        description: { plain: text },
        url: `${ORIGIN}/home?optionId=FLOWER-001`,
        categories: [
          { value: '2899', taxonomy: 'google_product_category' },
          { value: 'Flowers', taxonomy: 'merchant' },
        ],
        price_range: { min: price, max: price },
        media: [image],
        variants: [
          {
            id: 'FLOWER-001',
            sku: 'FLOWER-001',
            title: 'Really Bad',
            description: {
              plain: expect.stringMatching(/About 14 inches tall, about 9 stems, in a wrap\.$/),
            },
            price,
            media: [image],
            availability: { available: true, status: 'in_stock' },
          },
        ],
      },
    })
  })

  test.each(['product-really-bad', 'FLOWER-001'])('is found by %s', async (id) => {
    expect((await product({ id })).product).toMatchObject({
      id: 'product-really-bad',
      variants: [{ id: 'FLOWER-001' }],
    })
  })

  test('without a description or a size has the words of the storefront', async () => {
    await shop.client.execute(
      'update products set description = null, height_inches = null, stems = null, container = null',
    )
    const { product: found } = await product({ id: 'FLOWER-002' })
    const description = { plain: 'Extremely Bad flower arrangement' }
    expect(found).toMatchObject({ description, variants: [{ description }] })
  })

  test.each([
    ['an unknown id', { id: 'FLOWER-999' }, 'not_found', 'unrecoverable'],
    ['a product that is not on sale', { id: 'p4' }, 'not_found', 'unrecoverable'],
    [
      'a price too high',
      { id: 'FLOWER-003', filters: { price: { max: 100 } } },
      'item_unavailable',
      'recoverable',
    ],
    [
      'a place that is not served',
      { id: 'FLOWER-001', filters: { fulfills_to: { postal_code: '99501' } } },
      'address_undeliverable',
      'recoverable',
    ],
  ])('%s is an outcome, not a failure', async (_, body, code, severity) => {
    const at = '2026-01-01T00:00:00.000Z'
    await shop.client.execute({
      sql: 'insert into products (id, sku, title, price_cents, created_at, updated_at) values (?, ?, ?, ?, ?, ?)',
      args: ['p4', 'FLOWER-004', 'Not for sale', 1, at, at],
    })
    expect(await product(body)).toEqual({
      status: 200,
      ucp: { version: NEW, status: 'error' },
      messages: [{ type: 'error', code, content: expect.any(String), severity }],
      continue_url: `${ORIGIN}/`,
    })
  })
})

describe('a search', () => {
  test.each([
    ['*', ALL],
    ['flowers', ALL],
    ['Apology flowers', ALL],
    ['a bouquet to say sorry', ALL],
    ['send apology flowers to Jess by six', ALL],
    ['roses', ['FLOWER-001', 'FLOWER-002']],
    ['a red ROSE', ['FLOWER-001', 'FLOWER-002']],
    ['rosés', ['FLOWER-001', 'FLOWER-002']],
    ['peony', ['FLOWER-002']],
    ['peonies and tulips', ['FLOWER-002']],
    ['flowers for an anniversary', ['FLOWER-002', 'FLOWER-001', 'FLOWER-003']],
    ['nuclear bad', ['FLOWER-003', 'FLOWER-001', 'FLOWER-002']],
    ['FLOWER-003', ['FLOWER-003', 'FLOWER-001', 'FLOWER-002']],
    ['a laptop for my wife', []],
    ['pizza delivery today', []],
    ['the', ALL],
    ['花束', []],
    ['💐', ALL],
    ['what do you have today', ALL],
    ["' or 1=1 --", []],
    ['zzz_no_such_product_zzz', []],
  ])('for %j finds the bouquets that have a word of it, the best first', async (query, expected) => {
    for (const version of VERSIONS) {
      const body = await search({ query }, callOf(version))
      expect([body.status, skus(body), body.messages]).toEqual([200, expected, undefined])
      expect(body.pagination).toEqual({ has_next_page: false, total_count: expected.length })
    }
  })

  test('follows the catalog: what an admin writes is found', async () => {
    await shop.client.execute("update products set title = 'Œillets d’été' where sku = 'FLOWER-003'")
    expect(skus(await search({ query: 'ete' }))).toEqual(['FLOWER-003'])
  })

  test.each([
    [{ price: { max: 8999 } }, ['FLOWER-001', 'FLOWER-002']],
    [{ price: { min: 5000 } }, ['FLOWER-002', 'FLOWER-003']],
    [{ price: { min: 5000, max: 4000 } }, []],
    [{ categories: ['flowers'] }, ALL],
    [{ categories: ['Footwear', '2899'] }, ALL],
    [{ categories: ['Footwear'] }, []],
    [{ categories: ['Flowers'], price: { max: 5000 } }, ['FLOWER-001']],
  ])('by the filters %j needs no query', async (filters, expected) => {
    for (const version of VERSIONS) expect(skus(await search({ filters }, callOf(version)))).toEqual(expected)
  })

  test.each([
    [{ price: { max: 5000 } }, 'usd', ['FLOWER-001'], undefined],
    [{ price: { max: 5000 } }, 'EUR', ALL, ['warning price_filter_ignored']],
    [{ categories: ['Flowers'] }, 'EUR', ALL, undefined],
  ])(
    'reads the price filter of %j as dollars or not at all: %s',
    async (filters, currency, expected, said) => {
      const body = await search({ query: '*', filters, context: { currency } })
      expect([skus(body), codes(body)]).toEqual([expected, said])
    },
  )

  test('is answered a page at a time', async () => {
    const pages: unknown[] = []
    let cursor: string | undefined
    do {
      const body = await search({ query: 'flowers', pagination: { limit: 2, ...(cursor && { cursor }) } })
      pages.push([skus(body), body.pagination?.total_count])
      cursor = body.pagination?.cursor
      expect(body.pagination?.has_next_page).toBe(cursor !== undefined)
    } while (cursor !== undefined)
    expect(pages).toEqual([
      [['FLOWER-001', 'FLOWER-002'], 3],
      [['FLOWER-003'], 3],
    ])
    expect(skus(await search({ query: '*', pagination: { limit: 10, cursor: '999999' } }))).toEqual([])
  })
})

describe('a lookup', () => {
  test('names each bouquet once, and the ids that led to it', async () => {
    for (const version of VERSIONS) {
      const ids = ['FLOWER-002', 'product-really-bad', 'FLOWER-001', 'FLOWER-001', 'product-really-bad']
      const { products, messages } = await lookUp({ ids }, callOf(version))
      expect(products?.map(({ id, variants: [{ inputs }] }) => [id, inputs])).toEqual([
        [
          'product-really-bad',
          [
            { id: 'product-really-bad', match: 'featured' },
            { id: 'FLOWER-001', match: 'exact' },
          ],
        ],
        ['product-extremely-bad', [{ id: 'FLOWER-002', match: 'exact' }]],
      ])
      expect(messages).toBeUndefined()
    }
  })

  test('is shorter by unknown ids, and says which without repeating them', async () => {
    const ids = ['FLOWER-003', '<script>', 'flower-001', '<script>']
    const body = await lookUp({ ids })
    expect([body.status, skus(body)]).toEqual([200, ['FLOWER-003']])
    expect(body.messages).toEqual(
      [2, 3].map((place) => ({
        type: 'info',
        code: 'not_found',
        content: `We sell nothing by the id at place ${place} of the request.`,
      })),
    )
    expect(await lookUp({ ids: ['nothing'] })).toMatchObject({ status: 200, products: [] })
  })

  test('leaves out what the filters do, which is not unknown', async () => {
    const body = await lookUp({ ids: ALL, filters: { price: { max: 5000 } } })
    expect([skus(body), body.messages]).toEqual([['FLOWER-001'], undefined])
  })

  test('takes 20 ids and no more', async () => {
    const ids = Array.from({ length: 20 }, (_, n) => `id-${n}`)
    expect((await lookUp({ ids })).status).toBe(200)
    expect(await lookUp({ ids: [...ids, 'FLOWER-001'] })).toEqual({
      status: 400,
      ucp: { version: NEW, status: 'error' },
      messages: [
        {
          type: 'error',
          code: 'request_too_large',
          content: 'At most 20 ids can be looked up at once.',
          severity: 'recoverable',
          path: '$.ids',
        },
      ],
      continue_url: `${ORIGIN}/`,
    })
  })
})

describe('deliveries, in the release that has them', () => {
  test('without a place are the four of the shop, whatever the time', async () => {
    shop.pass(24 * 60 - 60)
    expect(methodOf(await search({ query: '*' }))).toEqual({
      type: 'shipping',
      description: {
        plain:
          'A florist delivers in New York City and San Francisco, on the same day for orders before 2 PM there.',
      },
      availability: { available: true, status: 'in_stock' },
      options: [
        [
          'hour',
          'Within the next hour',
          '1 hour after the payment at the latest, for orders before 2 PM. Delivery fee $19.99.',
        ],
        [
          'few-hours',
          'Within the next few hours',
          '3 hours after the payment at the latest, for orders before 2 PM. Delivery fee $14.99.',
        ],
        ['today', 'By end of day', 'By 8 PM, for orders before 2 PM. Delivery fee $9.99.'],
        ['tomorrow', 'Tomorrow', 'By 12 PM on the day after the order. No delivery fee.'],
      ].map(([id, title, plain]) => ({ id, title, description: { plain } })),
    })
  })

  test('to a ZIP are those that are open there, with the promise of this minute', async () => {
    expect(methodOf(await search({ query: '*', context: { postal_code: '10001' } }))).toEqual({
      type: 'shipping',
      description: { plain: 'Same day delivery available before 2pm EST.' },
      availability: { available: true, status: 'in_stock' },
      options: [
        [
          'hour',
          'Within the next hour',
          'Today, Thu Jun 4, by 11:30 AM EST, if it is paid for now. Delivery fee $19.99.',
        ],
        [
          'few-hours',
          'Within the next few hours',
          'Today, Thu Jun 4, by 1:30 PM EST, if it is paid for now. Delivery fee $14.99.',
        ],
        ['today', 'By end of day', 'Today, Thu Jun 4, by 8 PM EST. Delivery fee $9.99.'],
        ['tomorrow', 'Tomorrow', 'Fri Jun 5, by 12 PM EST. No delivery fee.'],
      ].map(([id, title, plain]) => ({ id, title, description: { plain } })),
    })
  })

  test('after the cut-off of the place are the ones of tomorrow', async () => {
    shop.pass(4 * 60)
    const ids = async (zip: string) =>
      methodOf(await search({ query: '*', context: { postal_code: zip } }))?.options.map(({ id }) => id)
    expect(await ids('10001')).toEqual(['tomorrow'])
    expect(await ids('94110')).toEqual(['hour', 'few-hours', 'today', 'tomorrow'])
  })

  test('to a market that takes no orders are none, in the words of the shop', async () => {
    await pause()
    for (const version of VERSIONS) {
      const body = await search({ query: 'roses', context: { postal_code: '10001' } }, callOf(version))
      expect(body.products?.map(({ variants: [{ availability }] }) => availability)).toEqual(
        Array(2).fill({ available: false, status: 'out_of_stock' }),
      )
      expect(body.messages).toEqual([{ type: 'warning', code: 'closed', content: 'Snow until Friday.' }])
    }
    const filters = { fulfills_to: { address_country: 'US', postal_code: '10001' } }
    expect(methodOf(await search({ query: '*', filters }))).toMatchObject({
      description: { plain: 'Snow until Friday.' },
      availability: { available: false },
      options: [],
    })
    expect(codes(await product({ id: 'FLOWER-001', filters }))).toEqual(['warning closed'])
  })

  test.each([
    [{ address_country: 'US', postal_code: '10001' }, ALL],
    [{ address_country: 'usa', postal_code: '10001-2345' }, ALL],
    [{ address_country: 'United States', postal_code: '１０００１' }, ALL],
    [{ postal_code: '94110' }, ALL],
    [{ address_country: 'US' }, ALL],
    [{ address_country: 'US', address_region: 'NY' }, ALL],
    [{ address_region: 'california' }, ALL],
    [{ address_region: 'US-CA' }, ALL],
    [{ location: 'shop-1', postal_code: '10001' }, ALL],
    [{ address_country: 'US', postal_code: '99501' }, []],
    [{ address_country: 'US', address_region: 'TX' }, []],
    [{ address_region: 'Ontario' }, []],
    [{ address_country: 'US', postal_code: '10008' }, []],
    [{ address_country: 'US', postal_code: '1000' }, []],
    [{ address_country: 'CA', postal_code: '10001' }, []],
    [{ address_country: 'DE' }, []],
    [{ location: 'shop-1' }, []],
  ])('fulfills_to %j leaves what can be delivered there, whatever the context says', async (to, expected) => {
    for (const postal_code of ['10001', '99501']) {
      const body = await search({ filters: { fulfills_to: to }, context: { postal_code } })
      expect([body.status, skus(body), body.messages]).toEqual([200, expected, undefined])
    }
    expect(skus(await lookUp({ ids: ALL, filters: { fulfills_to: to } }))).toEqual(expected)
  })

  test.each([
    [['shipping'], ALL],
    [['pickup', 'shipping'], ALL],
    [['pickup'], []],
  ])('the methods %j leave what comes by one of them', async (methods, expected) => {
    expect(skus(await search({ filters: { methods } }))).toEqual(expected)
  })

  test.each([
    ['99501', false],
    ['10008', false],
    ['12', true],
    ['', true],
    ['10001', true],
  ])('a ZIP %j of the context hides nothing: available is %s', async (postal_code, available) => {
    for (const version of VERSIONS) {
      const body = await search({ query: '*', context: { postal_code } }, callOf(version))
      expect(skus(body)).toEqual(ALL)
      expect(body.products?.[0]?.variants[0].availability).toMatchObject({ available })
      expect(codes(body)).toEqual(available ? undefined : ['warning address_undeliverable'])
      if (!available) expect(JSON.stringify(body)).not.toContain(postal_code)
    }
  })

  test.each([
    ['in the older release', callOf(OLD)],
    ['of a platform that does not know them', callOf(NEW, [CHECKOUT, SEARCH, LOOKUP])],
  ])('%s are neither told nor filtered by', async (_, { platform }) => {
    const call = { ...callOf(), platform }
    const filters = { fulfills_to: { postal_code: '99501' }, methods: 7 }
    const body = await search({ query: '*', filters }, call)
    expect([skus(body), methodOf(body)]).toEqual([ALL, undefined])
    expect(Object.keys(body.ucp.capabilities ?? {})).toEqual([SEARCH])
    expect((await search({ filters }, call)).status).toBe(400)
  })
})

describe('every answer', () => {
  test.each([
    ['search', SEARCH, () => search({ query: '*' })],
    ['lookup', LOOKUP, () => lookUp({ ids: ['FLOWER-001'] })],
    ['product', LOOKUP, () => product({ id: 'FLOWER-001' })],
  ])('of %s names its capabilities and states the refund rule', async (_, capability, ask) => {
    const body = await ask()
    expect(body.ucp).toEqual({
      version: NEW,
      status: 'success',
      capabilities: { [capability]: [{ version: NEW }], [FULFILLMENT]: [{ version: NEW }] },
    })
    expect(body.policies).toEqual(policiesOf(ORIGIN))
    expect(body.policies).toEqual([
      {
        type: RETURNS,
        description: { plain: expect.stringMatching(/^There are no refunds on completed orders\. /) },
        url: `${ORIGIN}/refunds`,
      },
    ])
  })

  test('in the older release states no policies', async () => {
    const call = callOf(OLD)
    for (const body of [
      await search({ query: '*' }, call),
      await lookUp({ ids: ALL }, call),
      await product({ id: 'FLOWER-001' }, call),
    ]) {
      expect(body.policies).toBeUndefined()
    }
  })

  test('takes one round trip to the database, or none', async () => {
    const filters = { fulfills_to: { address_region: 'NY' } }
    for (const [ask, trips] of [
      [() => search({ query: '*', context: { postal_code: '10001' } }), 1],
      [() => search({ query: '*', filters }), 1],
      [() => lookUp({ ids: ALL }), 1],
      [() => product({ id: 'FLOWER-001' }), 1],
      [() => search({}), 0],
      [() => lookUp({ ids: [] }), 0],
    ] as const) {
      const before = shop.requests()
      await ask()
      expect(shop.requests() - before).toBe(trips)
    }
  })

  test('does not take a claim to a benefit, and says so', async () => {
    const context = { eligibility: ['com.example.gold'], intent: 'cheap', language: 'de' }
    const extra = { context, signals: { 'dev.ucp.buyer_ip': '192.0.2.1' }, attribution: 7, more: null }
    for (const version of VERSIONS) {
      const call = callOf(version)
      for (const [told, untold] of [
        [await search({ query: '*', ...extra }, call), await search({ query: '*' }, call)],
        [await lookUp({ ids: ALL, ...extra }, call), await lookUp({ ids: ALL }, call)],
        [await product({ id: 'FLOWER-001', ...extra }, call), await product({ id: 'FLOWER-001' }, call)],
      ] as const) {
        expect(codes(told)).toEqual(['warning eligibility_not_accepted'])
        expect({ ...told, messages: undefined }).toEqual({ ...untold, messages: undefined })
      }
    }
  })

  test('has no words beside an empty list but those about its ids', async () => {
    const context = { eligibility: ['com.example.gold'], postal_code: '99501' }
    const found = await search({ query: 'laptop', context })
    expect([skus(found), found.messages]).toEqual([[], undefined])
    expect(codes(await lookUp({ ids: ['laptop'], context }))).toEqual(['info not_found'])
  })

  test('is a failure of the caller’s while the database is away', async () => {
    shop.setDatabaseFault({ kind: 'error' })
    for (const ask of [
      () => search({ query: '*' }),
      () => lookUp({ ids: ALL }),
      () => product({ id: 'FLOWER-001' }),
    ]) {
      await expect(ask()).rejects.toThrow()
    }
  })
})

describe('a request that cannot be read', () => {
  test.each<[(body: unknown) => Promise<Body & { status: number }>, unknown, string, string]>([
    [search, {}, 'missing', '$.query'],
    [search, { query: ' \u200B ' }, 'missing', '$.query'],
    [search, { filters: {} }, 'missing', '$.query'],
    [search, { filters: { color: 'red', categories: [] } }, 'missing', '$.query'],
    [search, null, 'invalid', '$'],
    [search, [], 'invalid', '$'],
    [search, 'roses', 'invalid', '$'],
    [search, { query: 7 }, 'invalid', '$.query'],
    [search, { query: '*', filters: [] }, 'invalid', '$.filters'],
    [search, { query: '*', filters: { price: { max: 1.5 } } }, 'invalid', '$.filters.price.max'],
    [search, { query: '*', filters: { price: { min: -1 } } }, 'invalid', '$.filters.price.min'],
    [search, { query: '*', filters: { categories: ['a', 1] } }, 'invalid', '$.filters.categories[1]'],
    [search, { query: '*', filters: { methods: 'shipping' } }, 'invalid', '$.filters.methods'],
    [search, { query: '*', filters: { fulfills_to: 'NY' } }, 'invalid', '$.filters.fulfills_to'],
    [search, { query: '*', context: { postal_code: 10001 } }, 'invalid', '$.context.postal_code'],
    [search, { query: '*', pagination: { limit: 0 } }, 'invalid', '$.pagination.limit'],
    [search, { query: '*', pagination: { cursor: '-1' } }, 'invalid', '$.pagination.cursor'],
    [lookUp, {}, 'missing', '$.ids'],
    [lookUp, { ids: [] }, 'invalid', '$.ids'],
    [lookUp, { ids: 'FLOWER-001' }, 'invalid', '$.ids'],
    [lookUp, { ids: ['FLOWER-001', null] }, 'invalid', '$.ids[1]'],
    [product, {}, 'missing', '$.id'],
    [product, { id: ['FLOWER-001'] }, 'invalid', '$.id'],
  ])('%o of %j is answered by 400 and the place of the fault', async (ask, body, code, path) => {
    expect(await ask(body)).toEqual({
      status: 400,
      ucp: { version: NEW, status: 'error' },
      messages: [{ type: 'error', code, content: expect.any(String), severity: 'recoverable', path }],
      continue_url: `${ORIGIN}/`,
    })
  })

  test.each([
    ['long', 'x'.repeat(100_000)],
    ['long of many words', 'rose '.repeat(20_000)],
    ['null bytes', '\u0000\u0000'],
    ['half characters', '\uD800'],
    ['invisible', '\u200B\u2060\u202E'],
    ['Arabic', 'زهور للاعتذار'],
    ['markup', '<script>alert(1)</script>'],
    ['of an object', '__proto__'],
  ])('a text that is %s breaks nothing and is not repeated', async (_, text) => {
    const context = { postal_code: text, currency: text, address_country: text, eligibility: [text] }
    const filters = { categories: [text], methods: [text], price: { max: 1 } }
    const to = { postal_code: text, address_country: text, address_region: text, location: text }
    for (const version of VERSIONS) {
      const call = callOf(version)
      for (const body of [
        await search({ query: text, context }, call),
        await search({ query: '*', context }, call),
        await search({ query: text, context, filters: { ...filters, fulfills_to: to } }, call),
        await lookUp({ ids: [text], context, filters: { fulfills_to: to } }, call),
        await product({ id: text, context }, call),
      ]) {
        expect([200, 400]).toContain(body.status)
        expect(JSON.stringify(body)).not.toContain(JSON.stringify(text).slice(1, -1))
      }
    }
  })
})
