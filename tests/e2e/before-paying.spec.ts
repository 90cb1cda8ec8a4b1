import type { Page } from '@playwright/test'
import { openCheckout, PATH, payButton, saveZip, toasts } from './flow.ts'
import { AT, expect, fillForm, GATE, intercept, ordersOf, ready, someone, test } from './shop.ts'

// News for a buyer before anything is paid: another time, another price, an order that is paid already.

// A refused form is an error to the browser's console.
test.use({ refusals: true })

const summary = (page: Page) => page.getByRole('region', { name: 'Order summary' })

/** The announcement beside the button. */
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test(
  'a buyer reads the other market’s time and a new price before paying',
  GATE,
  async ({ page, database }) => {
    const email = someone()
    await saveZip(page, '10001')
    await openCheckout(page)
    await fillForm(page, email)
    await expect(summary(page)).toContainText(/Tomorrow, .* by 12 PM EST/)
    await page.getByLabel('City').fill('San Francisco')
    await page.getByLabel('State').selectOption('CA')
    await page.getByLabel('ZIP code').fill('94110')
    await expect(said(page, '94110 is in San Francisco.')).toContainText(
      /Delivery is now: Tomorrow, .* by 12 PM PST\./,
    )
    await expect(summary(page)).toContainText(/by 12 PM PST/)
    // The times to choose from are that market's now.
    const saved = async () => (await page.context().cookies()).find(({ name }) => name === 'zip')?.value
    await expect.poll(saved).toBe('94110')

    // The form looks as if it had shown another price.
    const letThrough = await intercept(page, '**/api/create-checkout-session', (route) => {
      letThrough()
      const sent = route.request().postDataJSON() as { shown: object }
      return route.continue({
        postData: JSON.stringify({ ...sent, shown: { ...sent.shown, totalCents: 1 } }),
      })
    })
    const askedAgain = page.waitForResponse(/\/api\/storefront\?/)
    await payButton(page).click()
    await expect(said(page, 'The price is now $95.39.')).toBeVisible()
    // The next press sends the terms of this answer.
    await askedAgain
    // It would lie over that.
    await expect(toasts(page).filter({ hasText: 'The price' })).toHaveCount(0)
    expect(await ordersOf(database, email)).toEqual([])
    await payButton(page).click()
    await page.waitForURL(`${AT.payments}/**`)
    expect(await ordersOf(database, email)).toMatchObject([{ total_cents: 9539 }])
  },
)

test(
  'after a payment that never came back, the tab orders again with one press',
  GATE,
  async ({ page, database }) => {
    const email = someone()
    await openCheckout(page)
    await fillForm(page, email)
    await payButton(page).click()
    await page.waitForURL(`${AT.payments}/**`)
    const session = new URL(page.url()).pathname.split('/').at(-1)
    const paid = await page.request.post(`${AT.payments}/_local/sessions/${session}/pay`, {
      data: { card: '4242424242424242' },
    })
    expect(paid.ok()).toBe(true)

    await page.goto(PATH.payment())
    await ready(page)
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await page.getByLabel('Apology note').fill('And about the car. Sam')
    const alert = page.getByRole('alert').filter({ hasText: / is paid\. ?View it, or start another order\./ })
    for (const press of ['first', 'second']) {
      await payButton(page).click()
      await expect(alert, press).toContainText(/ORD-[0-9A-Z]{8} is paid\./)
    }
    await expect(alert.getByRole('link', { name: 'View it' })).toHaveAttribute(
      'href',
      new RegExp(`/thank-you\\?session_id=${session}$`),
    )
    expect(await ordersOf(database, email)).toHaveLength(1)
    // Enter in a field is the usual button.
    await page.getByLabel('Your name').press('Enter')
    await expect(alert).toBeVisible()
    expect(await ordersOf(database, email)).toHaveLength(1)

    await alert.getByRole('button', { name: 'start another order' }).click()
    await page.waitForURL(`${AT.payments}/**`)
    expect(await ordersOf(database, email)).toMatchObject([
      { payment_status: 'paid' },
      { payment_status: 'pending', apology_note: 'And about the car. Sam' },
    ])
    // The form stands for the second order now, also on the way back.
    await page.goBack()
    await ready(page)
    await payButton(page).click()
    await page.waitForURL(`${AT.payments}/**`)
    expect(await ordersOf(database, email)).toHaveLength(2)
  },
)

test(
  'a buyer whose order takes long is told so, and one whose answer is lost gets to pay without a second press',
  GATE,
  async ({ page, database }) => {
    const email = someone()
    await page.clock.install()
    await openCheckout(page)
    await fillForm(page, email)
    const keys: string[] = []
    let loseAnswer = () => {}
    await page.route('**/api/create-checkout-session', async (route) => {
      keys.push((route.request().postDataJSON() as { attemptKey: string }).attemptKey)
      if (keys.length > 1) return route.continue()
      await route.fetch()
      await new Promise<void>((resolve) => {
        loseAnswer = resolve
      })
      await route.abort()
    })
    await payButton(page).click()
    await expect.poll(() => ordersOf(database, email)).toHaveLength(1)
    await page.clock.fastForward(3_100)
    await expect(said(page, 'This takes longer than usual. There’s no need to press again.')).toBeVisible()
    loseAnswer()
    await expect
      .poll(async () => {
        await page.clock.fastForward(1_000)
        return keys.length
      })
      .toBe(2)
    await page.waitForURL(`${AT.payments}/**`)
    expect(new Set(keys).size).toBe(1)
    expect(await ordersOf(database, email)).toHaveLength(1)
  },
)
