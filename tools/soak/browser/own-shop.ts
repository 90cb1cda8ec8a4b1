import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { type OwnShop, openShop, STARTING_MS } from '#tests/support/own-shop.ts'

/**
 * Tests with a shop of their own, on ports of its own: what fails there disturbs nobody. Pages go to it by themselves;
 * errors in the console are what these tests are about, so nobody counts them. It sends page views to `analyticsPort`.
 */
export const test = base.extend<object, { shop: OwnShop & { analyticsPort: number } }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see which fixtures are used: none.
    async ({}, use, { parallelIndex }) => {
      const port = Number(process.env['E2E_PORT'] ?? 18787) + 50 + 10 * parallelIndex
      const analyticsPort = port + 9
      const shop = await openShop(port, {
        MEASUREMENT_ID: 'G-TEST',
        MEASUREMENT_SECRET: 'secret',
        MEASUREMENT_URL: `http://127.0.0.1:${analyticsPort}/mp/collect`,
      })
      await use({ ...shop, analyticsPort })
      await shop.close()
    },
    // A shop that is late is closed before the fixture gives up, or its ports would be taken for the next one.
    { scope: 'worker', timeout: 2 * STARTING_MS },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
})

const FLOW = 'optionId=FLOWER-002&price=89.99&product=Extremely+Bad'
export const DELIVERY = `/delivery-options?${FLOW}`
export const CHECKOUT = `/payment?${FLOW}&deliveryOption=tomorrow&deliveryPrice=0.00&meetDriver=false`

/** The button that everything comes down to. */
export function continueButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Continue to Payment' })
}

export { expect, type OwnShop }
