import type { Page } from '@playwright/test'
import {
  addressOf,
  CONFIRMING,
  confirming,
  expectNoFault,
  NOBODYS,
  openUnscripted,
  PAID,
  paid,
  STATES,
} from '#tests/e2e/confirmation.ts'
import { holdScripts } from '#tests/e2e/flow.ts'
import { AT, expect, intercept, ready, test } from '#tests/e2e/shop.ts'

// The confirmation keeps its state and URL when loaded, reloaded, and returned to.

const NOT_PAID = 'This order was not paid.'
const UNAVAILABLE = 'Unable to load order'
const unpaid = STATES.find(({ name }) => name === 'cancelled')?.make

/** The addresses that the page has had, without the origin. */
function addressesOf(page: Page): string[] {
  const addresses: string[] = []
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) addresses.push(frame.url().replace(AT.shop, ''))
  })
  return addresses
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
/** With scripts, what stands in a `noscript` is text: an element is a refresh that the browser will follow. */
const refresh = (page: Page) => page.locator('meta[http-equiv="refresh"]')

/** The state is shown, and still is when every timer of the next half minute has run. */
async function expectToStay(page: Page, text: string): Promise<void> {
  await ready(page)
  await expect(heading(page)).toHaveText(text)
  await page.clock.runFor(30_000)
  await expect(refresh(page)).toHaveCount(0)
  await expect(heading(page)).toHaveText(text)
}

test.describe('with JavaScript', () => {
  for (const [name, make, text] of [
    ['a paid order', paid, PAID],
    ['a slow payment', confirming, CONFIRMING],
    ['a failed payment', unpaid, NOT_PAID],
    ['a session without an order', async () => NOBODYS, UNAVAILABLE],
  ] as const) {
    test.describe(name, () => {
      // An unknown session is a refused request each time it is looked up.
      test.use({ refusals: text === UNAVAILABLE })

      test('stays as it is when loaded, reloaded and come back to, and loses only session_id', async ({
        page,
        request,
        database,
      }) => {
        const address = addressOf((await make?.(request, database)) ?? '')
        await page.clock.install()
        const addresses = addressesOf(page)
        await page.goto(address)
        await expectToStay(page, text)
        await page.reload()
        await expectToStay(page, text)
        await page.goto('/about')
        await page.goBack()
        await expectToStay(page, text)
        expect(addresses).toEqual([address, '/thank-you', '/thank-you', '/about', '/thank-you'])
      })
    })
  }

  for (const [name, status] of [
    ['fails', 500],
    ['is lost on the way', null],
  ] as const) {
    test.describe(`a look-up that ${name}`, () => {
      test.use({ refusals: true })

      test('keeps its error on the page, and a later reload shows the order', async ({ page, request }) => {
        await page.clock.install()
        await page.goto(addressOf(await paid(request)))
        await expect(page).toHaveURL(`${AT.shop}/thank-you`)
        const letThrough = await intercept(page, '**/api/get-order-details', (route) =>
          status ? route.fulfill({ status, json: {} }) : route.abort(),
        )
        const addresses = addressesOf(page)
        await page.reload()
        await expectToStay(page, UNAVAILABLE)
        await page.goto('/about')
        await page.goBack()
        await expectToStay(page, UNAVAILABLE)
        letThrough()
        await page.reload()
        await expectToStay(page, PAID)
        expect(addresses).toEqual(['/thank-you', '/about', '/thank-you', '/thank-you'])
      })
    })
  }

  for (const [button, make] of [
    ['Select New Flowers', paid],
    ['Return Home', async () => NOBODYS],
  ] as const) {
    test(`${button}, pressed before the scripts are there, leaves no way back to the confirmation`, async ({
      page,
      request,
    }) => {
      await page.goto('/home')
      const release = await holdScripts(page)
      await page.goto(addressOf(await make(request)))
      await page.getByRole('button', { name: button }).click()
      await expect(page).toHaveURL(`${AT.shop}/`)
      release()
      await page.goBack()
      await expect(page).toHaveURL(`${AT.shop}/home`)
    })
  }
})

for (const { name, make } of STATES) {
  test(`${name}: no accessibility fault, without JavaScript either`, async ({ page, request, database }) => {
    const address = addressOf(await make(request, database))
    await page.goto(address)
    await expectNoFault(page)
    await openUnscripted(page, `${address}&look=8`)
    await expectNoFault(page)
  })
}
