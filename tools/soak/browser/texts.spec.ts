import type { Locator, Page } from '@playwright/test'
import {
  moveServerAlong,
  openCheckout,
  openMarket,
  PATH,
  payButton,
  saveZip,
  toasts,
  wakeAt,
} from '#tests/e2e/flow.ts'
import { expect, fillForm, intercept, ready, someone, test } from '#tests/e2e/shop.ts'

// The storefront's fixed texts, word for word, each in the situation it is written for.
// The checkout's fields are in fields.spec.ts, the waitlist's in waitlist.spec.ts, the confirmation's in thank-you.spec.ts.

test.describe('the checkout, when it cannot go on', () => {
  test.use({ refusals: true })

  const SESSION = '**/api/create-checkout-session'

  async function submitFilled(page: Page): Promise<void> {
    await openCheckout(page)
    await fillForm(page, someone())
    await payButton(page).click()
  }

  async function expectFormAsItWas(page: Page): Promise<void> {
    await expect(payButton(page)).toBeEnabled()
    await expect(payButton(page)).not.toHaveAttribute('aria-busy')
    await expect(page.getByLabel('Your name')).toHaveValue('Sam Sorry')
    await expect(page.getByLabel('Apology note')).toHaveValue('I was wrong about the dishwasher.')
  }

  const words = 'The payment page did not answer. Nothing was charged. Please try again in a moment.'
  test('a failed try says why, and the form is ready for another one', async ({ page }) => {
    await openCheckout(page)
    await fillForm(page, someone())
    for (const [situation, answer, says] of [
      ['the server’s words', { status: 503, json: failure('payments_unavailable', words) }, words],
      ['a failure without words', { status: 500, json: failure('unknown', '') }, 'Checkout failed'],
      ['an answer nobody can read', { status: 502, body: '<h1>Bad gateway</h1>' }, 'Checkout failed'],
      ['no answer', null, 'Checkout failed'],
    ] as const) {
      await test.step(situation, async () => {
        const letThrough = await intercept(page, SESSION, (route) =>
          answer ? route.fulfill(answer) : route.abort(),
        )
        await payButton(page).click()
        await expect(toasts(page)).toContainText(says)
        const notice = page.getByRole('alert')
        await expect(notice).toBeFocused()
        // It stays when the toast is gone.
        await expect(notice).toContainText(says)
        await expectFormAsItWas(page)
        letThrough()
        // The next try is to say it anew.
        await toasts(page).getByRole('button', { name: 'Dismiss' }).click()
        await expect(toasts(page)).not.toContainText(says)
      })
    }
    await payButton(page).click()
    await page.waitForURL(/cs_test/)
  })

  test('“Product info missing” when the form does not know its product', async ({ page }) => {
    await openCheckout(page)
    await fillForm(page, someone())
    await page.locator('[name=productId]').evaluate((input) => input.remove())
    await payButton(page).click()
    await expect(toasts(page)).toContainText('Product info missing')
    await expectFormAsItWas(page)
  })

  test('“Product not found” when the bouquet went while the form was filled in', async ({ page }) => {
    await page.route(SESSION, (route) =>
      route.continue({ postData: { ...route.request().postDataJSON(), productId: 'product-that-went' } }),
    )
    await submitFilled(page)
    await expect(page).toHaveURL(/\/\?notice=product-not-found$/)
    await expect(toasts(page)).toContainText('Product not found')
  })
})

test.describe('“Product not found”', () => {
  for (const path of ['/payment?deliveryOption=tomorrow', '/delivery-options?price=1.00']) {
    test(`an unknown bouquet in ${path} leads to the start, which says so`, async ({ page }) => {
      await page.goto(`${path}&optionId=FLOWER-999`)
      await expect(page).toHaveURL(/\/\?notice=product-not-found$/)
      await expect(toasts(page)).toContainText('Product not found')
    })
  }

  test('and is said where a saved ZIP leads on', async ({ page }) => {
    await page.goto('/')
    await page.getByLabel('ZIP code').first().fill('10001')
    await page.getByRole('button', { name: 'Check Availability' }).click()
    await page.waitForURL('**/home')
    await page.goto('/payment?optionId=FLOWER-999&deliveryOption=today')
    await page.waitForURL('**/home?**')
    await expect(toasts(page)).toContainText('Product not found')
  })
})

test('“Payment canceled. Please try again.” is shown once and not after a reload', async ({ page }) => {
  await page.goto(`${PATH.payment()}&canceled=true`)
  await expect(toasts(page)).toHaveText(/^Payment canceled\. Please try again\./)
  await expect(page).not.toHaveURL(/canceled/)
  await page.reload()
  await ready(page)
  await expect(page.getByText('Payment canceled')).toHaveCount(0)
})

test.describe('told without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('“Payment canceled” and “Product not found” stand on the page', async ({ page }) => {
    await page.goto(`${PATH.payment()}&canceled=true`)
    // Playwright's text engine looks past noscript.
    const notice = page.locator('noscript .notice')
    await expect(notice).toHaveText('Payment canceled. Please try again.')
    await expect(notice).toBeVisible()
    await page.goto('/delivery-options?price=1.00&optionId=FLOWER-999')
    await expect(notice).toHaveText('Product not found')
    await expect(notice).toBeVisible()
  })
})

test.describe('the ZIP gate, when the check fails', () => {
  test.use({ refusals: true })
  for (const [situation, answer, says] of [
    [
      'an error',
      { status: 500, json: failure('unknown', 'Something') },
      'Error checking your ZIP code. Please try again.',
    ],
    ['no answer', null, 'Something went wrong. Please try again later.'],
  ] as const) {
    test(`${situation}: “${says}”, and the button is ready for another try`, async ({ page }) => {
      await page.goto('/')
      await ready(page)
      const letThrough = await intercept(page, '**/api/zip-codes/*', (route) =>
        answer ? route.fulfill(answer) : route.abort(),
      )
      await page.getByLabel('ZIP code').first().fill('10001')
      await page.getByRole('button', { name: 'Check Availability' }).click()
      await expect(toasts(page)).toContainText(says)
      await expect(page.getByLabel('ZIP code').first()).toHaveValue('10001')
      letThrough()
      await page.getByRole('button', { name: 'Check Availability' }).click()
      await page.waitForURL('**/home')
    })
  }
})

test.describe('same-day delivery', () => {
  const SAME_DAY = ['Within the next hour', 'Within the next few hours', 'By end of day']

  async function expectSameDay(page: Page, open: boolean): Promise<void> {
    for (const name of SAME_DAY) {
      const option = page.getByRole('radio', { name })
      await expect(option).toBeEnabled({ enabled: open })
    }
    await expect(page.getByRole('radio', { name: 'Tomorrow' })).toBeEnabled()
  }

  for (const [market, zone, at] of [
    [null, 'EST', '2026-07-01T18:59:00Z'],
    ['America/New_York', 'EST', '2026-07-01T17:59:00Z'],
    ['America/Los_Angeles', 'PST', '2026-07-01T20:59:00Z'],
  ] as const) {
    test(`${market ?? 'no ZIP'}: open before 2pm ${zone}, closed after`, async ({ page, database }) => {
      if (market) await saveZip(page, await openMarket(database, { zone: market }))
      await moveServerAlong(page)
      await page.clock.install()
      await page.goto(PATH.delivery)
      await ready(page)
      await wakeAt(page, at)
      await expect(page.getByText(`Same day delivery available before 2pm ${zone}`)).toBeVisible()
      await expectSameDay(page, true)

      await wakeAt(page, new Date(Date.parse(at) + 60_000))
      await expect(page.getByText(`Same day delivery not available after 2pm ${zone}`)).toBeVisible()
      await expectSameDay(page, false)
    })
  }

  test('a paused market gives its reason, and nothing can be chosen', async ({ page, database }) => {
    const pausedReason = 'Our florists are snowed in until Thursday.'
    await saveZip(page, await openMarket(database, { hour: 10, pausedReason }))
    await page.goto(PATH.delivery)
    await ready(page)
    await expect(page.getByText(pausedReason)).toBeVisible()
    for (const option of await page.getByRole('radio').all()) await expect(option).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Continue to Checkout' })).toBeDisabled()
  })

  test('closed today, open tomorrow; closed tomorrow, open today', async ({ page, database }) => {
    await saveZip(page, await openMarket(database, { hour: 10, closed: 'today' }))
    await page.goto(PATH.delivery)
    await ready(page)
    await expect(page.getByText('Our florists are closed today.')).toBeVisible()
    await expectSameDay(page, false)

    await saveZip(page, await openMarket(database, { hour: 10, closed: 'tomorrow' }))
    await page.goto(PATH.delivery)
    await ready(page)
    await expect(page.getByText('Our florists are closed tomorrow.')).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Tomorrow' })).toBeDisabled()
    await expect(page.getByRole('radio', { name: 'By end of day' })).toBeEnabled()
  })
})

test.describe('same-day delivery without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the server’s clock closes the options', async ({ page, database }) => {
    await saveZip(page, await openMarket(database, { hour: 15 }))
    await page.goto(PATH.delivery)
    await expect(page.getByRole('status')).toHaveText(/^Same day delivery not available after 2pm /)
    await expect(page.getByRole('radio', { name: 'By end of day' })).toBeDisabled()
    await page.getByRole('radio', { name: 'Tomorrow' }).check()
    await page.getByRole('button', { name: 'Continue to Checkout' }).click()
    await expect(page).toHaveTitle('Checkout – Extremely Bad | Apologize Better')
  })
})

test.describe('titles, headings and buttons', () => {
  test('the gate: “Check Availability” at five digits and not before, by click and by Enter', async ({
    page,
  }) => {
    await page.goto('/')
    await ready(page)
    await expect(page).toHaveTitle('Apologize Better')
    const zip = page.getByLabel('ZIP code').first()
    const button = page.getByRole('button', { name: 'Check Availability' })
    await zip.fill('1000')
    await expect(button).toBeDisabled()
    await zip.press('Enter')
    await expect(page).toHaveURL(/\/$/)
    await zip.pressSequentially('1')
    await expect(button).toBeEnabled()
    await zip.press('Backspace')
    await expect(button).toBeDisabled()
  })

  test('the way through, by the words on the buttons', async ({ page }) => {
    await saveZip(page, '10001')
    await page.goto('/home')
    await ready(page)
    const { button, heading } = named(page)
    await expect(page.getByText('Images are only representations of bouquet sizes')).toBeVisible()
    await expect(page.getByRole('radio')).toHaveCount(3)
    await expect(button('Select an Option to Continue')).toBeDisabled()
    await page.getByRole('radio', { name: 'Really Bad' }).check()
    await button('Complete Purchase').click()

    await expect(page).toHaveURL(/\/delivery-options\?optionId=FLOWER-001&price=49\.99&product=Really\+Bad$/)
    await ready(page)
    await expect(heading('When do you need them?')).toBeVisible()
    await expect(button('Continue to Checkout')).toBeDisabled()
    await button('Back to selection').click()
    await expect(page).toHaveURL(/\/home/)
    await expect(page.getByRole('radio', { name: 'Really Bad' })).toBeChecked()
    await button('Complete Purchase').click()

    // Until it is hydrated, the form leaves out the price of the delivery, which only page views read.
    await page.waitForURL('**/delivery-options?**')
    await ready(page)
    await page.getByRole('radio', { name: 'Tomorrow' }).check()
    await button('Continue to Checkout').click()
    await page.waitForURL('**/payment?**')
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      optionId: 'FLOWER-001',
      price: '49.99',
      product: 'Really Bad',
      deliveryOption: 'tomorrow',
      deliveryPrice: '0.00',
      meetDriver: 'false',
    })
    await expect(page).toHaveTitle('Checkout – Really Bad | Apologize Better')
    await expect(page.getByText('Your payment is secure')).toBeVisible()
    await expect(payButton(page)).toBeVisible()
    await button('Change').click()
    await expect(page).toHaveURL(/\/delivery-options/)
    await expect(page.getByRole('radio', { name: 'Tomorrow' })).toBeChecked()
  })
})

function named(page: Page) {
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
  return { button, heading: (name: string): Locator => page.getByRole('heading', { name, level: 1 }) }
}

function failure(code: string, message: string) {
  return { error: { code, message, issues: [], requestId: 'e2e' } }
}
