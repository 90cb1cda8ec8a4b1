import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { PRODUCTS } from '#drizzle/seed/data.ts'
import { formatMoney } from '#src/domain/money.ts'
import { article } from '#src/lib/structured-data/article.ts'
import { bouquets } from '#src/lib/structured-data/bouquets.ts'
import { breadcrumbs } from '#src/lib/structured-data/breadcrumbs.ts'
import { faqPage } from '#src/lib/structured-data/faq-page.ts'
import { jsonLd, type StructuredData } from '#src/lib/structured-data/json-ld.ts'
import { publisher, shop } from '#src/lib/structured-data/shop.ts'
import { aboutPage, webPage } from '#src/lib/structured-data/web-page.ts'
import { webSite } from '#src/lib/structured-data/web-site.ts'
import { SITE } from '#src/site.ts'

const catalogue = PRODUCTS.map((product) => ({ ...product, imageUrl: null }))
const ARTICLE = {
  path: '/learn/mess-up-index',
  title: 'The Mess-Up Index',
  description: 'A scale.',
  published: new Date('2026-11-21'),
  updated: new Date('2026-11-22'),
  topics: ['apologies', 'flowers'],
  sources: [
    {
      title: 'On Apologies',
      by: 'A. Author, B. Author',
      where: 'A Journal, 2016',
      url: 'https://doi.org/10.1/1',
    },
  ],
}
const PAGE = { path: '/terms', title: 'Terms', description: 'The rules.', updated: new Date('2026-11-21') }
const WAY = [
  { name: 'Apologize Better', path: '/' },
  { name: 'Learn' },
  { name: 'Steps', path: '/learn/steps' },
]

/** As a search engine gets it. */
function read(data: StructuredData) {
  return JSON.parse(jsonLd(data))
}

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
    bouquets(catalogue)[0] ?? publisher(),
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
      'offers.seller.@id',
      'offers.hasMerchantReturnPolicy.applicableCountry',
      'offers.hasMerchantReturnPolicy.returnPolicyCategory',
    ],
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

  test('claims no rating and no street', () => {
    expect(jsonLd(node)).not.toMatch(/rating|review|PostalAddress|streetAddress|geo/i)
  })
})

test('an offer’s price is the catalogue’s, as people read it', () => {
  const offers = read(bouquets(catalogue))['@graph']
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
  expect(read(bouquets([{ ...first, priceCents }]))['@graph'][0].offers.price).toBe(price)
})

test('a bouquet is shown by its own picture, else by ours, which exists', () => {
  const [first] = catalogue
  if (!first) throw new Error('The catalogue is empty')
  const image = (imageUrl: string | null) => read(bouquets([{ ...first, imageUrl }]))['@graph'][0].image
  expect(image('https://elsewhere.example/a.jpg')).toBe('https://elsewhere.example/a.jpg')
  expect(image('/pictures/a.jpg')).toBe(`${SITE.address}/pictures/a.jpg`)
  const own = new URL(image(null)).pathname
  expect(readFileSync(new URL(`../../public${own}`, import.meta.url)).length).toBeGreaterThan(1000)
})

test('a step of the way that is no page is left out, and the others are counted on', () => {
  expect(read(breadcrumbs(WAY)).itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Apologize Better', item: `${SITE.address}/` },
    { '@type': 'ListItem', position: 2, name: 'Steps', item: `${SITE.address}/learn/steps` },
  ])
})

test('the answers’ own links lead to us from anywhere', () => {
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

test('an article without sources cites nothing, and counts words only if somebody has', () => {
  const bare = read(article({ ...ARTICLE, sources: [] }))
  expect(bare).not.toHaveProperty('citation')
  expect(bare).not.toHaveProperty('wordCount')
  expect(read(article({ ...ARTICLE, wordCount: 1200 })).wordCount).toBe(1200)
})

test('whatever a text says, it does not end the script element', () => {
  const text = jsonLd(faqPage([{ question: '</script><script>alert(1)</script>?', answerHtml: '<!-- <b>' }]))
  expect(text).not.toContain('<')
  expect(JSON.parse(text).mainEntity[0].name).toBe('</script><script>alert(1)</script>?')
})
