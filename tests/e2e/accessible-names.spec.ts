import type { Page } from '@playwright/test'
import { expectClean, expectCleanInSoak } from './accessibility.ts'
import { expectMessage, openMarket, PATH, payButton, saveZip, toasts } from './flow.ts'
import { checkoutField, DESKTOP, expect, fillForm, GATE, intercept, ready, someone, test } from './shop.ts'

// Accessible names and axe findings of each page and state.

/** Language, title, one main heading, and each landmark once. */
async function expectFrame(page: Page, title: string, heading: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page).toHaveTitle(title)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  for (const landmark of ['banner', 'main', 'contentinfo'] as const) {
    await expect(page.getByRole(landmark)).toHaveCount(1)
  }
}

test.use({ refusals: true, ...DESKTOP })

test('the gate: empty, filled, checking, failed, not served', async ({ page }) => {
  await page.goto('/')
  await ready(page)
  await expectFrame(page, 'Apologize Better', 'You’ve said enough. Send flowers.')
  const zip = page.getByRole('textbox', { name: 'Delivery ZIP code' })
  await expect(zip).toHaveAccessibleDescription(/New York City and San Francisco/)
  await expectClean(page, 'empty')
  const { promise, resolve } = Promise.withResolvers<void>()
  const letThrough = await intercept(page, '**/api/zip-codes/*', async (route) => {
    await promise
    await route.abort()
  })
  await zip.fill('10001')
  await expectClean(page, 'filled')
  const check = page.getByRole('button', { name: 'Check Availability' })
  await check.click()
  await expect(check).toHaveAttribute('aria-busy', 'true')
  await expectClean(page, 'checking')
  resolve()
  await expect(toasts(page)).toHaveAttribute('aria-live', 'polite')
  await expect(toasts(page)).toContainText('Something went wrong. Please try again later.')
  await expectClean(page, 'failed')
  letThrough()

  await zip.fill('90210')
  await check.click()
  await expect(page.getByRole('dialog', { name: 'Join the Waitlist' }).getByLabel('Email')).toBeFocused()
  await expectClean(page, 'waitlist')
  await page.keyboard.press('Escape')
  await expect(check).toBeFocused()
})

test('the bouquets: unchosen and chosen', async ({ page }) => {
  await saveZip(page, '10001')
  await page.goto('/home')
  await ready(page)
  await expectFrame(page, 'Choose your bouquet | Apologize Better', 'How bad is it?')
  await expectClean(page, 'unchosen')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - list "Steps":
      - listitem:
        - link "Where (done)"
      - listitem: How bad
      - listitem: How soon
      - listitem: To whom
    - heading "How bad is it?" [level=1]
    - group "Choose a bouquet":
      - radio "Really Bad"
      - radio "Extremely Bad"
      - radio "Nuclear Bad"
    - button "Select an Option to Continue" [disabled]
  `)
  await expect(page.locator('[aria-current=step]')).toHaveText('How bad')
  const chosen = page.getByRole('radio', { name: 'Extremely Bad' })
  await expect(chosen).toHaveAccessibleDescription(
    /^\$89\.99 About 20 inches tall, about 24 stems, in a wrap\. An armful/,
  )
  await chosen.check()
  await expect(page.getByRole('button', { name: 'Complete Purchase' })).toBeEnabled()
  await expectClean(page, 'chosen')
})

test('the times: open, chosen, closed, paused', async ({ page, database }) => {
  await saveZip(page, await openMarket(database, { hour: 9 }))
  await page.goto(PATH.delivery)
  await ready(page)
  await expectFrame(page, 'Choose a delivery time | Apologize Better', 'When do you need them?')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "When do you need them?" [level=1]
    - img "Extremely Bad bouquet"
    - status: /Same day delivery available before 2pm/
    - group "Delivery time":
      - radio "Within the next hour"
      - radio "Within the next few hours (2-3 hours)"
      - radio "By end of day (before 8pm)"
      - radio "Tomorrow"
    - button "Continue to Checkout" [disabled]
    - button "Back to selection"
  `)
  await expect(page.getByRole('radio', { name: 'Within the next hour' })).toHaveAccessibleDescription(
    // The zone of the market is named where the reader has another one; five hours behind UTC it is EST.
    /^\$19\.99 Today, .* by \d+(:\d\d)? (AM|PM)( EST| GMT[+-]\d+)?$/,
  )
  await expectClean(page, 'open')
  await page.getByRole('radio', { name: 'Tomorrow' }).check()
  await expectClean(page, 'chosen')

  await saveZip(page, await openMarket(database, { hour: 16 }))
  await page.reload()
  await ready(page)
  const closed = page.getByRole('radio', { name: 'By end of day' })
  await expect(closed).toBeDisabled()
  await expect(closed).toHaveAccessibleDescription(/^Same day delivery not available after 2pm/)
  // Open options come first, and the reason is said once.
  await expect(page.getByRole('radio').first()).toHaveAccessibleName('Tomorrow')
  await expect(page.getByText('Same day delivery not available')).toHaveCount(1)
  await expectClean(page, 'closed')

  await saveZip(page, await openMarket(database, { hour: 9, pausedReason: 'Snowed in until Thursday.' }))
  await page.goto(PATH.delivery)
  await ready(page)
  await expect(page.getByRole('status')).toContainText('Snowed in until Thursday.')
  await expectClean(page, 'paused')
})

test(
  'the checkout: empty, cancelled, with messages, not served, processing, refused',
  GATE,
  async ({ page }) => {
    await page.goto(`${PATH.payment()}&canceled=1`)
    await ready(page)
    await expectFrame(page, 'Checkout – Extremely Bad | Apologize Better', 'Almost forgiven')
    await expect(toasts(page)).toContainText('Payment canceled. Please try again.')
    await expectCleanInSoak(page, 'empty, with the toast')
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Almost forgiven" [level=1]
    - group "You":
      - textbox "Your name"
      - textbox "Email"
      - textbox "Phone"
      - checkbox "Text me about this order" [checked=false]
    - group "Them":
      - textbox "Recipient’s name optional"
      - textbox "Recipient’s phone optional"
      - textbox "Street address"
      - textbox "Apt, suite, floor optional"
      - textbox "City"
      - combobox "State"
      - textbox "ZIP code"
      - textbox "Delivery instructions optional"
    - group "The card":
      - textbox "Apology note optional"
    - region "Order summary":
      - heading "Order summary" [level=2]
      - img "Extremely Bad bouquet"
      - button "Change"
      - term: Subtotal
      - definition: $89.99
      - term: Delivery fee
      - definition: Free
      - term: Tax
      - definition: $5.40
      - term: Total
      - definition: $95.39
    - button "Continue to Payment" [disabled]
  `)
    await expect(page.getByRole('checkbox')).toHaveAccessibleDescription(
      /rates may apply.* Terms and privacy\.$/,
    )
    for (const label of ['Your name', 'Email', 'Phone', 'Street address', 'City', 'State', 'ZIP code']) {
      await checkoutField(page, label).focus()
    }
    await page.getByLabel('Apology note').focus()
    await expectMessage(page.getByLabel('City'), 'City is required')
    await expect(page.locator('#city-error')).toHaveAttribute('aria-live', 'polite')
    await expectClean(page, 'with messages')
    await page.getByLabel('ZIP code').fill('90210')
    await expectMessage(
      page.getByLabel('ZIP code'),
      "We don't deliver to this ZIP code yet. Join our waitlist!",
    )
    await expectCleanInSoak(page, 'not served')

    await fillForm(page, someone())
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/api/create-checkout-session', async (route) => {
      await promise
      await route.fulfill({
        status: 422,
        json: {
          error: {
            code: 'invalid',
            message: 'Please check the marked fields.',
            issues: [{ path: 'customerInfo.address', message: 'Please enter a valid street address' }],
            requestId: 'e2e',
          },
        },
      })
    })
    await payButton(page).click()
    await expect(payButton(page)).toHaveAttribute('aria-busy', 'true')
    await expect(payButton(page)).toBeDisabled()
    await expectCleanInSoak(page, 'processing')
    resolve()
    await expect(toasts(page)).toContainText('Please check the marked fields.')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expectMessage(page.getByLabel('Street address'), 'Please enter a valid street address')
    await expect(page.getByLabel('Street address')).toBeFocused()
    await expectCleanInSoak(page, 'refused')
  },
)
