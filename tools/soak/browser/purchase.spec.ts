import type { Page } from '@playwright/test'
import { assign, bought, florist } from '#tests/e2e/florist-orders.ts'
import { saveZip } from '#tests/e2e/flow.ts'
import { DESKTOP, expect, MOVING, own, ready, test } from '#tests/e2e/shop.ts'
import { callApi, signInAs } from '#tests/e2e/staff.ts'

// The two moments of motion: the chosen bouquet moves from page to page, and petals settle when flowers arrived.

/** Notes how each page appears: with a transition, and how long its longest movement takes. */
function noteTransitions(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    addEventListener('pagereveal', async ({ viewTransition }) => {
      document.documentElement.dataset['revealed'] = viewTransition ? 'moving' : 'still'
      await viewTransition?.ready
      const moves = document.getAnimations().filter(({ effect }) => {
        return effect instanceof KeyframeEffect && effect.pseudoElement?.includes('view-transition')
      })
      const longest = Math.max(0, ...moves.map(({ effect }) => Number(effect?.getComputedTiming().endTime)))
      Object.assign(document.documentElement.dataset, { moves: moves.length, longest })
    })
  })
}

async function toTheCheckout(page: Page, see: () => Promise<void>): Promise<void> {
  await saveZip(page, '10001')
  await page.goto('/home')
  await ready(page)
  await page.getByRole('radio', { name: 'Nuclear Bad' }).check()
  await page.getByRole('button', { name: 'Complete Purchase' }).click()
  await page.waitForURL('**/delivery-options?**')
  await see()
  await ready(page)
  await page.getByRole('radio', { name: /^Tomorrow/ }).check()
  await page.getByRole('button', { name: 'Continue to Checkout' }).click()
  await page.waitForURL('**/payment?**')
  await see()
}

test.describe('on a desktop', () => {
  test.use(DESKTOP)

  test('the chosen bouquet moves to the next step and into the summary, within 200 ms', async ({ page }) => {
    await noteTransitions(page)
    const html = page.locator('html')
    const see = async () => {
      await expect(html).toHaveAttribute('data-revealed', 'moving')
      // Of the bouquet: its box, the old and the new picture.
      await expect(html).toHaveAttribute('data-moves', /^[3-9]$/)
      expect(Number(await html.getAttribute('data-longest'))).toBeLessThanOrEqual(200)
    }
    await toTheCheckout(page, see)
    await page.goBack()
    await see()
    await expect(page.getByRole('button', { name: 'Continue to Checkout' })).toBeEnabled()
  })
})

test('the next page is named for the browser once five digits are typed, or a bouquet is chosen', async ({
  page,
}) => {
  await page.goto('/?change=1&optionId=FLOWER-002')
  await ready(page)
  const next = page.locator('[rel=next]')
  await expect(next).toHaveCSS('display', 'none')
  await page.getByLabel('ZIP code').first().fill('1000')
  await expect(next).toHaveCSS('display', 'none')
  await page.getByLabel('ZIP code').first().fill('10001')
  await expect(next).toHaveCSS('display', 'block')
  const named = await next.getAttribute('href')
  await page.getByRole('button', { name: 'Check Availability' }).click()
  await page.waitForURL(`**${named}`)
  await ready(page)
  await page.getByRole('radio', { name: 'Nuclear Bad' }).check()
  const chosen = await next.getAttribute('href')
  await page.getByRole('button', { name: 'Complete Purchase' }).click()
  await page.waitForURL(`**${chosen}`)
})

test('nothing moves for whoever asked for less movement', async ({ page }) => {
  await noteTransitions(page)
  await toTheCheckout(page, () => expect(page.locator('html')).toHaveAttribute('data-revealed', 'still'))
})

test.describe('with movement', () => {
  test.use(MOVING)

  test('petals settle when the flowers arrive, and not again at a reload', async ({ page, database }) => {
    await signInAs(page)
    const trackingToken = `track-${own()}`.padEnd(43, 'x')
    const order = await bought(database, { trackingToken })
    const shop = await florist(page)
    const id = await assign(page, order, shop.id)
    await page.goto(`/track?token=${trackingToken}`)
    const petals = page.locator('.petals')
    const delivered = page.locator('[data-part=step-delivered]')
    await expect(delivered).toHaveAttribute('data-done', 'false')
    await expect(petals).toBeHidden()
    const { body } = await callApi(page, 'GET', `/admin/shop-orders/${id}`)
    await callApi(page, 'PUT', `/admin/shop-orders/${id}/status`, {
      status: 'delivered',
      reason: null,
      version: body['version'],
    })
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(delivered).toHaveAttribute('data-done', 'true')
    await expect(petals).toBeVisible()
    await expect(petals).toHaveCSS('animation-name', 'settle')
    await page.reload()
    await expect(petals).toBeVisible()
    await expect(petals).toHaveCSS('animation-name', 'none')
  })
})
