import type { APIRequestContext, Page } from '@playwright/test'
import {
  addressOf,
  BRAND,
  CONFIRMING,
  expectNoFault,
  lookUpsOf,
  PAID,
  placed,
} from '#tests/e2e/confirmation.ts'
import { intercept, ready } from '#tests/e2e/shop.ts'
import { expect, type OwnShop, test } from './own-shop.ts'

// The buyer comes back from the payment page, and what the confirmation needs is away.

const LOOK_UP = '**/api/get-order-details'
const UNKNOWN =
  'You came here from the payment page, but we can’t look up your order right now. So we don’t know yet whether the payment went through.'
const NOT_TWICE =
  'Please don’t pay again. A payment that went through isn’t lost: we’ll email you once we see it.'
const KEEPS_TRYING = 'This page keeps trying by itself.'
const STILL = `Still no answer. ${KEEPS_TRYING}`
const UNTRUE = /inbox|is safe|has gone through|on its way/i

// One after the other: a fault is there for everyone in the shop.
test.describe.configure({ mode: 'default' })
test.afterEach(({ shop }) => endFaults(shop))

async function endFaults(shop: OwnShop): Promise<void> {
  await shop.failPayments({ kind: 'none' })
  await shop.failDatabase(null)
  await shop.webhooks(true)
}

/** An order that was paid while nobody told the shop. @returns the address to which its buyer returns */
async function paidUnheard(request: APIRequestContext, shop: OwnShop): Promise<string> {
  const sessionId = await placed(request)
  await shop.webhooks(false)
  await shop.pay(sessionId)
  return addressOf(sessionId)
}

const problem = (page: Page) => page.getByRole('alert').filter({ hasText: 'Unable to load order' })
const progress = (page: Page) => page.getByRole('status')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try Again' })

async function expectTruth(page: Page, message: string): Promise<void> {
  await expect(problem(page)).toContainText(message)
  for (const text of [UNKNOWN, NOT_TWICE]) await expect(problem(page)).toContainText(text)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: '(555) 555-0142' })).toHaveAttribute('href', 'tel:+15555550142')
  await expect(main.getByRole('link', { name: 'help@apologizebetter.example' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Return Home' })).toBeVisible()
  expect(await main.textContent()).not.toMatch(UNTRUE)
}

test('the database is away: the page says what it knows, and is the confirmation once it is back', async ({
  page,
  request,
  shop,
}) => {
  const address = await paidUnheard(request, shop)
  await shop.failDatabase({ kind: 'error' })
  await page.goto(address)
  await expectTruth(page, 'Order lookup failed')
  await expect(page.getByText('Failed to load order details')).toBeVisible()
  await expect(progress(page)).toHaveText(KEEPS_TRYING)
  await expect(page.getByText(/Request id: [0-9a-f-]{36}/)).toBeVisible()
  await expect(page).toHaveTitle(`Thank You | ${BRAND}`)
  await expectNoFault(page)
  // A live region is read out only if it was there before its text changed.
  await problem(page).evaluate((element) => element.setAttribute('data-same', ''))

  await tryAgain(page).click()
  await expect(progress(page)).toHaveText('Trying again…')
  await expect(progress(page)).toHaveText(STILL)
  await expectTruth(page, 'Order lookup failed')

  await endFaults(shop)
  await expect(heading(page)).toHaveText(PAID)
  await expect(page.getByRole('status')).toHaveAttribute('data-same')
  await expect(heading(page)).toBeFocused()
  await expect(page).toHaveTitle(`Order Confirmed – Extremely Bad | ${BRAND}`)
  await expect(page.getByText('Unable to load order')).toHaveCount(0)
})

test('Try Again looks at once, and once when it is pressed twice', async ({ page, request, shop }) => {
  const address = await paidUnheard(request, shop)
  await shop.failDatabase({ kind: 'error' })
  await page.clock.install()
  await page.goto(address)
  await expect(progress(page)).toHaveText(KEEPS_TRYING)
  // From here on nothing happens by itself.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 500))
  const lookUps = lookUpsOf(page)
  await endFaults(shop)
  await tryAgain(page).dblclick()
  await expect(heading(page)).toHaveText(PAID)
  expect(lookUps).toHaveLength(1)
})

test('a reload and Back keep the state, and show the order as soon as there is one', async ({
  page,
  request,
  shop,
}) => {
  const address = await paidUnheard(request, shop)
  await shop.failDatabase({ kind: 'error' })
  await page.goto(address)
  await expectTruth(page, 'Order lookup failed')
  await expect(page).toHaveURL(`${shop.url}/thank-you`)
  await page.reload()
  await expectTruth(page, 'Order lookup failed')
  await page.goto('/about')
  await page.goBack()
  await expectTruth(page, 'Order lookup failed')
  await endFaults(shop)
  await page.reload()
  await expect(heading(page)).toHaveText(PAID)
  await expect(page).toHaveURL(`${shop.url}/thank-you`)
})

test('the database hangs: the page says so after a while, and comes back', async ({
  page,
  request,
  shop,
}) => {
  const address = await paidUnheard(request, shop)
  await shop.failDatabase({ kind: 'hang', ms: 60_000 })
  await page.goto(address)
  await expectTruth(page, 'This is taking too long. Please try again in a moment.')
  await endFaults(shop)
  await expect(heading(page)).toHaveText(PAID)
})

test('a hidden page does not look; seen again it does', async ({ page, request, shop }) => {
  const address = await paidUnheard(request, shop)
  await shop.failDatabase({ kind: 'error' })
  await page.clock.install()
  await page.goto(address)
  await expect(progress(page)).toHaveText(KEEPS_TRYING)
  const see = (state: 'hidden' | 'visible') =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { value: now, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await see('hidden')
  const lookUps = lookUpsOf(page)
  await page.clock.runFor(300_000)
  expect(lookUps).toEqual([])
  await endFaults(shop)
  await see('visible')
  await expect(heading(page)).toHaveText(PAID)
})

for (const [name, body, message] of [
  ['success: false', { success: false, error: 'The session is over' }, 'The session is over'],
  ['no order', { success: true }, 'Order lookup failed'],
] as const) {
  test(`an answer of 200 with ${name} is an error at once, and only Try Again looks again`, async ({
    page,
    request,
    shop,
  }) => {
    const address = await paidUnheard(request, shop)
    await page.clock.install()
    const letThrough = await intercept(page, LOOK_UP, (route) => route.fulfill({ json: body }))
    // As for a reload: the server could not read the order.
    await shop.failDatabase({ kind: 'error' })
    const lookUps = lookUpsOf(page)
    await page.goto(address)
    await expectTruth(page, message)
    await endFaults(shop)
    await page.clock.runFor(300_000)
    expect(lookUps).toHaveLength(1)
    await expect(progress(page)).toHaveText('')
    await tryAgain(page).click()
    await page.clock.runFor(2_000)
    await expect(progress(page)).toHaveText('We tried again. Still no order.')
    letThrough()
    await tryAgain(page).click()
    await expect(heading(page)).toHaveText(PAID)
  })
}

test('a malformed session is told at once, and cannot be tried again', async ({ page }) => {
  await page.goto(addressOf('cs_'))
  await expect(problem(page)).toContainText('This is not a checkout session')
  await expect(problem(page)).toContainText(
    'The address of this page names no order. Part of it may be missing.',
  )
  await expect(page.getByRole('link', { name: '(555) 555-0142' }).first()).toBeVisible()
  await expect(tryAgain(page)).toHaveCount(0)
  await expectNoFault(page)
})

test('a page that the browser translates becomes the confirmation, too', async ({ page, request, shop }) => {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  const address = await paidUnheard(request, shop)
  await shop.failDatabase({ kind: 'error' })
  await page.goto(address)
  await expect(progress(page)).toHaveText(KEEPS_TRYING)
  await page.getByRole('main').evaluate((main) => {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const texts: Node[] = []
    while (walker.nextNode()) texts.push(walker.currentNode)
    for (const text of texts) {
      const font = document.createElement('font')
      text.parentNode?.replaceChild(font, text)
      font.append(document.createTextNode(`${text.textContent}`))
    }
  })
  await tryAgain(page).click()
  await expect(progress(page)).toHaveText(STILL)
  await endFaults(shop)
  await expect(heading(page)).toHaveText(PAID)
  expect(faults).toEqual([])
})

test('the payment provider is away: the order is shown, and its payment as not confirmed', async ({
  page,
  request,
  shop,
}) => {
  const address = await paidUnheard(request, shop)
  await shop.failPayments({ kind: 'error-before', only: 'retrieve' })
  await page.goto(address)
  await ready(page)
  await expect(page.getByRole('status')).toContainText(CONFIRMING)
  await expect(page.getByRole('status')).toContainText('No word on the payment yet. This page keeps looking.')
  await expect(page.getByText(/ORD-[0-9A-Z]{8}/)).toBeVisible()
  await endFaults(shop)
  await expect(heading(page)).toHaveText(PAID)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  /** Text that only a browser without JavaScript shows; searches by text leave it out. */
  const unscripted = (page: Page) => page.getByRole('main').locator('noscript p')

  test('the page says what it knows, refreshes itself, and shows the order once it can', async ({
    page,
    request,
    shop,
  }) => {
    const sessionId = await placed(request)
    await shop.pay(sessionId)
    await shop.failDatabase({ kind: 'error' })
    await page.goto(addressOf(sessionId))
    await expect(unscripted(page)).toContainText([UNKNOWN, NOT_TWICE, KEEPS_TRYING])
    expect(await page.getByRole('main').textContent()).not.toMatch(UNTRUE)
    await endFaults(shop)
    await expect(heading(page)).toHaveText(PAID)
  })

  test('after a minute of refreshes Try Again starts anew', async ({ page, request, shop }) => {
    const sessionId = await placed(request)
    await shop.pay(sessionId)
    await shop.failDatabase({ kind: 'error' })
    await page.goto(`${addressOf(sessionId)}&look=8`)
    await expectTruth(page, 'Order lookup failed')
    await expect(page.getByText(KEEPS_TRYING)).toHaveCount(0)
    await tryAgain(page).click()
    await expect(unscripted(page)).toContainText([KEEPS_TRYING])
    await expect(page).toHaveURL(new RegExp(`/thank-you\\?session_id=${sessionId}`))
    await endFaults(shop)
    await expect(heading(page)).toHaveText(PAID)
  })
})
