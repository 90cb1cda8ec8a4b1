import type { APIRequestContext } from '@playwright/test'
import { articlePath, articlesAmong } from '#src/build/content-checks/article-addresses.ts'
import { parsedFiles, readContent } from '#src/build/content-checks/content-files.ts'
import { expect, test } from './shop.ts'

const FIXED = ['/', '/home', '/faq', '/learn', '/about', '/privacy', '/terms', '/refunds']
const FLOW = 'optionId=FLOWER-002&price=89.99&product=Extremely+Bad'
const NOT_INDEXED = [
  `/delivery-options?${FLOW}`,
  `/payment?${FLOW}&deliveryOption=tomorrow&deliveryPrice=0.00&meetDriver=false`,
  '/thank-you?session_id=cs_test_12345678',
  '/unsubscribe',
  '/manage?token=abc',
  '/find-order',
  '/choice',
  '/login',
  '/nothing/here',
  '/learn/nothing-here',
]

/** The addresses of the articles, from their files. */
const ARTICLES = articlesAmong(parsedFiles(readContent('.')))
  .filter(({ draft }) => draft !== true)
  .map((article) => String(articlePath(article)))

async function read(request: APIRequestContext, path: string, type: string): Promise<string> {
  const answer = await request.get(path)
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toBe(type)
  return answer.text()
}

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

test('the sitemap lists exactly the indexable pages', async ({ request }) => {
  const xml = await read(request, '/sitemap.xml', 'application/xml')
  const addresses = all(xml, /<loc>([^<]*)<\/loc>/g)
  expect(addresses.map((address) => new URL(address).pathname).sort()).toEqual([...FIXED, ...ARTICLES].sort())
  for (const address of addresses) {
    const answer = await request.get(new URL(address).pathname, { maxRedirects: 0 })
    expect(answer.status(), address).toBe(200)
    const html = await answer.text()
    expect(html, address).toContain('<meta name="robots" content="index, follow">')
    expect(html, address).toContain(`<link rel="canonical" href="${address}">`)
  }
})

test('pages that are not indexable say noindex', async ({ request }) => {
  for (const path of NOT_INDEXED) {
    const html = await (await request.get(path, { maxRedirects: 0 })).text()
    expect(html, path).toContain('<meta name="robots" content="noindex, nofollow">')
  }
})

test('the sitemap’s dates are those of the content', async ({ request }) => {
  const xml = await read(request, '/sitemap.xml', 'application/xml')
  const dated = all(xml, /<url><loc>([^<]*)<\/loc><lastmod>\d{4}-\d\d-\d\d<\/lastmod><\/url>/g)
  expect(dated).toHaveLength(ARTICLES.length + 4)
})

test('robots.txt allows every page and names the sitemap', async ({ request }) => {
  const text = await read(request, '/robots.txt', 'text/plain; charset=utf-8')
  expect(all(text, /^Disallow: (.*)$/gm)).toEqual(['/api/'])
  expect(text).toMatch(/^Sitemap: https:\/\/[^/]+\/sitemap\.xml$/m)
})

test('the feed lists every article with absolute URLs', async ({ request, page }) => {
  const xml = await read(request, '/rss.xml', 'application/xml')
  await page.goto('/robots.txt')
  const feed = await page.evaluate((text) => {
    const doc = new DOMParser().parseFromString(text, 'application/xml')
    const texts = (selector: string) =>
      [...doc.querySelectorAll(selector)].map((node) => node.textContent ?? '')
    return {
      broken: doc.querySelector('parsererror')?.textContent ?? null,
      links: texts('item > link'),
      ids: texts('item > guid'),
      days: texts('item > pubDate').map((day) => new Date(day).getTime()),
      descriptions: texts('item > description'),
      categories: texts('item > category'),
      language: texts('channel > language'),
      self: doc.getElementsByTagName('atom:link')[0]?.getAttribute('href') ?? '',
    }
  }, xml)
  expect(feed.broken).toBeNull()
  expect(feed.links.map((link) => new URL(link).pathname).sort()).toEqual([...ARTICLES].sort())
  expect(feed.ids).toEqual(feed.links)
  expect(feed.days.every((day, i) => day > 0 && day <= (feed.days[i - 1] ?? day))).toBe(true)
  expect(feed.descriptions.every((text) => text.length >= 50)).toBe(true)
  expect(feed.categories).toContain('apologies')
  expect(feed.language).toEqual(['en'])
  expect(new URL(feed.self).pathname).toBe('/rss.xml')
})

test('llms.txt lists every page once with a description', async ({ request }) => {
  const text = await read(request, '/llms.txt', 'text/plain; charset=utf-8')
  expect(text).toMatch(/^# Apologize Better\n\n> Apology flowers for when you've really messed up\./)
  const links = all(text, /^- \[[^\]]+\]\((https:[^)]+)\): \S.*$/gm).map((link) => new URL(link).pathname)
  expect(links.sort()).toEqual([...FIXED, ...ARTICLES, '/sitemap.xml', '/rss.xml'].sort())
})

for (const [rule, own] of [
  ['the-mess-up-index', 'mess-up-index'],
  ['the-apology-playbook', 'apology-playbook'],
  ['the-science-of-gifting', 'science-of-gifting'],
  ['anniversary-date-night-survival', 'anniversary-survival'],
]) {
  test(`/learn/${rule} leads to its article for good`, async ({ request }) => {
    const answer = await request.get(`/learn/${rule}?from=there`, { maxRedirects: 0 })
    expect(answer.status()).toBe(301)
    expect(answer.headers()).toMatchObject({
      location: `/learn/${own}?from=there`,
      'strict-transport-security': expect.stringMatching(/max-age=\d{8}/),
      'x-content-type-options': 'nosniff',
    })
    expect((await request.get(`/learn/${rule}`)).status()).toBe(200)
  })
}
