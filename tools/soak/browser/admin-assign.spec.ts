import { assign, bought, florist } from '#tests/e2e/florist-orders.ts'
import { toasts } from '#tests/e2e/flow.ts'
import { expect, expectMails, runScheduled, someone, test } from '#tests/e2e/shop.ts'
import { callApi, firstAdmin, signInAs } from '#tests/e2e/staff.ts'

const SOON = '2020-01-01T12:00:00.000Z'

test('assigns a rejected order to another shop', async ({ page, database }) => {
  await signInAs(page)
  const address = someone()
  const [first, second] = [await florist(page), await florist(page, address)]
  // The oldest promised time: first in the list, whatever other tests buy.
  const order = await bought(database, { promisedBy: SOON })
  const rejected = await assign(page, order, first.id, { specialInstructions: 'No lilies' })
  const no = { status: 'rejected', reason: 'No peonies left', version: 1 }
  expect((await callApi(page, 'PUT', `/admin/shop-orders/${rejected}/status`, no)).status).toBe(200)

  await page.goto('/admin/assign-orders')
  await expect(page.getByText(/^[\d,]+\+? order\(s\) pending$/)).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: order.orderReference })
  await expect(row).toContainText(`Rejected by ${first.name}`)
  await expect(row).toContainText('No peonies left')
  await row.getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Select Shop' })).toBeVisible()

  const market = page.getByLabel('1. Market')
  await expect(market.locator('option:checked')).toHaveText(/^New York City.*Suggested$/)
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await market.selectOption('')
  await expect(page.getByText('First select a market')).toBeVisible()
  await market.selectOption('market-nyc')
  await expect(page.getByRole('row').filter({ hasText: first.name })).toContainText('Rejected')
  await page.getByRole('radio', { name: second.name }).press('Space')
  await page.getByRole('button', { name: 'Continue' }).click()

  const [cost, fee] = [page.getByLabel('Shop cost ($)'), page.getByLabel('Platform fee ($)')]
  const confirm = page.getByRole('button', { name: 'Confirm Assignment' })
  // $63.58 at 80/20.
  await expect(cost).toHaveValue('50.86')
  await expect(fee).toHaveValue('12.72')
  await page.getByRole('radio', { name: '70/30' }).check({ force: true })
  await expect(cost).toHaveValue('44.51')
  await fee.fill('63.59')
  await expect(cost).toHaveValue('0.00')
  await expect(page.getByText('Platform fee cannot exceed the order total')).toBeVisible()
  await cost.fill('70')
  await expect(page.getByText('Shop cost cannot exceed the order total')).toBeVisible()
  await expect(page.getByText('Allocation mismatch')).toBeVisible()
  await expect(page.getByText('$6.42 over-allocated')).toBeVisible()
  await expect(confirm).toBeDisabled()
  await cost.fill('')
  await expect(page.getByText('$63.58 unallocated')).toBeVisible()
  await cost.fill('49.995')
  await expect(fee).toHaveValue('13.58')
  await expect(page.getByText('Allocation mismatch')).toBeHidden()
  await expect(page.getByLabel('Special instructions')).toHaveValue('No lilies')
  await page.getByLabel('Special instructions').fill('White ribbon')
  await confirm.dblclick()

  await expect(page.getByText(`${second.name} has this order now`)).toBeVisible()
  await expect(toasts(page).getByText('Order assigned to shop successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Assignment Complete' })).toBeDisabled()
  await expect(page).toHaveURL(/\/admin\/assign-orders$/)
  await expect(page.getByText(/order\(s\) pending/)).toBeVisible()
  const waiting = page.getByRole('list', { name: 'Orders that wait' })
  await expect(waiting.getByText(order.orderReference)).toHaveCount(0)

  const { rows } = await database.execute({
    sql: 'select shop_id, shop_cost_cents, platform_fee_cents, special_instructions from shop_orders where order_id = ? order by created_at',
    args: [order.id],
  })
  expect(rows).toHaveLength(2)
  expect(rows[1]).toMatchObject({
    shop_id: second.id,
    shop_cost_cents: 5000,
    platform_fee_cents: 1358,
    special_instructions: 'White ribbon',
  })
  await runScheduled()
  await expectMails(address, 1)
})

test.describe(() => {
  test.use({ refusals: true })

  test('shows who assigned it first and when; reassigns and unassigns', async ({ page, database }) => {
    await signInAs(page)
    const [mine, theirs] = [await florist(page), await florist(page)]
    const order = await bought(database)
    await page.goto(`/admin/assign-orders/confirm/${order.id}/${mine.id}`)
    const confirm = page.getByRole('button', { name: 'Confirm Assignment' })
    await expect(confirm).toBeEnabled()
    const faster = await assign(page, order, theirs.id)
    await confirm.click()
    const banner = page.getByRole('alert')
    await expect(banner).toContainText(`Someone just assigned this order: ${theirs.name} has it`)
    await expect(banner).toContainText(`Assigned by ${firstAdmin().email}, `)
    await expect(banner.locator('time')).toHaveText(/^\w{3} \d+, \d{4} at \d+:\d\d [AP]M$/)
    await banner.getByRole('link', { name: 'View shop order' }).click()
    await expect(page).toHaveURL(new RegExp(`/admin/shop-orders/${faster}$`))
    // The banner has a link of that name, too: pressed while it makes room for the next screen, it would do nothing.
    await expect(page.getByRole('heading', { name: /^Shop Order / })).toBeVisible()
    await page.getByRole('link', { name: 'Reassign' }).click()
    await expect(page.getByText(`${theirs.name} has this order.`)).toBeVisible()
    await page.getByRole('radio', { name: mine.name }).press('Space')
    await page.getByRole('button', { name: 'Continue' }).click()
    await confirm.click()
    await expect(page.getByText('please call them')).toBeVisible()
    // Leaving by a link is not followed by a second redirect.
    await page.getByRole('status').getByRole('link', { name: 'Back to the list' }).click()
    await page.goto(`/admin/shop-orders?id=${faster}`)
    await expect(page).toHaveURL(new RegExp(`/admin/shop-orders/${faster}$`))
    await expect(page.getByText(`This order was withdrawn from ${theirs.name}`)).toBeVisible()

    await page.goto(`/admin/shop-orders?q=${mine.name}`)
    await page.getByRole('row').filter({ hasText: order.orderReference }).getByRole('link').click()
    await page.getByRole('button', { name: 'Unassign' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unassign' }).click()
    await expect(toasts(page).getByText('Order unassigned')).toBeVisible()
    await page.getByRole('link', { name: 'Assign to Shop' }).click()
    await expect(page.getByRole('heading', { name: 'Previously assigned' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
    await page.goto(`/admin/assign-orders?order=${order.id}`)
    await expect(page).toHaveURL(new RegExp(`/select-shop/${order.id}$`))
    await page.goto(`/admin/assign-orders/confirm/${order.id}/nobody`)
    await expect(page.getByText('Order or shop not found')).toBeVisible()
  })
})
