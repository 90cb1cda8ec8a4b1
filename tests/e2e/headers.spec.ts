import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { type APIRequestContext, type APIResponse, request as base } from '@playwright/test'
import { withoutIds } from '#tests/support/without-ids.ts'
import { AT, expect, fillCheckout, someone, test } from './shop.ts'

const FLOW = 'optionId=FLOWER-002&price=89.99&product=Extremely+Bad'
const PAGES = [
  '/',
  '/home',
  `/delivery-options?${FLOW}`,
  `/payment?${FLOW}&deliveryOption=tomorrow&deliveryPrice=0.00&meetDriver=false`,
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
  '/fonts/figtree.woff2',
  '/bouquets/hero.avif',
]

/** A policy by its directives. */
function directives(policy: string | undefined): Map<string, string[]> {
  const found = (policy ?? '').split(';').map((one) => one.trim().split(/\s+/))
  return new Map(found.map(([name = '', ...sources]) => [name, sources]))
}

/** A large body answered before it was read may end in a connection reset or a proxy's error: then it is sent again. */
async function postTooMuch(request: APIRequestContext, path: string): Promise<APIResponse> {
  const post = () => request.post(path, { form: { note: 'x'.repeat(300_000) } })
  for (let tries = 0; tries < 5; tries++) {
    const answer = await post().catch(() => null)
    if (answer?.headers()['x-request-id']) return answer
  }
  return post()
}

async function answersOf(request: APIRequestContext) {
  const file = readdirSync('dist/client/_astro').find((name) => name.endsWith('.js'))
  const paths = [...PAGES, ...BUILT, ...OTHERS, `/_astro/${file}`]
  const gets = await Promise.all(
    paths.map(async (path) => [path, await request.get(path, { maxRedirects: 0 })] as const),
  )
  const crossOrigin = await request.post('/', {
    headers: { origin: 'https://elsewhere.example' },
    form: { zip: '10001' },
  })
  const tooLarge = await postTooMuch(request, '/payment')
  return [...gets, ['a form from elsewhere', crossOrigin] as const, ['too large', tooLarge] as const]
}

test('every answer carries the security headers, files and failures included', async ({ request }) => {
  for (const [what, response] of await answersOf(request)) {
    const headers = response.headers()
    expect(headers, what).toMatchObject({
      'strict-transport-security': expect.stringMatching(/max-age=\d{8}/),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|same-origin|no-referrer)$/),
      'permissions-policy': expect.stringContaining('camera=()'),
    })
    expect(headers['cross-origin-opener-policy'], what).toBe('same-origin')
    const policy = directives(headers['content-security-policy'])
    expect(policy.get('default-src'), what).toEqual(["'none'"])
    expect(policy.get('frame-ancestors'), what).toEqual(["'none'"])
    expect(policy.get('base-uri'), what).toEqual(["'none'"])
    for (const [name, sources] of policy) {
      expect(sources.includes("'unsafe-inline'"), `${what}: ${name}`).toBe(name === 'style-src-attr')
      expect(sources.join(), `${what}: ${name}`).not.toMatch(/unsafe-eval|\*/)
    }
  }
})

test('every page names its character set', async ({ request }) => {
  for (const path of [...PAGES, ...BUILT]) {
    const answer = await request.get(path)
    expect(answer.headers()['content-type'], path).toBe('text/html; charset=utf-8')
  }
})

test('the policy allows only the page’s own scripts and styles, and forms to the payment page', async ({
  request,
}) => {
  for (const path of PAGES) {
    const response = await request.get(path)
    const policy = directives(response.headers()['content-security-policy'])
    const html = await response.text()
    expect(policy.get('form-action'), path).toEqual(["'self'", AT.payments])
    // 'self', the framework's island element, client:idle, the script of every page, the checkout's and the
    // back office's.
    expect(policy.get('script-src')?.length, path).toBeLessThanOrEqual(6)
    for (const [tag, directive] of [
      ['script', 'script-src'],
      ['style', 'style-src'],
    ] as const) {
      for (const [, attributes = '', text = ''] of html.matchAll(
        new RegExp(`<${tag}([^>]*)>([\\s\\S]*?)</${tag}>`, 'g'),
      )) {
        if (/\bsrc=/.test(attributes) || /ld\+json/.test(attributes)) continue
        const hash = createHash('sha256').update(text).digest('base64')
        expect(policy.get(directive), `${path}: <${tag}> ${text.slice(0, 60)}`).toContain(`'sha256-${hash}'`)
      }
    }
    expect(html, path).not.toMatch(/<meta[^>]+content-security-policy/i)
    expect(html, path).not.toMatch(/\son[a-z]+="/)
  }
})

test('an injected script does not run', async ({ browser }) => {
  // The browser logs the refusal as an error: a page of its own.
  const page = await browser.newPage()
  await page.goto('/')
  const outcome = await page.evaluate(async () => {
    const refused = new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
        resolve(effectiveDirective),
      )
    })
    const script = document.createElement('script')
    script.textContent = 'document.title = "taken over"'
    document.head.append(script)
    return [await refused, document.title]
  })
  expect(outcome).toEqual(['script-src-elem', 'Apologize Better'])
  await page.close()
})

test('each answer has its own request id, whatever the caller sends', async ({ request }) => {
  const ids = new Set<string>()
  for (const path of ['/', '/nothing', '/api/health', '/api/nothing']) {
    const headers = (await request.get(path, { headers: { 'x-request-id': 'mine' } })).headers()
    expect(headers['x-request-id'], path).toMatch(/^[0-9a-f-]{36}$/)
    ids.add(headers['x-request-id'] ?? '')
  }
  expect(ids.size).toBe(4)
})

test('refuses a form that is too large or has no length', async () => {
  const request = await base.newContext({ baseURL: AT.shop })
  for (const path of ['/', '/home', '/payment', '/api/waitlist']) {
    const large = await postTooMuch(request, path)
    expect(large.status(), path).toBe(413)
  }
  const endless = await fetch(`${AT.shop}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('form=zip&zip=10001'))
        controller.close()
      },
    }),
    duplex: 'half',
  } as RequestInit)
  expect(endless.status).toBe(413)
  await request.dispose()
})

test('logs each request without personal data', async ({ page }) => {
  const email = someone()
  await fillCheckout(page, email)
  await page.getByLabel('Street address').fill('77 Canary Street')
  await page.getByLabel('Apt, suite, floor').fill('Suite Canary')
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await page.waitForURL(`${AT.payments}/**`)
  const port = new URL(AT.shop).port
  const lines = readFileSync(`.local/${port}/worker.log`, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
  const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(events).toContainEqual(expect.objectContaining({ event: 'page', route: '/payment', status: 200 }))
  expect(events).toContainEqual(
    expect.objectContaining({ event: 'request', route: '/api/create-checkout-session', status: 200 }),
  )
  const texts = lines.map(withoutIds)
  for (const canary of [email, 'Canary', 'Sam Sorry', '555-0100', 'dishwasher', '10001', 'cs_test']) {
    expect(texts.filter((text) => text.includes(canary))).toEqual([])
  }
})
