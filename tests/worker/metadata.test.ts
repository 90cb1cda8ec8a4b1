import { DOMParser } from 'linkedom'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { SITE } from '#domain/site.ts'
import { addressOf, isDraft } from '#src/build/content-checks/addresses.ts'
import { readContent } from '#src/build/content-checks/content-files.ts'
import { parseFile } from '#src/build/content-checks/frontmatter.ts'
import { DELIVERY, INDEXED, NOT_INDEXED, type Page, sharedShop, TO_READ, textOf, Visitor } from './visitor.ts'

// The metadata of pages, and the files for search engines, feed readers and language models.

const shop = sharedShop()
afterAll(() => shop.client.close())

type Node = Record<string, unknown> & { '@type': string }

const metaOf = ({ all }: Page) =>
  Object.fromEntries(
    all('meta[name], meta[property]').map((tag) => [
      tag.getAttribute('name') ?? tag.getAttribute('property'),
      tag.getAttribute('content') ?? '',
    ]),
  )
const titleOf = ({ document }: Page) => textOf(document.querySelector('title'))
const hrefsOf = ({ all }: Page, selector: string) => all(selector).map((one) => one.getAttribute('href'))

/** A page's structured data. */
async function nodesOf(path: string): Promise<Node[]> {
  const { all } = await shop.read(path)
  return all('script[type="application/ld+json"]').flatMap(({ textContent }) => {
    const data = JSON.parse(textContent ?? '') as Node & { '@graph'?: Node[] }
    expect(data['@context']).toBe('https://schema.org')
    return data['@graph'] ?? [data]
  })
}

const typesOf = async (path: string) => (await nodesOf(path)).map((node) => node['@type'])

/** True for what somebody writes in content/learn. */
const isArticle = (path: string) => path.startsWith('/learn/') && path !== '/learn/apology-check'

/** A picture or page of ours by its public address, from the shop under test. */
function ours(address = ''): Promise<Response> {
  expect(address).toMatch(new RegExp(`^${SITE.address}/`))
  return fetch(`${shop.url}${address.slice(SITE.address.length)}`)
}

async function sizeOf(response: Response) {
  const bytes = Buffer.from(await response.arrayBuffer())
  const { width, height } = await sharp(bytes).metadata()
  return { bytes: bytes.length, width, shape: `${width} × ${height}` }
}

test.each(INDEXED)('%s says what it is, completely', async (path) => {
  const page = await shop.read(path)
  const [meta, title, address] = [metaOf(page), titleOf(page), `${SITE.address}${path}`]
  expect(title).toMatch(path === '/' ? /^Apologize Better$/ : /^[^|]{1,60} \| Apologize Better$/)
  expect(meta['description']).toMatch(/^.{50,160}$/)
  expect(hrefsOf(page, 'link[rel=canonical]')).toEqual([address])
  expect(page.one('html').getAttribute('lang')).toBe('en')
  expect(meta).toMatchObject({
    robots: 'index, follow',
    'og:site_name': 'Apologize Better',
    'og:title': title,
    'og:description': meta['description'],
    'og:type': isArticle(path) ? 'article' : 'website',
    'og:url': address,
    'og:locale': 'en_US',
    'og:image:type': 'image/jpeg',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': title,
    'twitter:card': 'summary_large_image',
    'twitter:title': title,
    'twitter:description': meta['description'],
    'twitter:image': meta['og:image'],
  })
  for (const part of ['[rel=icon]', '[rel=apple-touch-icon]', '[type="application/rss+xml"]']) {
    expect(page.all(`link${part}`), part).toHaveLength(1)
  }
})

test('each page has its own title, description and picture', async () => {
  const heads = (await Promise.all(INDEXED.map(shop.read))).map((page) => ({
    title: titleOf(page),
    ...metaOf(page),
  }))
  for (const what of ['title', 'description', 'og:image'] as const) {
    expect(new Set(heads.map((head: Record<string, string>) => head[what])).size).toBe(INDEXED.length)
  }
})

test('every page’s picture loads with its stated size and a bounded weight', async () => {
  for (const path of [...INDEXED, ...NOT_INDEXED]) {
    const picture = await ours(metaOf(await shop.read(path))['og:image'])
    expect([path, picture.status, picture.headers.get('content-type')]).toEqual([path, 200, 'image/jpeg'])
    const { bytes, shape } = await sizeOf(picture)
    expect(bytes, path).toBeLessThan(150_000)
    expect(shape, path).toBe('1200 × 630')
  }
})

test.each(NOT_INDEXED)('%s is not for search engines, and names nobody in its address', async (path) => {
  const page = await shop.read(path)
  const address = `${SITE.address}${path.split('?')[0]}`
  expect(metaOf(page)).toMatchObject({ robots: 'noindex, nofollow', 'og:url': address })
  expect(titleOf(page)).toMatch(/ \| Apologize Better$/)
  expect(hrefsOf(page, 'link[rel=canonical]')).toEqual([address])
  expect(await typesOf(path)).toEqual([])
})

describe('structured data', () => {
  test.each([
    ['/home', ['OnlineStore', ...Array(3).fill('Product')]],
    ['/faq', ['FAQPage', 'BreadcrumbList']],
    ['/about', ['AboutPage', 'BreadcrumbList']],
    ['/learn', ['ItemList', 'BreadcrumbList']],
    ['/learn/apology-check', ['WebPage', 'BreadcrumbList']],
    ...TO_READ.filter(isArticle).map((path) => [path, ['Article', 'BreadcrumbList']]),
    ...['/privacy', '/terms', '/refunds', '/safety'].map((path) => [path, ['WebPage', 'BreadcrumbList']]),
  ] as [string, string[]][])('of %s has the expected types', async (path, types) => {
    expect(await typesOf(path)).toEqual(types)
  })

  test.each(['/', '/home'])('of %s has the prices of the catalogue and of the page', async (path) => {
    const { products } = (await (await fetch(`${shop.url}/api/products`)).json()) as {
      products: { sku: string; title: string; priceCents: number }[]
    }
    const nodes = await nodesOf(path)
    expect(nodes.map((node) => node['@type'])).toContain('OnlineStore')
    const offers = nodes.filter((node) => node['@type'] === 'Product')
    expect(offers).toHaveLength(products.length)
    for (const node of offers) {
      const offer = node['offers'] as { price: string }
      const product = products.find(({ sku }) => sku === node['sku'])
      expect([node['name'], Number(offer.price) * 100]).toEqual([product?.title, product?.priceCents])
      expect((await shop.read(path)).texts('main')[0]).toContain(`$${offer.price}`)
    }
  })

  test('links each offer to the bouquets with its bouquet selected', async () => {
    for (const node of (await nodesOf('/home')).filter((one) => one['@type'] === 'Product')) {
      const address = (node['offers'] as { url: string }).url
      const page = await new Visitor(shop.url).open(address.slice(SITE.address.length))
      const chosen = page.one('input[type=radio][checked]')
      expect(textOf(page.one(`#${chosen.getAttribute('aria-labelledby')}`))).toBe(node['name'])
    }
  })

  test('names only addresses that answer', async () => {
    // An @id is only a name and need not answer.
    const texts = (await Promise.all(INDEXED.map(nodesOf))).map((nodes) =>
      JSON.stringify(nodes).replaceAll(/"@id":"[^"]+"/g, ''),
    )
    const found = texts.flatMap((text) => [...text.matchAll(/"(https:[^"]+)"/g)].map(([, one = '']) => one))
    const addresses = [...new Set(found.filter((one) => one.startsWith(SITE.address)))]
    expect(addresses.length).toBeGreaterThan(INDEXED.length)
    for (const address of addresses) expect([address, (await ours(address)).status]).toEqual([address, 200])
  })
})

test.each(['/', '/home', '/learn/mess-up-index', DELIVERY])(
  'without a measurement id %s has nothing that sends page views',
  async (path) => {
    const { html, all } = await shop.read(path)
    const files = all('script[src]').map((script) => script.getAttribute('src') ?? '')
    const scripts = await Promise.all(files.map(async (file) => (await fetch(shop.url + file)).text()))
    expect([html, ...scripts].filter((text) => /page-views|google|gtag/i.test(text))).toEqual([])
  },
)

/** The addresses of the articles, from their files. */
const ARTICLES = readContent('.')
  .filter(({ path }) => path.startsWith('content/learn/'))
  .map(parseFile)
  .filter((file) => !isDraft(file))
  .map((file) => String(addressOf(file)))
const LISTED = [
  '/',
  '/home',
  '/faq',
  '/learn',
  '/learn/apology-check',
  '/about',
  '/privacy',
  '/terms',
  '/refunds',
  '/safety',
  '/stop',
  ...ARTICLES,
]

async function file(path: string, type: string): Promise<string> {
  const answer = await fetch(shop.url + path)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
  return answer.text()
}

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, one = '']) => one)
const pathsOf = (addresses: string[]) => addresses.map((address) => new URL(address).pathname).sort()

test('the sitemap lists exactly the indexable pages, with the dates of their content', async () => {
  expect([...INDEXED].sort()).toEqual([...LISTED].sort())
  const xml = await file('/sitemap.xml', 'application/xml')
  expect(pathsOf(found(xml, /<loc>([^<]*)<\/loc>/g))).toEqual([...LISTED].sort())
  const dated = found(xml, /<url><loc>([^<]*)<\/loc><lastmod>\d{4}-\d\d-\d\d<\/lastmod><\/url>/g)
  expect(dated).toHaveLength(ARTICLES.length + 5)
})

test('robots.txt allows every page and names the sitemap', async () => {
  const text = await file('/robots.txt', 'text/plain; charset=utf-8')
  expect(found(text, /^Disallow: (.*)$/gm)).toEqual(['/api/'])
  expect(text).toMatch(/^Sitemap: https:\/\/[^/]+\/sitemap\.xml$/m)
})

test('the feed lists every article with absolute URLs', async () => {
  const xml = await file('/rss.xml', 'application/xml')
  expect(xml).not.toMatch(/&(?!#?\w+;)/)
  const feed = new DOMParser().parseFromString(xml, 'text/xml')
  const texts = (selector: string) => [...feed.querySelectorAll(selector)].map(textOf)
  const links = texts('item > link')
  expect(pathsOf(links)).toEqual([...ARTICLES].sort())
  expect(texts('item > guid')).toEqual(links)
  const days = texts('item > pubDate').map((day) => Date.parse(day))
  expect(days.every((day, i) => day > 0 && day <= (days[i - 1] ?? day))).toBe(true)
  expect(texts('item > description').every((text) => text.length >= 50)).toBe(true)
  expect(texts('item > category')).toContain('apologies')
  expect(texts('channel > language')).toEqual(['en'])
  expect(xml).toMatch(/<atom:link href="https:[^"]+\/rss\.xml"/)
})

test('llms.txt lists every page once with a description', async () => {
  const text = await file('/llms.txt', 'text/plain; charset=utf-8')
  expect(text).toMatch(/^# Apologize Better\n\n> Apology flowers for when you've really messed up\./)
  const links = found(text, /^- \[[^\]]+\]\((https:[^)]+)\): \S.*$/gm)
  expect(pathsOf(links)).toEqual([...LISTED, '/sitemap.xml', '/rss.xml', '/products.xml'].sort())
})

test('llms.txt tells agents where to ask about a ZIP code, for the bouquets and for a checkout, and all answer', async () => {
  const text = await file('/llms.txt', 'text/plain; charset=utf-8')
  const [section = ''] = found(text, /## For agents\n([^#]+)/g)
  expect(section).toContain('an agent cannot pay')
  const addresses = found(section, /(https:[^\s,]+)/g)
  expect(addresses.map((address) => new URL(address).pathname)).toEqual([
    '/api/zip-codes/',
    '/products.xml',
    '/.well-known/ucp',
    '/buy/',
    '/buy/FLOWER-001:1',
  ])
  const [zipCodes = '', products = '', profile = ''] = addresses
  expect(await (await ours(`${zipCodes}94110`)).json()).toMatchObject({ served: true, availability: {} })
  expect((await ours(products)).status).toBe(200)
  expect(await (await ours(profile)).json()).toHaveProperty('ucp.services')
})

test('the product feed has the offers of the bouquets’ page, with pictures that load', async () => {
  const xml = await file('/products.xml', 'application/xml')
  const feed = new DOMParser().parseFromString(xml, 'text/xml')
  const texts = (selector: string) => [...feed.querySelectorAll(selector)].map(textOf)
  const nodes = (await nodesOf('/home')).filter((node) => node['@type'] === 'Product')
  expect(nodes).toHaveLength(3)
  const offers = nodes.map((node) => node['offers'] as { url: string; price: string })
  expect(texts('item > title')).toEqual(nodes.map((node) => node['name']))
  expect(texts('item > link')).toEqual(offers.map(({ url }) => url))
  expect(found(xml, /<\/g:availability>\n<g:price>([^<]*)</g)).toEqual(
    offers.map(({ price }) => `${price} USD`),
  )
  const pictures = found(xml, /<g:image_link>([^<]*)</g)
  expect(pictures).toEqual(nodes.map((node) => (node['image'] as string[])[0]))
  for (const picture of pictures) {
    const answer = await ours(picture)
    expect([picture, answer.headers.get('content-type')]).toEqual([picture, 'image/jpeg'])
    // Google refuses smaller ones from 2027 on.
    expect((await sizeOf(answer)).width, picture).toBeGreaterThanOrEqual(500)
  }
})

test.each([
  ['the-mess-up-index', 'mess-up-index'],
  ['the-apology-playbook', 'apology-playbook'],
  ['the-science-of-gifting', 'science-of-gifting'],
  ['anniversary-date-night-survival', 'anniversary-survival'],
])('/learn/%s leads to its article for good', async (old, own) => {
  const { status, headers } = await new Visitor(shop.url).send(`/learn/${old}?from=there`)
  expect([status, headers.get('location')]).toEqual([301, `/learn/${own}?from=there`])
  expect(headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect((await shop.read(`/learn/${old}`)).status).toBe(200)
})
