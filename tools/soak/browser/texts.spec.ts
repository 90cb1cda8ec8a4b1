import type { Page } from '@playwright/test'
import { openCheckout, PATH, payButton, toasts } from '#tests/e2e/flow.ts'
import { expect, fillForm, intercept, NOTE, ready, someone, test } from '#tests/e2e/shop.ts'

// The storefront's fixed texts, word for word, each in the situation it is written for.
// The checkout's fields are in fields.spec.ts, the waitlist's in waitlist.spec.ts, the confirmation's in tests/worker/without-scripts.test.ts.

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
    await expect(page.getByLabel('Apology note')).toHaveValue(NOTE)
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

function failure(code: string, message: string) {
  return { error: { code, message, issues: [], requestId: 'e2e' } }
}
