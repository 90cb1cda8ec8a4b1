import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { MAX_BODY_BYTES } from '#api/http/request-body.ts'
import { withoutIds } from '#tests/support/without-ids.ts'
import { CHECKOUT_FORM, DELIVERY, PAYMENT, sharedShop, someone, Visitor } from './visitor.ts'

// Headers of every answer, and the log's line of a request.

const shop = sharedShop()
afterAll(() => shop.client.close())

const RENDERED = [
  '/',
  '/home',
  DELIVERY,
  PAYMENT,
  '/thank-you?session_id=cs_test_12345678',
  '/florist',
  '/track',
  '/nothing/here',
]
const BUILT = ['/faq', '/learn/apology-playbook', '/login', '/login/reset']
const OTHERS = [
  '/payment',
  '/meet-driver',
  '/api/health',
  '/api/nothing',
  '/api/openapi.json',
  '/favicon.svg',
  '/florist-worker.js',
  '/florist.webmanifest',
  '/fonts/figtree.woff2',
  '/bouquets/hero.avif',
  '/pictures/nothing.jpg',
  `/_astro/${readdirSync('dist/client/_astro').find((name) => name.endsWith('.js'))}`,
]

const stranger = () => new Visitor(shop.url)
const get = (path: string, headers = {}) => stranger().send(path, { headers })
const post = (path: string, body: URLSearchParams, headers = {}) =>
  stranger().send(path, { method: 'POST', body, headers })

/** A policy by its directives. */
function policyOf({ headers }: Pick<Response, 'headers'>): Map<string, string[]> {
  const policy = headers.get('content-security-policy') ?? ''
  const parts = policy.split(';').map((one) => one.trim().split(/\s+/))
  return new Map(parts.map(([name = '', ...sources]) => [name, sources]))
}

/** A large body answered before it was read may end in a connection reset or a proxy's error: then it is sent again. */
async function postTooMuch(path: string): Promise<Response> {
  const send = () => post(path, new URLSearchParams({ note: 'x'.repeat(300_000) }))
  for (let tries = 0; tries < 5; tries++) {
    const answer = await send().catch(() => null)
    if (answer?.headers.get('x-request-id')) return answer
  }
  return send()
}

const elsewhere = { origin: 'https://elsewhere.example' }
const ANSWERS: Record<string, () => Promise<Response>> = {
  ...Object.fromEntries([...RENDERED, ...BUILT, ...OTHERS].map((path) => [path, () => get(path)])),
  'a form from elsewhere': () => post('/', new URLSearchParams({ zip: '10001' }), elsewhere),
  'a form that is too large': () => postTooMuch('/payment'),
}

test.each(Object.entries(ANSWERS))('%s carries the security headers', async (_, ask) => {
  const answer = await ask()
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'strict-transport-security': expect.stringMatching(/max-age=\d{8}/),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|same-origin|no-referrer)$/),
    'permissions-policy': expect.stringContaining('camera=()'),
    'cross-origin-opener-policy': 'same-origin',
  })
  const policy = policyOf(answer)
  for (const name of ['default-src', 'frame-ancestors', 'base-uri'])
    expect(policy.get(name), name).toEqual(["'none'"])
  for (const [name, sources] of policy) {
    expect(sources.includes("'unsafe-inline'"), name).toBe(name === 'style-src-attr')
    expect(sources.join(), name).not.toMatch(/unsafe-eval|\*/)
  }
})

test.each(['/track?token=none', '/florist?token=none'])(
  '%s is named in no request, since its link carries a token, and is kept nowhere',
  async (path) => {
    const { headers } = await get(path)
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('private, no-store')
  },
)

test('the florist’s page alone may be an app with a worker, which may call the shop and nobody else', async () => {
  for (const path of RENDERED) {
    const policy = policyOf(await get(path))
    const own = path === '/florist' ? ["'self'"] : undefined
    expect([policy.get('worker-src'), policy.get('manifest-src')], path).toEqual([own, own])
  }
  const worker = await get('/florist-worker.js')
  expect(worker.headers.get('content-type')).toMatch(/javascript/)
  // Looked for again each time: a worker that is kept for a week rings as it did a week ago.
  expect(worker.headers.get('cache-control')).toMatch(/max-age=0/)
  expect(policyOf(worker).get('connect-src')).toEqual(["'self'"])
  expect(policyOf(worker).get('script-src')).toBeUndefined()
  const manifest = await get('/florist.webmanifest')
  expect(manifest.headers.get('content-type')).toMatch(/manifest\+json/)
  // Without a start of its own a home screen keeps the address with its token.
  const { scope, display, start_url, icons } = await manifest.json()
  expect({ scope, display, start_url }).toEqual({
    scope: '/florist',
    display: 'standalone',
    start_url: undefined,
  })
  expect((await get(icons[0].src)).status).toBe(200)
  for (const { html } of await Promise.all(RENDERED.map((path) => shop.read(path))))
    expect(html).not.toMatch(/rel="manifest"|webmanifest/)
})

test.each([...RENDERED, ...BUILT])('%s names its character set', async (path) => {
  expect((await shop.read(path)).headers.get('content-type')).toBe('text/html; charset=utf-8')
})

test.each(RENDERED)(
  'the policy of %s allows its own scripts and styles only, and forms to the payment page',
  async (path) => {
    const { headers, html, all } = await shop.read(path)
    const policy = policyOf({ headers })
    expect(policy.get('form-action')).toEqual(["'self'", shop.paymentsUrl])
    expect(policy.get('report-uri')).toEqual(['/api/policy-reports'])
    // 'self', the framework's island element, client:idle, the script of every page, the checkout's, the back office's, and the
    // rule by which browsers prepare the next page.
    expect(policy.get('script-src')?.length).toBeLessThanOrEqual(7)
    for (const element of all('script:not([src]):not([type="application/ld+json"]), style')) {
      const hash = createHash('sha256')
        .update(element.textContent ?? '')
        .digest('base64')
      expect(policy.get(`${element.localName}-src`), element.outerHTML.slice(0, 80)).toContain(
        `'sha256-${hash}'`,
      )
    }
    expect(html).not.toMatch(/<meta[^>]+content-security-policy/i)
    expect(html).not.toMatch(/\son[a-z]+="/)
  },
)

test('the first two steps let browsers prepare the next page once it is known, and no page names one by itself', async () => {
  for (const path of RENDERED) {
    const { all } = await shop.read(path)
    const rules = all('script[type=speculationrules]').map(({ textContent }) => JSON.parse(textContent ?? ''))
    const expected = { where: { selector_matches: '[rel=next]' }, eagerness: 'immediate' }
    expect(rules, path).toEqual(['/', '/home'].includes(path) ? [{ prerender: [expected] }] : [])
    // The gate's is out of sight until five digits are typed.
    const links = all('a[rel=next]').map((link) => link.getAttribute('href'))
    expect(links, path).toEqual(path === '/' ? ['/home'] : [])
  }
  const [next] = (await shop.read('/home?optionId=FLOWER-001')).all('a[rel=next]')
  expect(next?.getAttribute('href')).toBe(
    '/delivery-options?optionId=FLOWER-001&price=49.99&product=Really+Bad',
  )
})

test('pages load pictures from the shop and from where those of its products lie', async () => {
  const sources = async (path: string) => policyOf(await get(path)).get('img-src')
  const { rows } = await shop.client.execute("select id, image_url from products where sku = 'FLOWER-001'")
  const [id = null, before = null] = [rows[0]?.['id'], rows[0]?.['image_url']]
  const set = (url: typeof before) =>
    shop.client.execute('update products set image_url = ? where id = ?', [url, id])
  await set('https://pictures.example/roses.jpg')
  expect(await sources('/home?pictures=elsewhere')).toEqual(["'self'", 'data:', 'https://pictures.example'])
  await set(before)
  expect(await sources('/home?pictures=own')).toEqual(["'self'", 'data:'])
  expect(await sources('/login')).toEqual(["'self'", 'data:'])
})

test('says where to report a weakness, and until when that holds', async () => {
  const text = await (await get('/.well-known/security.txt')).text()
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '')
  expect(text).toContain('Contact: mailto:')
  expect(expires).toBeGreaterThan(Date.now())
  expect(expires).toBeLessThan(Date.now() + 366 * 24 * 60 * 60_000)
})

test('each answer has its own request id, whatever the caller sends', async () => {
  const paths = ['/', '/nothing', '/api/health', '/api/nothing']
  const answers = await Promise.all(paths.map((path) => get(path, { 'x-request-id': 'mine' })))
  const ids = answers.map(({ headers }) => headers.get('x-request-id'))
  expect(ids).toEqual(paths.map(() => expect.stringMatching(/^[0-9a-f-]{36}$/)))
  expect(new Set(ids).size).toBe(paths.length)
})

test.each(['/', '/home', '/payment', '/api/waitlist'])(
  '%s refuses a form that is too large',
  async (path) => {
    expect((await postTooMuch(path)).status).toBe(413)
  },
)

test('refuses a form that is too large and does not say its length', async () => {
  let end = () => {}
  // It ends once it is answered: the answer would be lost with the connection while more of it is being written.
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('form=zip&zip=10001'.padEnd(MAX_BODY_BYTES + 1)))
      end = () => controller.close()
    },
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const endless = { method: 'POST', headers, body, duplex: 'half' }
  const { status } = await stranger().send('/', endless as RequestInit & { headers: Record<string, string> })
  end()
  expect(status).toBe(413)
})

test.each(['/', '/home', '/faq', '/products.xml'])('the edge may keep %s, under a tag', async (path) => {
  const { headers } = await get(path)
  expect(headers.get('cache-tag')).toContain('catalogue')
  expect(headers.get('cloudflare-cdn-cache-control')).toContain('max-age=3600')
  expect(headers.get('set-cookie')).toBeNull()
  expect(headers.get('vary') ?? '').not.toMatch(/cookie/i)
})

test.each([
  PAYMENT,
  DELIVERY,
  '/thank-you?session_id=cs_test_12345678',
  '/?closed=99999',
  '/api/products',
  '/nothing',
])('the edge may not keep %s', async (path) => {
  const { headers } = await get(path)
  expect(headers.get('cache-tag')).toBeNull()
  expect(headers.get('cloudflare-cdn-cache-control') ?? '').not.toContain('max-age')
})

test.each(['/delivery-options', '/delivery-options?optionId=FLOWER-001', '/payment', '/thank-you'])(
  'the skipped step %s leads to the start',
  async (path) => {
    const { url, refresh } = await stranger().open(path)
    expect(refresh ?? [url.pathname]).toContain('/')
  },
)

test.each(['/meet-driver', '/meet-location'])('%s leads to the delivery options', async (path) => {
  const { status, headers } = await get(path)
  expect([status, headers.get('location')]).toEqual([302, expect.stringMatching(/\/delivery-options/)])
})

test.each(['/nothing', '/learn/nothing', '/a/b/c/d/e', '/faq/more', '/nothing.html'])(
  '%s is not found',
  async (path) => {
    for (const method of ['GET', 'HEAD'])
      expect((await stranger().send(path, { method })).status, method).toBe(404)
  },
)

test('logs a purchase without personal data', async () => {
  const visitor = new Visitor(shop.url, { zip: '10001' })
  const email = someone()
  const form = { ...CHECKOUT_FORM, email, address: '77 Canary Street', unit: 'Suite Canary' }
  const { url } = await visitor.submit(await visitor.open(PAYMENT), '#checkout', form)
  expect(url.origin).toBe(shop.paymentsUrl)
  const lines = () =>
    readFileSync(shop.logPath, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{'))
  const events = () => lines().map((line) => JSON.parse(line) as Record<string, unknown>)
  const placed = { event: 'request', route: '/api/create-checkout-session', status: 200 }
  await expect
    .poll(events)
    .toContainEqual(expect.objectContaining({ event: 'page', route: '/payment', status: 303 }))
  expect(events()).toContainEqual(expect.objectContaining(placed))
  const texts = lines().map(withoutIds)
  for (const canary of [email, 'Canary', 'Sam Sorry', '555-0100', 'dishwasher', '10001', 'cs_test']) {
    expect(texts.filter((text) => text.includes(canary))).toEqual([])
  }
})

test('logs a path that was not found without personal data', async () => {
  const email = someone()
  const path = `/no-such-page-${crypto.randomUUID().slice(0, 4)}x`
  await get(`${path}/${email}?token=canary-of-the-query`)
  const log = () => readFileSync(shop.logPath, 'utf8')
  await expect.poll(log).toContain(`"path":"${path}/[email]"`)
  expect(log()).not.toContain(email)
  expect(log()).not.toContain('canary-of-the-query')
})
