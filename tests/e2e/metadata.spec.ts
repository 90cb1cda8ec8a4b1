import type { APIRequestContext } from '@playwright/test'
import sharp from 'sharp'
import { SITE } from '#src/site.ts'
import { AT, expect, test } from './shop.ts'

// What pages say about themselves: titles, previews, structured data.

const FLOW = 'optionId=FLOWER-002&price=89.99&product=Extremely+Bad'
const INDEXED = [
  '/',
  '/home',
  '/faq',
  '/about',
  '/privacy',
  '/terms',
  '/refunds',
  '/learn',
  '/learn/mess-up-index',
  '/learn/apology-playbook',
  '/learn/science-of-gifting',
  '/learn/anniversary-survival',
  '/learn/relationship-survival',
]
const NOT_INDEXED = [
  `/delivery-options?${FLOW}`,
  `/payment?${FLOW}&deliveryOption=tomorrow&deliveryPrice=0.00&meetDriver=false`,
  '/thank-you?session_id=cs_test_12345678',
  '/unsubscribe?token=abc',
  '/manage?token=abc',
  '/find-order',
  '/choice?token=abc',
  '/florist',
  '/track',
  '/login',
  '/nothing/here',
]

type Node = Record<string, unknown> & { '@type': string }

/** What stands in the head of a page. */
async function headOf(request: APIRequestContext, path: string) {
  const html = await (await request.get(path)).text()
  const meta = new Map<string, string>()
  for (const [tag] of html.matchAll(/<meta [^>]*>/g)) {
    const name = /(?:name|property)="([^"]*)"/.exec(tag)?.[1]
    if (name) meta.set(name, decode(/content="([^"]*)"/.exec(tag)?.[1] ?? ''))
  }
  const links = [...html.matchAll(/<link [^>]*>/g)].map(([tag]) => tag)
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  return {
    html,
    meta,
    title: decode(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? ''),
    canonical: links
      .filter((tag) => tag.includes('rel="canonical"'))
      .map((tag) => /href="([^"]*)"/.exec(tag)?.[1]),
    links,
    nodes: scripts.flatMap(([, text = '']) => {
      const data = JSON.parse(text) as Node & { '@graph'?: Node[] }
      expect(data['@context']).toBe('https://schema.org')
      return data['@graph'] ?? [data]
    }),
  }
}

function decode(text: string): string {
  return text
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

/** A picture or page of ours by its public address, from the shop under test. */
function here(address: string | undefined): string {
  expect(address).toMatch(new RegExp(`^${SITE.address}/`))
  return `${AT.shop}${(address ?? '').slice(SITE.address.length)}`
}

for (const path of INDEXED) {
  test(`${path} says what it is, completely`, async ({ request }) => {
    const { meta, title, canonical, links, html } = await headOf(request, path)
    expect(title).toMatch(path === '/' ? /^Apologize Better$/ : /^[^|]+ \| Apologize Better$/)
    expect(title.length).toBeLessThanOrEqual(80)
    const description = meta.get('description') ?? ''
    expect(description.length).toBeGreaterThanOrEqual(50)
    expect(description.length).toBeLessThanOrEqual(160)
    const address = `${SITE.address}${path}`
    expect(canonical).toEqual([address])
    expect(html).toContain('<html lang="en"')
    expect(Object.fromEntries(meta)).toMatchObject({
      robots: 'index, follow',
      'og:site_name': 'Apologize Better',
      'og:title': title,
      'og:description': description,
      'og:type': path.startsWith('/learn/') ? 'article' : 'website',
      'og:url': address,
      'og:locale': 'en_US',
      'og:image:type': 'image/jpeg',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': title,
      'twitter:card': 'summary_large_image',
      'twitter:title': title,
      'twitter:description': description,
      'twitter:image': meta.get('og:image'),
    })
    for (const part of ['rel="icon"', 'rel="apple-touch-icon"', 'type="application/rss+xml"']) {
      expect(
        links.filter((tag) => tag.includes(part)),
        part,
      ).toHaveLength(1)
    }
  })
}

test('each page has its own title, description and picture', async ({ request }) => {
  const heads = await Promise.all(INDEXED.map((path) => headOf(request, path)))
  for (const of of [
    heads.map(({ title }) => title),
    heads.map(({ meta }) => meta.get('description')),
    heads.map(({ meta }) => meta.get('og:image')),
  ]) {
    expect(new Set(of).size).toBe(INDEXED.length)
  }
})

test('every page’s picture loads with its stated size and a bounded weight', async ({ request }) => {
  for (const path of [...INDEXED, ...NOT_INDEXED]) {
    const { meta } = await headOf(request, path)
    const picture = await request.get(here(meta.get('og:image')))
    expect([path, picture.status(), picture.headers()['content-type']]).toEqual([path, 200, 'image/jpeg'])
    const bytes = await picture.body()
    expect(bytes.length, path).toBeLessThan(150_000)
    const { width, height } = await sharp(bytes).metadata()
    expect([width, height], path).toEqual([1200, 630])
  }
})

for (const path of NOT_INDEXED) {
  test(`${path.split('?')[0]} is not for search engines, and names nobody in its address`, async ({
    request,
  }) => {
    const { meta, canonical, title } = await headOf(request, path)
    expect(meta.get('robots')).toBe('noindex, nofollow')
    expect(title).toMatch(/ \| Apologize Better$/)
    expect(canonical).toEqual([`${SITE.address}${path.split('?')[0]}`])
    expect(meta.get('og:url')).toBe(canonical[0])
  })
}

test('structured data is valid, and each page has the expected types', async ({ request }) => {
  const kinds = async (path: string) => (await headOf(request, path)).nodes.map((node) => node['@type'])
  expect(await kinds('/')).toEqual(expect.arrayContaining(['OnlineStore', 'WebSite']))
  expect(await kinds('/home')).toEqual([
    'OnlineStore',
    ...Array.from({ length: 3 }, () => 'Product'),
    ...Array.from({ length: 4 }, () => 'OfferShippingDetails'),
  ])
  for (const path of INDEXED.filter((one) => one.startsWith('/learn/'))) {
    expect(await kinds(path)).toEqual(['Article', 'BreadcrumbList'])
  }
  expect(await kinds('/faq')).toEqual(['FAQPage', 'BreadcrumbList'])
  expect(await kinds('/about')).toEqual(['AboutPage', 'BreadcrumbList'])
  expect(await kinds('/learn')).toEqual(['ItemList', 'BreadcrumbList'])
  for (const path of ['/privacy', '/terms', '/refunds']) {
    expect(await kinds(path)).toEqual(['WebPage', 'BreadcrumbList'])
  }
  for (const path of NOT_INDEXED) expect(await kinds(path)).toEqual([])
})

test('a price in structured data equals the catalogue and the page', async ({ page, request }) => {
  const answer = await request.get('/api/products')
  const { products } = (await answer.json()) as {
    products: { sku: string; title: string; priceCents: number }[]
  }
  for (const path of ['/', '/home']) {
    const { nodes } = await headOf(request, path)
    const offers = nodes.filter((node) => node['@type'] === 'Product')
    await page.goto(path === '/' ? '/?change=1' : path)
    const text = await page.locator('main').textContent()
    for (const node of offers) {
      const offer = node['offers'] as Record<string, unknown>
      const product = products.find(({ sku }) => sku === node['sku'])
      expect([node['name'], Number(offer['price']) * 100]).toEqual([product?.title, product?.priceCents])
      expect(text).toContain(`$${offer['price']}`)
    }
    if (path === '/home') expect(offers).toHaveLength(products.length)
  }
})

test('every URL in structured data answers', async ({ request }) => {
  const addresses = new Set<string>()
  for (const path of INDEXED) {
    const { nodes } = await headOf(request, path)
    // What follows an @id is a name and need not answer.
    const text = JSON.stringify(nodes).replaceAll(/"@id":"[^"]+"/g, '')
    for (const [, address = ''] of text.matchAll(/"(https:[^"]+)"/g)) {
      if (address.startsWith(SITE.address)) addresses.add(address)
    }
  }
  expect(addresses.size).toBeGreaterThan(INDEXED.length)
  for (const address of addresses)
    expect([address, (await request.get(here(address))).status()]).toEqual([address, 200])
})

test('an article has pictures in the three shapes that search engines show', async ({ request }) => {
  const { nodes } = await headOf(request, '/learn/mess-up-index')
  const [article] = nodes.filter((node) => node['@type'] === 'Article')
  const images = article?.['image'] as string[] | undefined
  const shapes = await Promise.all(
    (images ?? []).map(async (image) => {
      const { width, height } = await sharp(await (await request.get(here(image))).body()).metadata()
      return `${width} × ${height}`
    }),
  )
  expect(shapes).toEqual(['1200 × 675', '1200 × 900', '1200 × 1200'])
})

test('an offer links to the bouquets with its bouquet selected', async ({ page, request }) => {
  const { nodes } = await headOf(request, '/home')
  for (const node of nodes.filter((one) => one['@type'] === 'Product')) {
    const { url } = node['offers'] as { url: string }
    await page.goto(here(url))
    await expect(page.getByRole('radio', { name: String(node['name']) })).toBeChecked()
  }
})

test('without a measurement id no page sends page views', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  for (const path of ['/', '/home', '/learn/mess-up-index', `/delivery-options?${FLOW}`]) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(await page.content(), path).not.toMatch(/page-views|google|gtag/i)
  }
  expect(asked.filter((url) => /page-views|google|collect/.test(url))).toEqual([])
})
