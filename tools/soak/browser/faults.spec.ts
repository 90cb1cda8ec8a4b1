import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Fault as DatabaseFault } from '#local/database/faults.ts'
import type { Fault } from '#local/faults.ts'
import { toasts } from '#tests/e2e/flow.ts'
import { fillForm, intercept, NOTE, payWith, ready, someone } from '#tests/e2e/shop.ts'
import { audit } from '#tests/support/audit.ts'
import { CHECKOUT, continueButton, expect, type OwnShop, test } from './own-shop.ts'

const GOOD = '4242 4242 4242 4242'
const PAYMENTS_AWAY = 'The payment page did not answer. Nothing was charged. Please try again in a moment.'
const STILL_HERE = 'Nothing was charged, and everything you typed is still here. Please try again.'
const FAILED = 'Checkout failed'
const AS_YOU_LEFT_IT = 'Your form is as you left it.'
/** Two tries of 30 s, and time for a busy machine. */
const GIVEN_UP_MS = 120_000
const REQUEST_ID = /Request id: [0-9a-f-]{36}/

const FAILURES: { name: string; message: string; payments?: Fault<'create'>; database?: DatabaseFault }[] = [
  {
    name: 'the provider answers 500',
    message: PAYMENTS_AWAY,
    payments: { kind: 'error-before', only: 'create' },
  },
  { name: 'the provider hangs', message: PAYMENTS_AWAY, payments: { kind: 'hang', only: 'create' } },
  { name: 'the database hangs', message: FAILED, database: { kind: 'hang', ms: 60_000 } },
  { name: 'the database is busy', message: FAILED, database: { kind: 'busy' } },
  { name: 'the database’s answer is lost', message: FAILED, database: { kind: 'lost-answer' } },
]

// One after the other: a fault is there for everyone in the shop.
test.describe.configure({ mode: 'default' })
test.afterEach(({ shop }) => endFaults(shop))

async function endFaults(shop: OwnShop): Promise<void> {
  await shop.failPayments({ kind: 'none' })
  await shop.failDatabase(null)
}

async function expectTyped(page: Page, email: string): Promise<void> {
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Street address')).toHaveValue('350 5th Ave')
  await expect(page.getByLabel('State')).toHaveValue('NY')
  await expect(page.getByLabel('Apology note')).toHaveValue(NOTE)
}

async function payAndThank(page: Page, shop: OwnShop, email: string): Promise<void> {
  await page.waitForURL(`${shop.paymentsUrl}/**`)
  await payWith(page, GOOD)
  await page.waitForURL(/\/thank-you/)
  await expect(page.getByText(email)).toBeVisible()
  await expect
    .poll(async () => {
      await shop.scheduled()
      return audit(shop)
    })
    .toEqual([])
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'the checkout' : 'the checkout without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('shows each failure in a row, keeps the input, and places one order', async ({ page, shop }) => {
      const email = someone()
      await page.goto(CHECKOUT)
      if (javaScriptEnabled) await ready(page)
      await fillForm(page, email)
      let last: string | null = null
      for (const { name, message, payments, database } of FAILURES) {
        await test.step(name, async () => {
          if (payments) await shop.failPayments(payments)
          if (database) await shop.failDatabase(database)
          await continueButton(page).click()
          const advice = message === FAILED ? STILL_HERE : AS_YOU_LEFT_IT
          const alert = page.getByRole('alert').filter({ hasText: message }).filter({ hasText: advice })
          if (javaScriptEnabled) await expect(toasts(page)).toContainText(message, { timeout: GIVEN_UP_MS })
          // The message may equal the previous one, so wait for the request.
          await expect(async () => {
            const id = await alert.getByText(REQUEST_ID).textContent({ timeout: 100 })
            expect(id).not.toBe(last)
            last = id
          }).toPass({ intervals: [100] })
          await expectTyped(page, email)
          await expect(continueButton(page)).toBeEnabled()
          await endFaults(shop)
          // A scheduled run in between changes nothing.
          expect((await shop.scheduled()).ok).toBe(true)
        })
      }
      // A lost answer is no failure to the shopper: asked again, the provider repeats it.
      await shop.failPayments({ kind: 'lost-answer', only: 'create', times: 1 })
      await continueButton(page).click()
      if (!javaScriptEnabled) {
        // The last page was drawn without a price, which the buyer reads before paying.
        await expect(page.getByRole('alert')).toContainText('The price is now $95.39.')
        await continueButton(page).click()
      }
      await payAndThank(page, shop, email)
    })
  })
}

test('the ZIP gate shows a failed check and a missing answer', async ({ page, shop }) => {
  await page.goto('/')
  await ready(page)
  const check = page.getByRole('button', { name: 'Check Availability' })
  for (const fault of [{ kind: 'error' }, { kind: 'hang', ms: 60_000 }] as const) {
    await shop.failDatabase(fault)
    await page.getByLabel('ZIP code').first().fill('10001')
    await check.click()
    await expect(page.getByText('Error checking your ZIP code. Please try again.')).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }
  const letThrough = await intercept(page, '**/api/zip-codes/*', (route) => route.abort())
  await check.click()
  await expect(page.getByText('Something went wrong. Please try again later.')).toBeVisible()
  letThrough()
  await endFaults(shop)
  await check.click()
  await page.waitForURL('**/home')
})

test('too many attempts show a message, and the next minute works', async ({ page, browser, shop }) => {
  const limit = () =>
    shop.client.execute(`insert into rate_counters (key, window_start, count)
      select key, strftime('%Y-%m-%dT%H:%M:00.000Z', 'now', m.minute), 100000
      from rate_counters, (select '+0 minutes' as minute union select '+1 minutes') m group by key, minute
      on conflict do update set count = 100000`)
  const free = () => shop.client.execute('delete from rate_counters')
  const MESSAGE = 'Too many attempts. Please wait a minute and try again.'
  const email = someone()

  await free()
  await page.goto(CHECKOUT)
  await ready(page)
  await fillForm(page, email)
  await continueButton(page).click()
  await page.waitForURL(`${shop.paymentsUrl}/**`)
  await page.goBack()
  await ready(page)
  await limit()
  await continueButton(page).click()
  await expect(toasts(page)).toContainText(MESSAGE)
  await expectTyped(page, email)

  // Without JavaScript the page calls for the shopper, and counts the shopper's address, not its own.
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  const other = await plain.newPage()
  await other.goto(CHECKOUT)
  const second = someone()
  await fillForm(other, second)
  await continueButton(other).click()
  await expect(other.getByRole('alert').filter({ hasText: MESSAGE })).toBeVisible()
  await expectTyped(other, second)
  const { rows } = await shop.client.execute(
    "select distinct key from rate_counters where key like 'placement:%'",
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.['key']).not.toBe(`placement:${createHash('sha256').update('unknown').digest('hex')}`)

  await free()
  await continueButton(other).click()
  await other.waitForURL(`${shop.paymentsUrl}/**`)
  await payWith(other, GOOD)
  await other.waitForURL(/\/thank-you/)
  await expect(other.getByText(second)).toBeVisible()
  // The confirmation waits and looks again by itself.
  await limit()
  await other.goto(other.url())
  await expect(other.getByText('Looking up your order…')).toBeVisible()
  await free()
  await expect(other.getByText(second)).toBeVisible()
  await plain.close()
})

test('a Worker that hangs is started again', async ({ request, shop }) => {
  shop.hang()
  await shop.restarted()
  expect((await request.get('/api/zip-codes/10001')).status()).toBe(200)
})
