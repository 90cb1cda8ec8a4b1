import type { Browser, Page, Request } from '@playwright/test'
import { fillForm, ready, someone } from '#tests/e2e/shop.ts'
import { round } from '#tests/faults/worker-round.ts'
import { audit } from '#tests/support/audit.ts'
import { CHECKOUT, continueButton, expect, type OwnShop, test } from './own-shop.ts'

// kill -9 of the Worker and of the stand-ins, in the middle of purchases and between them. They are started again by
// themselves; each shopper then does what a person does, tries again, and in the end nothing is lost, doubled or half-written.

const GOOD = '4242 4242 4242 4242'
const FAILED = 'Nothing was charged, and everything you typed is still here. Please try again.'
const SHOPPERS = 4

type Shopper = { page: Page; email: string }

// One after the other: one shop is enough.
test.describe.configure({ mode: 'default' })
test.setTimeout(240_000)

/** Shoppers in tabs of their own, each at a filled-in checkout. */
async function shoppersAtCheckout(browser: Browser, shop: OwnShop): Promise<Shopper[]> {
  const shoppers: Shopper[] = []
  for (let n = 0; n < SHOPPERS; n++) {
    const context = await browser.newContext({ baseURL: shop.url })
    const page = await context.newPage()
    const email = someone()
    await page.goto(CHECKOUT)
    await ready(page)
    await fillForm(page, email)
    await expect(continueButton(page)).toBeEnabled()
    shoppers.push({ page, email })
  }
  return shoppers
}

/** The Worker is killed once everybody's request is on its way; then it is back. */
async function crashAmid(shop: OwnShop, acts: { sent: Promise<unknown>; act: () => Promise<unknown> }[]) {
  // The result of an interrupted action is checked afterwards.
  const acting = acts.map(({ act }) => act().catch(() => undefined))
  await Promise.all(acts.map(({ sent }) => sent))
  shop.crash()
  await Promise.all(acting)
  await shop.restarted()
}

/** The next request of a page to an address. */
const sending = (page: Page, address: string): Promise<Request> => page.waitForRequest(address)

/** As a person does: read what it says, press the button again. Those who already see the payment page go on there. */
async function goOnToPayment(shop: OwnShop, { page, email }: Shopper): Promise<void> {
  const hosted = page.getByRole('button', { name: /^Pay \$/ })
  const failed = page.getByRole('alert').filter({ hasText: FAILED })
  await expect(hosted.or(failed)).toBeVisible()
  if (await failed.isVisible()) {
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByLabel('Apology note')).toHaveValue('I was wrong about the dishwasher.')
    await continueButton(page).click()
    await page.waitForURL(`${shop.paymentsUrl}/**`)
  }
}

/** Thanked, after a reload where the page did not come. */
async function seesTheOrder({ page, email }: Shopper): Promise<void> {
  await expect(async () => {
    if (!(await page.getByText(email).isVisible())) await page.reload()
    await expect(page.getByText(email)).toBeVisible({ timeout: 15_000 })
  }).toPass()
  await expect(page.getByText(/ORD-[0-9A-Z]{8}/)).toBeVisible()
}

/** Runs the scheduled work after the minute for which a killed Worker had claimed messages, and audits. */
async function booksAgree(shop: OwnShop): Promise<void> {
  await shop.client.execute(
    "update outbox set next_attempt_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') where status = 'pending'",
  )
  expect((await shop.scheduled()).ok).toBe(true)
  await expect.poll(() => audit(shop)).toEqual([])
}

test('a crash during a ZIP check shows an error, and the next press works', async ({ page, shop }) => {
  await page.goto('/')
  await ready(page)
  const check = page.getByRole('button', { name: 'Check Availability' })
  // No answer comes before the kill, however long the machine takes to get there.
  await shop.failDatabase({ kind: 'hang', ms: 60_000, times: 1 })
  const asked = page.waitForRequest('**/api/zip-codes/10001')
  await page.getByLabel('ZIP code').first().fill('10001')
  await asked
  await check.click()
  shop.crash()
  await expect(page.getByText('Something went wrong. Please try again later.')).toBeVisible()
  await shop.restarted()
  await expect(page.getByLabel('ZIP code').first()).toHaveValue('10001')
  await check.click()
  await page.waitForURL('**/home')
})

test('a crash around Continue to Payment, Pay or on the payment page loses no order', async ({
  browser,
  shop,
}) => {
  const shoppers = await shoppersAtCheckout(browser, shop)
  await shop.failPayments({ kind: 'slow', ms: 150, only: 'create' })
  await crashAmid(
    shop,
    shoppers.map(({ page }) => ({
      sent: sending(page, '**/api/create-checkout-session'),
      act: () => continueButton(page).click(),
    })),
  )
  await shop.failPayments({ kind: 'none' })
  for (const shopper of shoppers) await goOnToPayment(shop, shopper)

  // All are at the payment page when the Worker is killed again: as they pay, during the webhook,
  // and during the return and the look-up.
  for (const { page } of shoppers) await fillCard(page)
  await crashAmid(
    shop,
    shoppers.map(({ page }) => ({
      sent: sending(page, `${shop.paymentsUrl}/**`),
      act: () => page.getByRole('button', { name: /^Pay \$/ }).click({ noWaitAfter: true }),
    })),
  )
  for (const shopper of shoppers) await seesTheOrder(shopper)
  await booksAgree(shop)
  const { rows } = await shop.client.execute(
    "select count(*) as n from orders where payment_status = 'paid' and status = 'confirmed'",
  )
  expect(rows[0]?.['n']).toBe(shoppers.length)
  await Promise.all(shoppers.map(({ page }) => page.context().close()))
})

test('a crash during the scheduled settlement is completed by the next run', async ({ browser, shop }) => {
  const shoppers = await shoppersAtCheckout(browser, shop)
  await shop.webhooks(false)
  for (const { page } of shoppers) {
    await continueButton(page).click()
    await page.waitForURL(`${shop.paymentsUrl}/**`)
    const sessionId = page.url().split('/').at(-1)?.split(/[?#]/)[0] ?? ''
    // The browser does not return.
    await page.context().close()
    await shop.pay(sessionId)
  }
  const before = await shop.roundTrips()
  const atWork = async () => expect.poll(async () => (await shop.roundTrips()) > before).toBe(true)
  await crashAmid(
    shop,
    [1, 2].map(() => ({ sent: atWork(), act: () => shop.scheduled() })),
  )
  await booksAgree(shop)
  await shop.webhooks(true)
  await booksAgree(shop)
})

test('a Worker that hangs is started again, and a ZIP check works', async ({ page, shop }) => {
  shop.hang()
  await shop.restarted()
  await page.goto('/')
  await ready(page)
  await page.getByLabel('ZIP code').first().fill('10001')
  await page.getByRole('button', { name: 'Check Availability' }).click()
  await page.waitForURL('**/home')
})

test('keeps every invariant when services fail and the Worker and the stand-ins are killed', async ({
  shop,
}) => {
  expect((await round(shop, 'round 1')).faults).toEqual([])
})

async function fillCard(page: Page): Promise<void> {
  await page.getByLabel('Card number').fill(GOOD)
  await page.getByLabel('Expiry').fill('12/34')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Name on card').fill('Sam Sorry')
}
