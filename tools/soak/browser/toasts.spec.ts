import type { Page } from '@playwright/test'
import { addressOf, NOBODYS } from '#tests/e2e/confirmation.ts'
import { openCheckout, PATH, payButton, toasts } from '#tests/e2e/flow.ts'
import { expect, fillForm, MOVING, ready, someone, test } from '#tests/e2e/shop.ts'

// A toast is read beside what the page says, not instead of it.

test.use(MOVING)

/** The headings of the page or open dialog that the toast must not cover. */
function coveredHeadings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const toast = document.querySelector('[aria-label="Notifications"] > *')?.getBoundingClientRect()
    if (!toast) throw new Error('There is no toast.')
    const front = document.querySelector('dialog[open]') ?? document
    return [...front.querySelectorAll('h1, h2, h3, legend')].flatMap((heading) => {
      const box = heading.getBoundingClientRect()
      const apart =
        box.bottom <= toast.top ||
        box.top >= toast.bottom ||
        box.right <= toast.left ||
        box.left >= toast.right
      return apart ? [] : [heading.textContent]
    })
  })
}

async function expectToast(page: Page, text: string): Promise<void> {
  await expect(toasts(page)).toContainText(text)
  expect(await coveredHeadings(page)).toEqual([])
}

test.describe('enlarged to 400 %, a toast covers no heading', () => {
  test.use({ viewport: { width: 320, height: 180 } })

  test('of the bouquets', async ({ page }) => {
    await page.goto('/home?notice=product-not-found')
    await expectToast(page, 'Product not found')
  })
})

const VIEWPORTS = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1280, height: 800 },
]

test.describe('at every width, a toast covers no heading', () => {
  test.use({ refusals: true })

  for (const [path, text] of [
    ['/?notice=product-not-found', 'Product not found'],
    ['/home?notice=product-not-found', 'Product not found'],
    [`${PATH.payment()}&canceled=1`, 'Payment canceled. Please try again.'],
    [addressOf(NOBODYS), 'Failed to load order details'],
  ] as const) {
    test(`of ${path}`, async ({ page }) => {
      await page.goto(path)
      await expectToast(page, text)
      // A toast that has the focus stays.
      await toasts(page).getByRole('button', { name: 'Dismiss' }).focus()
      for (const viewport of VIEWPORTS) {
        await page.setViewportSize(viewport)
        expect(await coveredHeadings(page), `${viewport.width} pixels wide`).toEqual([])
      }
    })
  }
})

for (const viewport of VIEWPORTS) {
  test.describe(`${viewport.width} pixels wide, a toast covers no heading`, () => {
    test.use({ viewport, refusals: true })

    test('of the checkout when it fails, and its notice says it too', async ({ page }) => {
      await openCheckout(page)
      await fillForm(page, someone())
      await page.route('**/api/create-checkout-session', (route) => route.abort())
      await payButton(page).click()
      await expectToast(page, 'Checkout failed')
      await expect(page.getByRole('alert')).toContainText('Checkout failed')
    })

    test('of the waitlist’s dialog when it fails', async ({ page }) => {
      await page.goto('/?waitlist=1&zip=83702')
      await ready(page)
      const dialog = page.getByRole('dialog', { name: 'Join the Waitlist' })
      await dialog.getByLabel('Email').fill(someone())
      await dialog.getByLabel('City').fill('Boise')
      await dialog.getByLabel('State').selectOption('ID')
      await page.route('**/api/waitlist', (route) => route.abort())
      await dialog.getByRole('button', { name: 'Join the Waitlist' }).click()
      await expectToast(page, 'There was a problem submitting your request. Please try again.')
    })
  })
}
