import { expectClean, expectFits } from '#tests/e2e/accessibility.ts'
import { assign, bought, florist } from '#tests/e2e/florist-orders.ts'
import { toasts } from '#tests/e2e/flow.ts'
import { expect, expectMails, own, runScheduled, someone, test } from '#tests/e2e/shop.ts'
import { signInAs } from '#tests/e2e/staff.ts'

// Doing something with several rows of a list at once.

test('assigns the chosen orders to one shop and names what is left out', async ({ page, database }) => {
  await signInAs(page)
  const address = someone()
  const [shop, faster] = [await florist(page, address), await florist(page)]
  const customerName = `Bo ${own()}`
  const orders = [
    await bought(database, { customerName }),
    await bought(database, { customerName }),
    await bought(database, { customerName }),
  ]
  const [, second, third] = orders
  if (!second || !third) throw new Error('Three orders were bought')
  await page.goto(`/admin/orders?q=${customerName}`)
  const row = (reference: string) => page.getByRole('row').filter({ hasText: reference })
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await expect(page.getByText('3 orders', { exact: true })).toBeVisible()
  await expect(bar).toHaveCount(0)

  await page.getByRole('checkbox', { name: `Select ${second.orderReference}` }).check()
  await expect(bar).toContainText('1 order selected')
  await bar.getByRole('button', { name: 'Clear' }).click()
  await expect(bar).toHaveCount(0)
  for (const { orderReference } of orders) {
    await page.getByRole('checkbox', { name: `Select ${orderReference}` }).check()
  }
  await expect(bar).toContainText('3 orders selected')
  await expectFits(page, 'orders selected')
  await expectClean(page, 'orders selected')

  await assign(page, third, faster.id)
  await bar.getByRole('button', { name: 'Assign to a shop' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign 3 orders' })
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(dialog.getByText('Please choose a shop')).toBeVisible()
  await dialog.getByRole('radio', { name: shop.name }).press('Space')
  await dialog.getByRole('radio', { name: '70/30' }).check({ force: true })
  await expectClean(page, 'assigning orders')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).dblclick()
  await expect(toasts(page).getByText('2 orders assigned to shop successfully')).toBeVisible()
  await expect(dialog.getByRole('alert')).toContainText('1 order was not assigned')
  await expect(dialog.getByRole('alert')).toContainText(
    `${third.orderReference} This order was already assigned`,
  )
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect(bar).toHaveCount(0)
  await expect(row(second.orderReference)).toContainText(shop.name)
  await expect(row(third.orderReference)).toContainText(faster.name)
  const { rows } = await database.execute({
    sql: 'select shop_cost_cents, platform_fee_cents from shop_orders where shop_id = ?',
    args: [shop.id],
  })
  expect(
    rows.map(({ shop_cost_cents, platform_fee_cents }) => [shop_cost_cents, platform_fee_cents]),
  ).toEqual([
    [4451, 1907],
    [4451, 1907],
  ])
  await runScheduled()
  await expectMails(address, 2)
})

test('marks the chosen shop orders as paid, and takes it back', async ({ page, database }) => {
  await signInAs(page)
  const shop = await florist(page)
  for (let n = 0; n < 2; n++) await assign(page, await bought(database), shop.id)
  await page.goto(`/admin/shop-orders?q=${shop.name}`)
  await expect(page.getByRole('row')).toHaveCount(3)
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ })
  await boxes.first().check()
  await boxes.last().check()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await expect(bar).toContainText('2 shop orders selected')
  const statuses = async () => {
    const { rows } = await database.execute({
      sql: 'select payment_status from shop_orders where shop_id = ?',
      args: [shop.id],
    })
    return rows.map((row) => row['payment_status'])
  }
  await bar.getByRole('button', { name: /^Mark as paid/ }).dblclick()
  await expect(toasts(page).getByText('2 shop orders marked as paid')).toBeVisible()
  await expect(bar).toHaveCount(0)
  expect(await statuses()).toEqual(['paid', 'paid'])
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(toasts(page).getByText('2 shop orders marked as pending')).toBeVisible()
  expect(await statuses()).toEqual(['pending', 'pending'])
})
