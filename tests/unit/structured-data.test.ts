import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { availability } from '#domain/availability.ts'
import { DELIVERY_OPTIONS } from '#domain/delivery.ts'
import { formatMoney } from '#domain/money.ts'
import { SITE } from '#domain/site.ts'
import { PRODUCTS } from '#drizzle/seed/data.ts'
import { newYorkZips, sanFranciscoZips } from '#drizzle/seed/zip-codes.ts'
import { isoInstant } from '#src/lib/page-metadata.ts'
import {
  bouquets,
  jsonLd,
  publisher,
  type StructuredData,
  seller,
  shop,
  webSite,
} from '#src/lib/structured-data.ts'
import { aboutPage, article, breadcrumbs, faqPage, itemList, webPage } from '#src/lib/structured-pages.ts'

const catalogue = PRODUCTS.map((product) => ({ ...product, imageUrl: null }))
const ARTICLE = {
  path: '/learn/mess-up-index',
  title: 'The Mess-Up Index',
  description: 'A scale.',
  published: new Date('2026-11-21'),
  updated: new Date('2026-11-22'),
  sources: [
    {
      title: 'On Apologies',
      by: 'A. Author, B. Author',
      where: 'A Journal, 2016',
      url: 'https://doi.org/10.1/1',
    },
  ],
}
const NOW = new Date('2026-11-21T15:00:00Z')
const PAGE = { path: '/terms', title: 'Terms', description: 'The rules.', updated: new Date('2026-11-21') }
const WAY = { name: 'Steps', path: '/learn/steps' }

/** The data as a search engine gets it. */
function read(data: StructuredData) {
  return JSON.parse(jsonLd(data))
}

type Service = {
  handlingTime: { cutoffTime?: string }
  shippingConditions: {
    name: string
    shippingRate: { value: string }
    shippingDestination: { postalCodePrefix: string[] }[]
    transitTime: { duration: { maxValue: number } }
  }[]
}

const shippingServicesAt = (instant: string): Service[] => read(seller(new Date(instant))).hasShippingService

// Required and recommended by Google's documentation of each type, as far as they can be true of us.
const TYPES: [string, StructuredData, string[]][] = [
  [
    'OnlineStore',
    shop(),
    [
      'name',
      'url',
      'logo',
      'image',
      'description',
      'telephone',
      'email',
      'address.streetAddress',
      'address.postalCode',
      'areaServed.0.name',
      'areaServed.1.name',
      'contactPoint.telephone',
      'contactPoint.email',
      'contactPoint.contactType',
      'contactPoint.hoursAvailable.dayOfWeek.6',
      'hasMerchantReturnPolicy.applicableCountry',
      'hasMerchantReturnPolicy.returnPolicyCategory',
      'hasMerchantReturnPolicy.merchantReturnLink',
    ],
  ],
  ['WebSite', webSite(), ['name', 'url']],
  [
    'Product',
    bouquets(catalogue, NOW, 'full')[0] ?? publisher(),
    [
      'name',
      'image',
      'description',
      'sku',
      'brand.name',
      'offers.price',
      'offers.priceCurrency',
      'offers.availability',
      'offers.itemCondition',
      'offers.url',
      'offers.priceValidUntil',
      'image.2',
      'offers.seller.@id',
      'offers.hasMerchantReturnPolicy.applicableCountry',
      'offers.hasMerchantReturnPolicy.returnPolicyCategory',
    ],
  ],
  [
    'OnlineStore',
    seller(NOW),
    [
      'hasShippingService.0.fulfillmentType',
      'hasShippingService.0.handlingTime.cutoffTime',
      'hasShippingService.0.handlingTime.duration.maxValue',
      'hasShippingService.0.shippingConditions.2.shippingRate.value',
      'hasShippingService.0.shippingConditions.2.shippingRate.currency',
      'hasShippingService.0.shippingConditions.2.shippingDestination.0.addressCountry',
      'hasShippingService.0.shippingConditions.2.shippingDestination.0.postalCodePrefix.0',
      'hasShippingService.0.shippingConditions.2.transitTime.duration.maxValue',
      'hasShippingService.2.shippingConditions.0.name',
    ],
  ],
  [
    'ItemList',
    itemList([{ name: 'The Mess-Up Index', path: '/learn/mess-up-index' }]),
    ['itemListElement.0.position', 'itemListElement.0.name', 'itemListElement.0.url'],
  ],
  [
    'Article',
    article(ARTICLE),
    [
      'headline',
      'description',
      'image',
      'datePublished',
      'dateModified',
      'author.name',
      'author.url',
      'author.logo',
      'publisher.@id',
      'mainEntityOfPage',
      'citation.0',
    ],
  ],
  [
    'BreadcrumbList',
    breadcrumbs(WAY),
    [
      'itemListElement.0.position',
      'itemListElement.0.name',
      'itemListElement.0.item',
      'itemListElement.1.name',
    ],
  ],
  [
    'FAQPage',
    faqPage([{ question: 'Will it work?', answerHtml: '<p>Perhaps.</p>' }]),
    ['mainEntity.0.name', 'mainEntity.0.acceptedAnswer.text'],
  ],
  ['AboutPage', aboutPage(PAGE), ['name', 'url', 'mainEntity.name', 'mainEntity.telephone']],
  ['WebPage', webPage(PAGE), ['name', 'description', 'url', 'dateModified', 'publisher.name']],
]

describe.each(TYPES)('%s', (type, node, properties) => {
  const data = read(node)

  test('is what it says it is', () => {
    expect(data).toMatchObject({ '@context': 'https://schema.org', '@type': type })
  })

  test.each(properties)('has %s', (path) => {
    const value = path.split('.').reduce((at, name) => at?.[name], data)
    expect(String(value ?? '')).not.toBe('')
  })

  test('has no property without a value, and no address that is only a path', () => {
    const text = jsonLd(node)
    expect(text).not.toMatch(/:(null|"")/)
    expect(text).not.toMatch(/"(url|item|image|logo|@id|merchantReturnLink|mainEntityOfPage)":"\//)
    expect(text).not.toContain('undefined')
  })

  test('claims no rating and no place to walk into', () => {
    expect(jsonLd(node)).not.toMatch(/rating|review|LocalBusiness|geo/i)
  })
})

test('an offer’s price is the catalogue’s, as people read it', () => {
  const offers = read(bouquets(catalogue, NOW, 'short'))['@graph']
  expect(offers).toHaveLength(catalogue.length)
  for (const [i, product] of catalogue.entries()) {
    const { name, sku, offers: offer } = offers[i]
    expect([name, sku, `$${offer.price}`, offer.priceCurrency]).toEqual([
      product.title,
      product.sku,
      formatMoney(product.priceCents),
      'USD',
    ])
  }
})

test.each([
  [100, '1.00'],
  [4990, '49.90'],
  [999_999, '9999.99'],
  [5, '0.05'],
])('%i cents are %s', (priceCents, price) => {
  const [first] = catalogue
  if (!first) throw new Error('The catalogue is empty')
  expect(read(bouquets([{ ...first, priceCents }], NOW, 'short'))['@graph'][0].offers.price).toBe(price)
})

test('a bouquet is shown by its own picture, else by ours, which exists', () => {
  const [first] = catalogue
  if (!first) throw new Error('The catalogue is empty')
  const image = (imageUrl: string | null) =>
    read(bouquets([{ ...first, imageUrl }], NOW, 'full'))['@graph'][0].image
  expect(image('https://elsewhere.example/a.jpg')).toEqual(['https://elsewhere.example/a.jpg'])
  expect(image('/pictures/a.jpg')).toEqual([`${SITE.address}/pictures/a.jpg`])
})

test.each([...new Set(['', ...catalogue.map(({ title }) => title)])])(
  'our own pictures of “%s” are square, 4:3 and 16:9',
  async (title) => {
    const [first] = catalogue
    if (!first) throw new Error('The catalogue is empty')
    const [node] = read(bouquets([{ ...first, title, imageUrl: null }], NOW, 'full'))['@graph']
    const ratios = await Promise.all(
      (node.image as string[]).map(async (address) => {
        const file = readFileSync(new URL(`../../public${new URL(address).pathname}`, import.meta.url))
        const { width, height } = await sharp(file).metadata()
        return width / height
      }),
    )
    expect(ratios).toEqual([1, 4 / 3, 16 / 9])
  },
)

test('each offer leads to the page with its bouquet chosen, at a price that holds for 30 days', () => {
  const offers = read(bouquets(catalogue, NOW, 'short'))['@graph'].map(
    (node: { offers: object }) => node.offers,
  )
  expect(offers).toMatchObject(
    catalogue.map(({ sku }) => ({
      url: `${SITE.address}/home?optionId=${sku}`,
      priceValidUntil: '2026-12-21',
    })),
  )
})

describe.each([
  ['in winter', '2026-11-21', '14:00:00-05:00', '14:00:00-08:00'],
  ['in summer', '2026-06-04', '14:00:00-04:00', '14:00:00-07:00'],
  ['on the day on which the clocks go forward', '2027-03-14', '14:00:00-04:00', '14:00:00-07:00'],
  ['on the day on which they go back', '2026-11-01', '14:00:00-05:00', '14:00:00-08:00'],
])('the cut-off %s', (_, day, ...cutoffs) => {
  // Right after midnight, before the clocks change.
  const services = shippingServicesAt(`${day}T08:30:00Z`)

  test('is each city’s own, and tomorrow has none', () => {
    expect(services.map(({ handlingTime }) => handlingTime.cutoffTime)).toEqual([...cutoffs, undefined])
  })

  test('is the last moment at which the city’s market takes orders for the same day', () => {
    for (const [i, { timeZone }] of SITE.cities.entries()) {
      const market = { timeZone, openingHours: null, pausedReason: null, closedDates: [] }
      const cutoff = Date.parse(`${day}T${services[i]?.handlingTime.cutoffTime}`)
      const open = [cutoff - 1, cutoff].map((time) => availability(new Date(time), market).sameDayOpen)
      expect([timeZone, open]).toEqual([timeZone, [true, false]])
    }
  })
})

test('a delivery costs and takes what the shop says, to the ZIP codes of its city only', () => {
  const services = shippingServicesAt(NOW.toISOString())
  const facts = services.map(({ shippingConditions }) =>
    shippingConditions.map(({ name, shippingRate, transitTime }) => [
      name,
      shippingRate.value,
      transitTime.duration.maxValue,
    ]),
  )
  const options = Object.values(DELIVERY_OPTIONS).map(({ label, feeCents, sameDay }) => [
    label,
    (feeCents / 100).toFixed(2),
    sameDay ? 0 : 1,
  ])
  const sameDay = options.filter(([, , days]) => days === 0)
  expect(facts).toEqual([sameDay, sameDay, options.filter(([, , days]) => days === 1)])
  const served = [newYorkZips(), sanFranciscoZips(), [...newYorkZips(), ...sanFranciscoZips()]]
  for (const [i, { shippingConditions }] of services.entries()) {
    for (const { shippingDestination } of shippingConditions) {
      const prefixes = shippingDestination.flatMap(({ postalCodePrefix }) => postalCodePrefix)
      expect(prefixes.length).toBeGreaterThan(0)
      expect(prefixes.filter((prefix) => !served[i]?.some((zip) => zip.startsWith(prefix)))).toEqual([])
    }
  }
})

test('the offers’ seller is the shop that has the deliveries', () => {
  const [{ offers }] = read(bouquets(catalogue, NOW, 'full'))['@graph']
  expect(offers.seller).toEqual({ '@id': read(seller(NOW))['@id'] })
})

test('the days of an article are instants with a time zone: midnight in New York', () => {
  expect(read(article(ARTICLE))).toMatchObject({
    datePublished: '2026-11-21T00:00:00-05:00',
    dateModified: '2026-11-22T00:00:00-05:00',
  })
  expect(isoInstant(new Date('2026-06-01'))).toBe('2026-06-01T00:00:00-04:00')
})

test('breadcrumbs begin at the start page', () => {
  expect(read(breadcrumbs(WAY)).itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Home', item: `${SITE.address}/` },
    { '@type': 'ListItem', position: 2, name: 'Steps', item: `${SITE.address}/learn/steps` },
  ])
})

test('links in answers become absolute', () => {
  const [question] = read(
    faqPage([
      {
        question: 'A?',
        answerHtml: '<p><a href="/refunds">a</a> <a href="https://doi.org/1">b</a> "/x"</p>\n',
      },
    ]),
  ).mainEntity
  expect(question.acceptedAnswer.text).toBe(
    `<p><a href="${SITE.address}/refunds">a</a> <a href="https://doi.org/1">b</a> "/x"</p>`,
  )
})

test('an article without sources has no citations', () => {
  expect(read(article({ ...ARTICLE, sources: [] }))).not.toHaveProperty('citation')
})

test('no text can end the script element', () => {
  const text = jsonLd(faqPage([{ question: '</script><script>alert(1)</script>?', answerHtml: '<!-- <b>' }]))
  expect(text).not.toContain('<')
  expect(JSON.parse(text).mainEntity[0].name).toBe('</script><script>alert(1)</script>?')
})
