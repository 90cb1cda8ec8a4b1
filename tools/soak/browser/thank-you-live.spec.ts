import {
  addressOf,
  atProvider,
  BRAND,
  CONFIRMING,
  confirming,
  countLayoutShifts,
  expectNoFault,
  layoutShift,
  lookUpsOf,
  PAID,
  paid,
  refreshOf,
  STILL,
} from '#tests/e2e/confirmation.ts'
import { AT, expect, ready, test } from '#tests/e2e/shop.ts'

test.beforeEach(({ page }) => countLayoutShifts(page))

test.describe('while somebody watches', () => {
  test('announces confirming to paid without layout shift, keeps the focus and stops polling', async ({
    page,
    request,
  }) => {
    const sessionId = await confirming(request)
    const lookUps = lookUpsOf(page)
    await page.clock.install()
    await page.goto(addressOf(sessionId))
    await ready(page)
    const status = page.getByRole('status')
    await expect(status).toContainText(CONFIRMING)
    // A live region is announced only if it existed before its text changed.
    await status.evaluate((element) => element.setAttribute('data-same', ''))
    const again = page.getByRole('button', { name: 'Select New Flowers' })
    await again.evaluate((button) => button.focus({ preventScroll: true }))
    await atProvider(sessionId, 'succeed')
    await expect(status).toContainText(PAID)
    await expect(status).toHaveAttribute('data-same')
    await expect(again).toBeFocused()
    await expect(page).toHaveTitle(`Order Confirmed – Extremely Bad | ${BRAND}`)
    expect(await layoutShift(page)).toBeLessThan(STILL)
    const asked = lookUps.length
    expect(asked).toBeGreaterThan(0)
    await page.clock.runFor(30_000)
    expect(lookUps).toHaveLength(asked)
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('refreshes from confirming to paid, then stops', async ({ page, request }) => {
      const sessionId = await confirming(request)
      await page.goto(addressOf(sessionId))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(CONFIRMING)
      await page.waitForURL(/look=1$/)
      await atProvider(sessionId, 'succeed')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(PAID)
      await expect(page).toHaveTitle(`Order Confirmed – Extremely Bad | ${BRAND}`)
      expect(refreshOf(await page.content())).toBeNull()
    })
  })
})

test.describe('the tab', () => {
  test('a settled order is not looked up again, and its form is forgotten', async ({ page, request }) => {
    const sessionId = await paid(request)
    const lookUps = lookUpsOf(page)
    await page.goto('/home')
    await page.evaluate(() => sessionStorage.setItem('checkout', '{}'))
    await page.goto(addressOf(sessionId))
    await expect(page).toHaveURL(`${AT.shop}/thank-you`)
    await ready(page)
    expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({ session_id: sessionId })
    expect(await layoutShift(page)).toBeLessThan(STILL)
    expect(lookUps).toEqual([])
  })

  test('a reload shows the skeleton, then the order, without layout shift', async ({ page, request }) => {
    const sessionId = await paid(request)
    await page.goto(addressOf(sessionId))
    await expect(page).toHaveURL(`${AT.shop}/thank-you`)
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/get-order-details', async (route) => {
      await held
      await route.continue()
    })
    await page.reload()
    const status = page.getByRole('status')
    await expect(status).toContainText('Looking up your order…')
    await expect(page).toHaveTitle(`Thank You | ${BRAND}`)
    await expectNoFault(page)
    await status.evaluate((element) => element.setAttribute('data-same', ''))
    answer()
    await expect(status).toContainText(PAID)
    await expect(status).toHaveAttribute('data-same')
    await expect(page).toHaveTitle(`Order Confirmed – Extremely Bad | ${BRAND}`)
    expect(await layoutShift(page)).toBeLessThan(STILL)
  })

  test('Back shows the order again, except after Select New Flowers', async ({ page, request }) => {
    await page.goto('/home')
    await page.goto(addressOf(await paid(request)))
    await expect(page).toHaveURL(`${AT.shop}/thank-you`)
    await page.goto('/delivery-options?optionId=FLOWER-001&price=49.99')
    await page.goBack()
    await expect(page).toHaveURL(`${AT.shop}/thank-you`)
    await expect(page.getByRole('status')).toContainText(PAID)
    await page.getByRole('button', { name: 'Select New Flowers' }).click()
    await expect(page).toHaveURL(`${AT.shop}/`)
    await page.goBack()
    await expect(page).toHaveURL(`${AT.shop}/home`)
  })
})
