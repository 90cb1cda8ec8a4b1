import type { Page } from '@playwright/test'
import { describePromise } from '#domain/delivery.ts'
import { moveServerAlong, openMarket, PATH, saveZip, wakeAt } from '#tests/e2e/flow.ts'
import { expect, ready, test } from '#tests/e2e/shop.ts'

// A page that is left open keeps itself true by what has elapsed.

const SAME_DAY = ['Within the next hour', 'Within the next few hours', 'By end of day']

/** The delivery page of a ZIP, all clocks standing at `at` (ISO), until they are moved. */
async function openAt(page: Page, zip: string, at: string): Promise<void> {
  await saveZip(page, zip)
  await moveServerAlong(page)
  await page.clock.install()
  await page.goto(PATH.delivery)
  await ready(page)
  await countsTime(page)
  await wakeAt(page, new Date(Date.parse(at) - 60_000))
  await page.clock.pauseAt(at)
}

/** Waits until React has run the effects of the page, by which it begins to count: they follow the frame that it has drawn. */
async function countsTime(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('[role=status]') ?? {}).some((key) => key.startsWith('__react')),
  )
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
      }),
  )
}

for (const [market, zone, at] of [
  ['America/New_York', 'EST', '2026-12-01T18:58:30Z'],
  ['America/Los_Angeles', 'PST', '2026-07-01T20:58:30Z'],
] as const) {
  test(`${zone}: at 14:00 the same-day options close, the chosen one says so, tomorrow stays`, async ({
    page,
    database,
  }) => {
    await openAt(page, await openMarket(database, { zone: market }), at)
    const next = page.getByRole('button', { name: 'Continue to Checkout' })
    const status = page.getByRole('status')
    await expect(status).toHaveText(`Same day delivery available before 2pm ${zone}`)
    await page.getByRole('radio', { name: 'By end of day' }).check()
    await expect(next).toBeEnabled()

    await page.clock.runFor(80_000)
    await expect(page.getByRole('radio', { name: 'By end of day' })).toBeChecked()
    await page.clock.runFor(10_000)
    // The live region is the same element, so a screen reader announces the change.
    await expect(status).toHaveText(`Same day delivery not available after 2pm ${zone}`)
    for (const name of SAME_DAY) {
      await expect(page.getByRole('radio', { name })).toBeDisabled()
    }
    const chosen = page.getByRole('radio', { name: 'By end of day' })
    await expect(chosen).toBeChecked()
    await expect(chosen).toHaveAccessibleDescription(
      new RegExp(`No longer available. Same day delivery not available after 2pm ${zone}$`),
    )
    await expect(page.getByText('No longer available.')).toHaveCount(1)
    await expect(next).toBeDisabled()
    await page.getByRole('radio', { name: 'Tomorrow' }).check()
    await expect(next).toBeEnabled()

    // Midnight opens the new day.
    await page.clock.runFor(10 * 3_600_000)
    await expect(status).toHaveText(`Same day delivery available before 2pm ${zone}`)
    await expect(page.getByRole('radio', { name: 'By end of day' })).toBeEnabled()
    await expect(page.getByRole('radio', { name: 'By end of day' })).not.toBeChecked()
    await expect(page.getByRole('radio', { name: 'Tomorrow' })).toBeChecked()
  })
}

test.describe('when the chosen option closes', () => {
  test('moves the focus to the next available option', async ({ page }) => {
    await openAt(page, '10001', '2026-12-01T18:59:00Z')
    await page.getByRole('radio', { name: 'By end of day' }).check()
    await page.getByRole('radio', { name: 'By end of day' }).focus()
    await page.clock.runFor(61_000)
    const tomorrow = page.getByRole('radio', { name: 'Tomorrow' })
    await expect(tomorrow).toBeFocused()
    await expect(tomorrow).not.toBeChecked()
    await page.keyboard.press('Space')
    await expect(tomorrow).toBeChecked()
    await expect(page.getByText('No longer available.')).toBeHidden()
  })

  test('keeps the focus elsewhere', async ({ page }) => {
    await openAt(page, '10001', '2026-12-01T18:59:00Z')
    await page.getByRole('radio', { name: 'By end of day' }).check()
    const back = page.getByRole('button', { name: 'Back to selection' })
    await back.focus()
    await page.clock.runFor(61_000)
    await expect(page.getByText('No longer available.')).toBeVisible()
    await expect(back).toBeFocused()
  })
})

test('a hidden page checks the clock when it becomes visible', async ({ page }) => {
  await openAt(page, '10001', '2026-12-01T18:30:00Z')
  await page.getByRole('radio', { name: 'Within the next hour' }).check()
  // The machine slept: no timer ran.
  await wakeAt(page, '2026-12-01T19:30:00Z')
  await expect(page.getByRole('status')).toHaveText('Same day delivery not available after 2pm EST')
  await expect(page.getByRole('button', { name: 'Continue to Checkout' })).toBeDisabled()
})

test('a device that is set while the page is open is put right by the server', async ({ page }) => {
  await saveZip(page, '10001')
  await page.clock.install()
  await page.goto(PATH.delivery)
  await ready(page)
  const tomorrow = page.getByRole('radio', { name: 'Tomorrow' })
  const promise = () => describePromise('tomorrow', new Date(), 'America/New_York')
  await expect(tomorrow).toHaveAccessibleDescription(new RegExp(promise()))
  const asked = page.waitForResponse('**/favicon.svg')
  await page.clock.setSystemTime(Date.now() + 26 * 3_600_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await asked
  await expect.poll(async () => (await tomorrow.evaluate(describedBy)).includes(promise())).toBe(true)
})

test('a link to the checkout does not select a closed option', async ({ page, database }) => {
  await saveZip(page, await openMarket(database, { hour: 15 }))
  await page.goto(`${PATH.delivery}&deliveryOption=today`)
  await ready(page)
  await expect(page.getByRole('radio', { name: 'By end of day' })).not.toBeChecked()
  await expect(page.getByRole('button', { name: 'Continue to Checkout' })).toBeDisabled()
})

/** The text that describes a field. */
function describedBy(field: Element): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
}
