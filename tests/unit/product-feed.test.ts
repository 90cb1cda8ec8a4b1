import { readFileSync } from 'node:fs'
import { DOMParser } from 'linkedom'
import { describe, expect, test } from 'vitest'
import { availability } from '#domain/availability.ts'
import { DELIVERY_OPTIONS } from '#domain/delivery.ts'
import { SITE } from '#domain/site.ts'
import { PRODUCTS } from '#drizzle/seed/data.ts'
import { productFeed } from '#src/lib/product-feed.ts'

// The feed of the bouquets, as merchant centers read it.

type Product = Parameters<typeof productFeed>[0][number]

const CATALOGUE = PRODUCTS.map((product): Product => ({ ...product, imageUrl: null }))
const BOUQUET = {
  ...CATALOGUE[0],
  sku: 'FLOWER-001',
  title: 'Really Bad',
  description: 'Roses.',
  priceCents: 4990,
  imageUrl: null,
}

/** An element without its prefix, its text, and those in it. */
type Read = { name: string; text: string; inside: Read[] }

function read(element: Element): Read {
  const inside = [...element.children].map(read)
  const name = element.tagName.replace(/^g:/, '')
  return { name, text: inside.length > 0 ? '' : (element.textContent ?? ''), inside }
}

/** The items, each with the texts of its elements by name, and those of its deliveries. */
function itemsOf(xml: string) {
  // A bare `&` or `<` is what breaks a feed.
  expect(xml).not.toMatch(/&(?!(amp|lt|gt);)/)
  const feed = new DOMParser().parseFromString(xml, 'text/xml')
  return [...feed.querySelectorAll('channel > item')].map((element) => {
    const parts = read(element).inside
    const fields = (of: readonly Read[]) => Object.fromEntries(of.map(({ name, text }) => [name, text]))
    return {
      fields: fields(parts.filter(({ inside }) => inside.length === 0)),
      deliveries: parts.filter(({ name }) => name === 'shipping').map(({ inside }) => fields(inside)),
      cutoff: parts.filter(({ name }) => name === 'handling_cutoff_time').map(({ inside }) => fields(inside)),
    }
  })
}

const itemOf = (product: Partial<Product>) => itemsOf(productFeed([{ ...BOUQUET, ...product }]))[0]

test('has what merchant centers require of each bouquet on sale, by its SKU', () => {
  expect(itemsOf(productFeed(CATALOGUE)).map(({ fields }) => fields)).toEqual(
    CATALOGUE.map(({ sku, title, description, priceCents }) => ({
      id: sku,
      title,
      description,
      link: `${SITE.address}/home?optionId=${sku}`,
      image_link: expect.stringMatching(/^https:.*\.jpg$/),
      availability: 'in_stock',
      price: `${(priceCents / 100).toFixed(2)} USD`,
      brand: SITE.brand,
      condition: 'new',
      identifier_exists: 'no',
    })),
  )
})

test('is RSS 2.0 with the names of Google, also without a bouquet on sale', () => {
  for (const products of [CATALOGUE, []]) {
    const xml = productFeed(products)
    expect(xml).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<rss version="2.0" xmlns:g="http:\/\/base.google.com\/ns\/1.0">\n<channel>\n<title>/,
    )
    expect(xml).toMatch(/<\/channel>\n<\/rss>\n$/)
    expect(itemsOf(xml)).toHaveLength(products.length)
  }
})

test.each([
  ['an ampersand and signs of XML', `Sorry & <b>"so" sorry</b> ']]>'`],
  ['what looks escaped', '&lt;Sorry&gt; &amp; more'],
  ['emoji and other scripts', 'Sorry 💐 👩‍👧 très désolé ごめん'],
  ['100 characters', 'Sorry & tulips '.repeat(7).slice(0, 100)],
])('%s come through as they are', (_, text) => {
  const description = `${text}\n\n${text}`
  expect(itemOf({ title: text, description })?.fields).toMatchObject({ title: text, description })
})

test('a title longer than merchant centers take is cut between characters', () => {
  expect(itemOf({ title: '💐'.repeat(255) })?.fields['title']).toBe('💐'.repeat(150))
})

test.each([
  [4990, '49.90 USD'],
  [5, '0.05 USD'],
  [999_999, '9999.99 USD'],
])('%i cents are %s', (priceCents, price) => {
  expect(itemOf({ priceCents })?.fields['price']).toBe(price)
})

describe('the picture', () => {
  test.each([
    ['uploaded', `/pictures/${'a'.repeat(64)}.jpg`, `${SITE.address}/pictures/${'a'.repeat(64)}.jpg`],
    [
      'of another site',
      'https://elsewhere.example/a b.jpg?x=1&y=2',
      'https://elsewhere.example/a%20b.jpg?x=1&y=2',
    ],
  ])('%s is the product’s own', (_, imageUrl, address) => {
    expect(itemOf({ imageUrl })?.fields['image_link']).toBe(address)
  })

  test.each([...CATALOGUE.map(({ title }) => title), 'Another'])(
    'of “%s” without its own is a JPEG of ours',
    (title) => {
      const address = itemOf({ title, imageUrl: null })?.fields['image_link'] ?? ''
      expect(address).toMatch(`${SITE.address}/bouquets/`)
      const file = readFileSync(new URL(`../../public${new URL(address).pathname}`, import.meta.url))
      expect(file.subarray(0, 3).toString('hex')).toBe('ffd8ff')
    },
  )
})

describe('delivery', () => {
  const ofBouquet = () => itemOf({}) ?? { deliveries: [], cutoff: [] }

  test('has each option’s fee and days, once for each beginning of a ZIP code in both cities', () => {
    const { deliveries } = ofBouquet()
    const beginnings = SITE.cities.flatMap(({ zipPrefixes }) => [...zipPrefixes])
    expect(deliveries).toEqual(
      beginnings.flatMap((beginning) =>
        Object.values(DELIVERY_OPTIONS).map(({ label, feeCents, sameDay }) => ({
          country: 'US',
          postal_code: `${beginning}*`,
          service: label,
          price: `${(feeCents / 100).toFixed(2)} USD`,
          min_handling_time: '0',
          max_handling_time: '0',
          min_transit_time: sameDay ? '0' : '1',
          max_transit_time: sameDay ? '0' : '1',
        })),
      ),
    )
    // Google takes no more of a product.
    expect(deliveries.length).toBeLessThanOrEqual(100)
  })

  test.each(SITE.cities)('has the cut-off of the market of $name, by its clock', ({ timeZone }) => {
    const { cutoff } = ofBouquet()
    expect(cutoff).toEqual([{ country: 'US', cutoff_time: expect.stringMatching(/^\d{4}$/) }])
    const [, hours, minutes] = /^(\d\d)(\d\d)$/.exec(cutoff[0]?.['cutoff_time'] ?? '') ?? []
    const market = { timeZone, openingHours: null, pausedReason: null, closedDates: [] }
    const offset = timeZone === 'America/New_York' ? '-04:00' : '-07:00'
    const at = Date.parse(`2026-06-04T${hours}:${minutes}:00${offset}`)
    const open = [at - 1, at].map((time) => availability(new Date(time), market).sameDayOpen)
    expect(open).toEqual([true, false])
  })
})
