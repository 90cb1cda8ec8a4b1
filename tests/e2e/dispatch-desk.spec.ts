import type { Client } from '@libsql/client/web'
import type { Page } from '@playwright/test'
import { drizzle } from 'drizzle-orm/libsql/web'
import { markets, marketZipcodes } from '#drizzle/schema/markets.ts'
import { market } from '#tests/support/rows.ts'
import { expectClean } from './accessibility.ts'
import { assign, bought, florist } from './florist-orders.ts'
import { toasts } from './flow.ts'
import { DESKTOP, expect, GATE, own, ownZip, someone, test } from './shop.ts'
import { callApi, signInAs } from './staff.ts'

// The dispatch desk: on a wide screen by keyboard, on a phone in steps, and with somebody else at it.

test.use({ refusals: true })
// One after the other: a desk names only the last three orders that others took, and all see the same list.
test.describe.configure({ mode: 'default' })

/**
 * A market of the test's own, with three florists, and orders that wait there one after the other.
 * @param year in which they were promised: the list begins with the oldest ten of all tests
 */
async function openDesk(page: Page, database: Client, count: number, year = 2025) {
  await signInAs(page)
  const zipcode = ownZip()
  const db = drizzle(database, { casing: 'snake_case' })
  const place = market({ id: crypto.randomUUID(), name: `City ${own()}` })
  await db.insert(markets).values(place)
  await db.insert(marketZipcodes).values({ zipcode, marketId: place.id })
  const shops = []
  for (let n = 0; n < 3; n++) shops.push(await florist(page, someone(), { marketId: place.id }))
  const waiting = []
  for (let n = 0; n < count; n++) {
    const promisedBy = new Date(Date.UTC(year, 0, 1 + (Number(zipcode) % 100), 10, n)).toISOString()
    waiting.push(await bought(database, { promisedBy, deliveryZip: zipcode }))
  }
  return { shops, waiting }
}

const shopTable = (page: Page) => page.getByRole('table', { name: 'Shop' })
const onDesk = (page: Page, { orderReference }: { orderReference: string }) =>
  expect(page.getByRole('heading', { name: orderReference, level: 2 })).toBeVisible()

/** The key of a shop as the table shows it. */
async function keyOf(page: Page, name: string): Promise<string> {
  const radios = shopTable(page).getByRole('radio')
  await expect(radios).toHaveCount(3)
  const names = await radios.evaluateAll((all) => all.map((radio) => radio.getAttribute('aria-label')))
  return String(names.indexOf(name) + 1)
}

async function holderOf(database: Client, orderId: string) {
  const { rows } = await database.execute({
    sql: "select shop_id as shop from shop_orders where order_id = ? and withdrawn_at is null and status <> 'rejected'",
    args: [orderId],
  })
  return rows[0]?.['shop'] ?? null
}

test.describe('on a wide screen', () => {
  test.use(DESKTOP)

  test(
    'ten orders go to three shops by keyboard, without a page load, and the last one comes back',
    GATE,
    async ({ page, database }) => {
      const { shops, waiting } = await openDesk(page, database, 11)
      const [first, eleventh] = [waiting[0], waiting[10]]
      if (!first || !eleventh) throw new Error('Nothing waits')
      await page.goto(`/admin/assign-orders/select-shop/${first.id}`)
      await onDesk(page, first)
      await expectClean(page, 'the desk')
      await expect(shopTable(page).locator('kbd')).toHaveText(['1', '2', '3'])
      await page.evaluate(() => Object.assign(window, { alive: true }))
      const begun = performance.now()
      for (const [n, order] of waiting.slice(0, 10).entries()) {
        const shop = shops[n % 3]
        await onDesk(page, order)
        await page.keyboard.press(await keyOf(page, shop?.name ?? ''))
        await page.keyboard.press('Enter')
        await expect(page.getByRole('status').filter({ hasText: order.orderReference })).toContainText(
          `Order assigned to shop successfully ${order.orderReference} to ${shop?.name}`,
        )
      }
      expect(performance.now() - begun).toBeLessThan(30_000)
      expect(await page.evaluate(() => 'alive' in window)).toBe(true)
      for (const [n, { id }] of waiting.slice(0, 10).entries()) {
        expect(await holderOf(database, id)).toBe(shops[n % 3]?.id)
      }

      // The next one lies there with the shops of its market.
      await onDesk(page, eleventh)
      await expect(shopTable(page).getByRole('row')).toHaveCount(4)

      await page.keyboard.press('u')
      await onDesk(page, waiting[9] ?? first)
      expect(await holderOf(database, waiting[9]?.id ?? '')).toBeNull()

      await page.keyboard.press('j')
      await onDesk(page, eleventh)
      await page.keyboard.press('k')
      await onDesk(page, waiting[9] ?? first)
    },
  )

  test(
    'the split is corrected at the desk, and an amount that is no whole cannot be assigned',
    GATE,
    async ({ page, database }) => {
      const { shops, waiting } = await openDesk(page, database, 2)
      const [order, shop] = [waiting[0], shops[0]]
      if (!order || !shop) throw new Error('Nothing waits')
      await page.goto(`/admin/assign-orders/select-shop/${order.id}`)
      const button = page.getByRole('button', { name: 'Assign', exact: true })
      await expect(button).toBeDisabled()
      await page.getByRole('radio', { name: shop.name }).press('Space')
      await page.getByLabel('Shop cost ($)').fill('70')
      await expect(page.getByText('$6.42 over-allocated')).toBeVisible()
      await expect(button).toBeDisabled()
      await page.getByLabel('Shop cost ($)').fill('60')
      await expect(page.getByLabel('Platform fee ($)')).toHaveValue('3.58')
      await expect(page.getByRole('region', { name: 'Financial breakdown' })).toHaveText(
        /Shop cost94.4%\$60\.00Platform fee5\.6%\$3\.58Order total\$63\.58$/,
      )
      // Letters and digits are typed into a field, they are no keys there.
      await page.getByLabel('Special instructions').fill('1 vase, u know')
      await button.dblclick()
      await expect(page.getByText('Order assigned to shop successfully')).toBeVisible()
      // Another one takes its place, and nobody asks about the instructions.
      await expect(page.getByRole('heading', { name: order.orderReference, level: 2 })).toBeHidden()
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
      const { rows } = await database.execute({
        sql: 'select shop_cost_cents as cost, special_instructions as note from shop_orders where order_id = ?',
        args: [order.id],
      })
      expect(rows).toMatchObject([{ cost: 6000, note: '1 vase, u know' }])
    },
  )

  test('instructions that are typed are not lost to the next order, from the list either', async ({
    page,
    database,
  }) => {
    await openDesk(page, database, 2, 2026)
    await page.goto('/admin/assign-orders')
    const instructions = page.getByLabel('Special instructions')
    await instructions.fill('Mind the dog')
    await instructions.blur()
    await page.keyboard.press('j')
    await expect(page.getByRole('alertdialog', { name: 'Leave without assigning?' })).toBeVisible()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(instructions).toHaveValue('Mind the dog')
  })

  test('an answer that comes after one has turned to the next order moves nothing, and a failure is said', async ({
    page,
    database,
  }) => {
    const { waiting } = await openDesk(page, database, 3, 2026)
    const [order, other] = waiting
    if (!order || !other) throw new Error('Nothing waits')
    let comes = Promise.withResolvers<boolean>()
    await page.route('**/api/admin/assignments', async (route) => {
      if (await comes.promise) await route.continue()
      else await route.abort()
    })
    const assignAndTurn = async ({ id, orderReference }: typeof order) => {
      await page.goto(`/admin/assign-orders/select-shop/${id}`)
      await onDesk(page, { orderReference })
      await expect(page.locator('[data-queued]').first()).toBeVisible()
      await page.keyboard.press('1')
      await expect(shopTable(page).getByRole('radio').first()).toBeChecked()
      await page.keyboard.press('Enter')
      const button = page.getByRole('button', { name: 'Assign', exact: true })
      await expect(button).toHaveAttribute('aria-busy', 'true')
      await page.keyboard.press('j')
      await expect(page.getByRole('heading', { name: orderReference, level: 2 })).toBeHidden()
      await expect(page.getByRole('heading', { name: /^ORD-/, level: 2 })).toBeVisible()
      return page.url()
    }
    const turnedTo = await assignAndTurn(order)
    comes.resolve(true)
    const assigned = page.getByText(`Order assigned to shop successfully ${order.orderReference}`)
    await expect(assigned).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(page.url()).toBe(turnedTo)

    comes = Promise.withResolvers()
    await assignAndTurn(other)
    comes.resolve(false)
    await expect(toasts(page)).toContainText(`${other.orderReference}Failed to assign order to shop`)
    expect(await holderOf(database, other.id)).toBeNull()
  })

  test('an order that somebody else gives to a shop says so, on the desk and in the list', async ({
    page,
    database,
  }) => {
    const { shops, waiting } = await openDesk(page, database, 3, 2024)
    const [first, second, third] = waiting
    const shop = shops[0]
    if (!first || !second || !third || !shop) throw new Error('Nothing waits')
    await page.goto(`/admin/assign-orders/select-shop/${first.id}`)
    await onDesk(page, first)
    await assign(page, first, shop.id)
    await page.keyboard.press('1')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText(
      `Someone just assigned this order: ${shop.name} has it`,
    )
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: first.orderReference, level: 2 })).toBeHidden()
    // Where the list has come again meanwhile, its first order came, and that may be somebody else’s.
    await page.locator(`[data-queued="${second.id}"]`).click()
    await onDesk(page, second)
    await assign(page, third, shop.id)
    // The list looks every 20 seconds.
    await expect(page.getByText(`${third.orderReference} left: ${shop.name} has it`)).toBeVisible({
      timeout: 25_000,
    })
    await onDesk(page, second)
  })
})

test(
  'on a phone a shop is chosen and confirmed in steps, and the list comes back',
  GATE,
  async ({ page, database }) => {
    const { shops, waiting } = await openDesk(page, database, 2)
    const [order, next] = waiting
    const shop = shops[1]
    if (!order || !next || !shop) throw new Error('Nothing waits')
    await page.goto(`/admin/assign-orders?order=${order.id}`)
    await expect(page.getByRole('heading', { name: 'Select Shop', level: 1 })).toBeVisible()
    const onward = page.getByRole('button', { name: 'Continue' })
    await expect(onward).toBeDisabled()
    await page.getByLabel('1. Market').selectOption('')
    await expect(page.getByText('First select a market')).toBeVisible()
    await page.getByLabel('1. Market').selectOption({ index: 1 })
    await page.getByLabel('1. Market').selectOption({ label: await suggestion(page) })
    await page.getByRole('radio', { name: shop.name }).press('Space')
    await onward.click()
    await expect(page.getByRole('heading', { name: 'Confirm Assignment', level: 1 })).toBeVisible()
    await expectClean(page, 'the confirmation')
    await expect(page.getByRole('region', { name: 'Financial breakdown' })).toContainText('$12.72')
    await page.getByLabel('Special instructions').fill('Ring twice')
    // Back, and on again: nothing is lost.
    await page.goBack()
    await expect(page.getByRole('radio', { name: shop.name })).toBeChecked()
    await onward.click()
    await expect(page.getByLabel('Special instructions')).toHaveValue('Ring twice')
    await page.getByRole('button', { name: 'Confirm Assignment' }).click()
    await expect(page.getByText(`${shop.name} has this order now`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Assignment Complete' })).toBeDisabled()
    await expect(page).toHaveURL(/\/admin\/assign-orders$/)
    expect(await holderOf(database, order.id)).toBe(shop.id)
    const { body } = await callApi(page, 'GET', `/admin/assignments/${order.id}`)
    expect(body['history']).toMatchObject([{ specialInstructions: 'Ring twice' }])
  },
)

/** The market that is tagged `Suggested`. */
async function suggestion(page: Page): Promise<string> {
  return (await page.getByLabel('1. Market').getByText('Suggested').textContent()) ?? ''
}
