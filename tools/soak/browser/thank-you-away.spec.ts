import type { APIRequestContext, Page } from '@playwright/test'
import { addressOf, BRAND, CONFIRMING, expectNoFault, PAID, placed } from '#tests/e2e/confirmation.ts'
import { ready } from '#tests/e2e/shop.ts'
import { expect, type OwnShop, test } from './own-shop.ts'

// The buyer comes back from the payment page, and what the confirmation needs is away.

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
  // Looking an order up may store it: the API takes longer for that than the page waits.
  await expectTruth(page, 'Order lookup failed')
  await endFaults(shop)
  await expect(heading(page)).toHaveText(PAID)
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
})
