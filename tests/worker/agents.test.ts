import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { htmlFaults } from './valid-html.ts'
import { sharedShop, Visitor } from './visitor.ts'

// Links of agents as a browser without JavaScript follows them, and profiles as the Worker sends them.

const shop = sharedShop()
afterAll(() => shop.client.close())

const stranger = () => new Visitor(shop.url)
const ONE_BOUQUET = 'One order is one bouquet, so here is one.'

test('a link opens the delivery step with its bouquet, and the checkout after it', async () => {
  const visitor = stranger()
  const step = await visitor.open('/buy/FLOWER-002:1?utm_source=mail&buyer/email=jess%40example.com')
  expect([step.status, step.texts('h1')]).toEqual([200, ['When do you need them?']])
  expect(`${step.url.pathname}${step.url.search}`).toBe(
    '/delivery-options?optionId=FLOWER-002&price=89.99&product=Extremely+Bad&utm_source=mail',
  )
  expect(step.text).toContain('Extremely Bad')
  expect(step.text).not.toContain(ONE_BOUQUET)
  expect(step.html).not.toContain('jess')
  const checkout = await visitor.submit(step, 'form[action="/payment"]', { deliveryOption: 'tomorrow' })
  expect([checkout.status, checkout.url.searchParams.get('optionId')]).toEqual([200, 'FLOWER-002'])
})

test.each([
  ['/buy/FLOWER-001:3', '/delivery-options'],
  ['/buy/FLOWER-001:1,FLOWER-003:1?continue_to=/home', '/home'],
  ['/buy/FLOWER-001:2?continue_to=/', '/'],
])('%s asks for several bouquets, and %s says that an order is one', async (link, path) => {
  const page = await stranger().open(link)
  expect([page.status, page.url.pathname]).toEqual([200, path])
  expect(page.text).toContain(ONE_BOUQUET)
  expect(await htmlFaults(page)).toEqual([])
})

test.each(['/buy/FLOWER-999:1', '/buy/~!!:1', '/buy/a%2Fb:1', '/buy/a/b'])(
  '%s leads to the first page, which says that there is no such bouquet',
  async (link) => {
    const page = await stranger().open(link)
    expect([page.status, page.url.pathname]).toEqual([200, '/'])
    expect(page.html).toContain('Product not found')
  },
)

test.each([
  ['/buy', '/'],
  // The framework would take the slash off, for good.
  ['/buy/', '/'],
  ['/buy/?continue_to=/faq', '/faq'],
  ['/buy/FLOWER-001:1?continue_to=//evil.example', /^\/delivery-options\?optionId=FLOWER-001&/],
  ['/buy/FLOWER-001:1?continue_to=/..//evil.example', /^\/delivery-options\?optionId=FLOWER-001&/],
])('%s is answered with one 303 that nothing keeps', async (link, to) => {
  const answer = await stranger().send(link)
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toMatch(to)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  expect(answer.headers.getSetCookie()).toEqual([])
})

test.each([
  ['/.well-known/ucp', '2026-08-25'],
  ['/.well-known/ucp/2026-04-08', '2026-04-08'],
])('the profile %s is public, kept for five minutes, and known by its tag', async (path, version) => {
  const answer = await stranger().send(path)
  expect([answer.status, await answer.json()]).toMatchObject([200, { ucp: { version } }])
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  const tag = answer.headers.get('etag') ?? ''
  expect(tag).toMatch(/^"/)
  const again = await stranger().send(path, { headers: { 'if-none-match': tag } })
  expect([again.status, again.headers.get('etag')]).toEqual([304, tag])
})

test('the log has nothing of what a link carries', async () => {
  const mark = crypto.randomUUID()
  const answer = await stranger().send(`/buy/FLOWER-001:1?buyer/first_name=${mark}&utm_source=${mark}`)
  const id = answer.headers.get('x-request-id') ?? 'none'
  const log = () => readFileSync(shop.logPath, 'utf8')
  await expect.poll(() => log().includes(id)).toBe(true)
  const line = log()
    .split('\n')
    .find((each) => each.includes(id))
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    event: 'request',
    route: '/buy/:items{[^]+}',
    status: 303,
  })
  expect(log()).not.toContain(mark)
})
