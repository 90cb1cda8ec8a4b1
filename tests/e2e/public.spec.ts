import { gzipSync } from 'node:zlib'
import type { APIRequestContext } from '@playwright/test'
import { HtmlValidate } from 'html-validate'
import { SITE } from '#src/site.ts'
import { expectClean, expectFits, expectNothingCovered } from './accessibility.ts'
import { PATH } from './flow.ts'
import { AT, expect, ready, test } from './shop.ts'

// Every page that a search engine may list, as the site map names them.

/** The paths of the site map. */
async function listed(request: APIRequestContext): Promise<string[]> {
  const xml = await (await request.get('/sitemap.xml')).text()
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
}

/** Pages that are rendered with islands: the gate and the bouquets. */
const SHOP = ['/', '/home']

/** Sign-in pages, which are not indexed. */
const DOORS = ['/login', '/login/forgotten', '/login/reset', '/login/invitation']

/** Pages behind the links of mails, which no search engine lists either. */
const LINKED = ['/florist', '/track']

/** The steps of a purchase and what is behind them, and the shell of the back office. */
const UNLISTED = [
  PATH.delivery,
  PATH.payment(),
  '/thank-you?session_id=cs_test_12345678',
  '/unsubscribe?token=abc',
  '/manage?token=abc',
  '/find-order',
  '/choice?token=abc',
  '/admin',
]

test('the site map names the pages of the shop', async ({ request }) => {
  const paths = await listed(request)
  expect(paths).toEqual(
    expect.arrayContaining([
      ...SHOP,
      '/about',
      '/faq',
      '/learn/anniversary-survival',
      '/learn/apology-playbook',
      '/learn/mess-up-index',
      '/learn/relationship-survival',
      '/learn/science-of-gifting',
      '/privacy',
      '/refunds',
      '/terms',
    ]),
  )
  expect(new Set(paths).size).toBe(paths.length)
})

/** Tags that have an attribute twice, which the validator does not see inside drawings. */
function repeatedAttributes(html: string): string[] {
  const tags = html
    .replaceAll(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, '')
    .matchAll(/<[a-z][\w-]*((?:\s+[^\s=>"'/]+(?:="[^"]*")?)*)\s*\/?>/gi)
  return [...tags].flatMap(([tag, attributes = '']) => {
    const names = [...attributes.matchAll(/\s([^\s=>"'/]+)(?:="[^"]*")?/g)].map(([, name]) => name)
    return new Set(names).size < names.length ? [`an attribute twice: ${tag}`] : []
  })
}

test('every page is valid HTML', async ({ request }) => {
  const validator = new HtmlValidate({
    extends: ['html-validate:standard'],
    // How it is written, not what it means: React and Astro write `disabled=""`, `<br/>` and capitals in their own way.
    rules: {
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      'attr-quotes': 'off',
      'doctype-style': 'off',
      'no-inline-style': 'off',
      'no-trailing-whitespace': 'off',
      'void-style': 'off',
      'long-title': 'off',
      'require-sri': 'off',
      'element-name': ['error', { pattern: '^([a-z][a-z0-9-]*)$' }],
    },
    elements: ['html5', { 'astro-island': { flow: true, phrasing: true, transparent: true } }],
  })
  const faults: string[] = []
  for (const path of [...(await listed(request)), ...DOORS, ...LINKED, ...UNLISTED, '/nothing/here']) {
    const html = await (await request.get(path)).text()
    const report = await validator.validateString(html, path)
    const found = report.results.flatMap(({ messages }) =>
      messages.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
    )
    faults.push(...[...found, ...repeatedAttributes(html)].map((one) => `${path} ${one}`))
  }
  expect(faults).toEqual([])
})

test('every internal link, picture and in-page address answers', async ({ request }) => {
  const known = new Map<string, string | null>()
  async function fetched(path: string): Promise<string | null> {
    const seen = known.get(path)
    if (seen !== undefined) return seen
    const response = await request.get(path)
    const html = response.headers()['content-type']?.includes('text/html')
    const text = response.ok() ? (html ? await response.text() : '') : null
    known.set(path, text)
    return text
  }
  const broken: string[] = []
  for (const page of await listed(request)) {
    const html = (await fetched(page)) ?? ''
    const found = [
      ...[...html.matchAll(/\s(?:href|src)="([^"]+)"|\scontent="(https:[^"]+)"/g)].map(
        ([, address, meta = '']) => address ?? meta,
      ),
      ...[...html.matchAll(/\ssrcset="([^"]+)"/gi)].flatMap(([, set = '']) =>
        set.split(',').map((one) => one.trim().split(' ')[0] ?? ''),
      ),
    ].map((address) => address.replaceAll('&amp;', '&'))
    for (const address of new Set(found)) {
      const target = URL.canParse(address, AT.shop) ? new URL(address, AT.shop + page) : null
      const local = target && (target.origin === AT.shop || target.origin === SITE.address)
      if (!target || !local || !/^(\/|#|https:)/.test(address)) continue
      const text = await fetched(target.pathname + target.search)
      const id = decodeURIComponent(target.hash.slice(1))
      if (text === null) broken.push(`${page}: ${address} does not answer`)
      else if (id && !text.includes(`id="${id}"`)) broken.push(`${page}: nothing has the id of ${address}`)
    }
  }
  expect(broken).toEqual([])
})

test('HTML and CSS of each page are at most 18,000 bytes compressed; pages to read have no framework and 2 kB of script at most', async ({
  request,
}) => {
  for (const path of await listed(request)) {
    const response = await request.get(path)
    const html = await response.text()
    expect(gzipSync(html, { level: 6 }).length, path).toBeLessThanOrEqual(18_000)
    expect(html, path).not.toMatch(/<link[^>]+stylesheet/)
    if (SHOP.includes(path)) continue
    expect(html, path).not.toContain('astro-island')
    let script = ''
    for (const [, attributes = '', text = ''] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
      if (/ld\+json/.test(attributes)) continue
      const file = /src="([^"]+)"/.exec(attributes)?.[1]
      script += file ? await (await request.get(file)).text() : text
    }
    expect(script, path).not.toMatch(/react|preact/i)
    expect(gzipSync(script).length, path).toBeLessThanOrEqual(2_000)
  }
})

// What axe finds does not depend on the size of the text or on a few pixels more: it looks at a phone, a desktop and forced colours.
test('on phones of 320 and 390 px, with large text, in forced colours: nothing sticks out, targets are large enough, no accessibility fault', async ({
  page,
}) => {
  for (const path of [...(await listed(page.request)), '/login']) {
    await page.setViewportSize({ width: 320, height: 568 })
    await page.goto(path)
    if (SHOP.includes(path)) await ready(page)
    await expectFits(page, `${path}, 320 px`)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectFits(page, `${path}, 390 px`)
    await expectClean(page, `${path}, 390 px`)
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    await expectFits(page, `${path}, forced colours`)
    await expectClean(page, `${path}, forced colours`)
    await page.emulateMedia({ forcedColors: null, reducedMotion: null })
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await expectFits(page, `${path}, text at 200 %`)
  }
})

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

  test('1280 px wide and zoomed to 200 %: nothing sticks out, targets are large enough, no accessibility fault', async ({
    page,
  }) => {
    for (const path of [...(await listed(page.request)), '/login']) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(path)
      if (SHOP.includes(path)) await ready(page)
      await expectFits(page, path)
      await expectClean(page, path)
      await page.setViewportSize({ width: 640, height: 400 })
      await expectFits(page, `${path}, zoomed`)
    }
  })

  test('the focused element is never under the bar', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 500 })
    for (const path of ['/faq', '/about', '/learn/mess-up-index', '/privacy']) {
      await page.goto(path)
      await expectNothingCovered(page, 40)
    }
  })
})
