import type { Page } from '@playwright/test'
import { openCheckout, payButton, toasts } from './flow.ts'
import { expect, fillForm, intercept, someone, test } from './shop.ts'

// The storefront's fixed texts, word for word, each in the situation it is written for.
// The checkout's fields are in fields.spec.ts, the waitlist's in waitlist.spec.ts, the confirmation's in thank-you.spec.ts.

test.describe('the checkout, when it cannot go on', () => {
  test.use({ refusals: true })

  const SESSION = '**/api/create-checkout-session'

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
        await expect(notice).not.toContainText(says)
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
})

function failure(code: string, message: string) {
  return { error: { code, message, issues: [], requestId: 'e2e' } }
}
