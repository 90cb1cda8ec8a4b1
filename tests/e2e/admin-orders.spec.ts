import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { drizzle } from 'drizzle-orm/libsql/web'
import { agentPlatforms } from '#drizzle/schema/agents.ts'
import { agentPlatform } from '#tests/support/rows.ts'
import { expectFits } from './accessibility.ts'
import { atProvider, placed } from './confirmation.ts'
import { assign, bought, florist } from './florist-orders.ts'
import { chooseStatus, expectStatus, toasts } from './flow.ts'
import { expect, expectMails, failFirst, GATE, own, someone, test } from './shop.ts'
import { callApi, firstAdmin, openFilters, signInAs } from './staff.ts'

// Refusals are errors to the browser's console.
test.use({ refusals: true })

/** The parts of the screen that are wider than the room they have, and how wide they are. */
const scrolledSideways = (page: Page) =>
  page
    .locator('html, main, main [role=table], main :has(> [role=table])')
    .evaluateAll((parts) =>
      parts.flatMap(({ tagName, scrollWidth, clientWidth }) =>
        scrollWidth > clientWidth ? [`${tagName} ${scrollWidth} > ${clientWidth}`] : [],
      ),
    )

const versionOf = async (page: Page, id: string) =>
  Number((await callApi(page, 'GET', `/admin/orders/${id}`)).body['version'])

const setStatus = async (page: Page, id: string, status: string) => {
  const version = await versionOf(page, id)
  const { body } = await callApi(page, 'PUT', `/admin/orders/${id}/status`, { status, version })
  return Number(body['version'])
}

/** Bought for $95.39, as the provider has it, too: only such an order can be given its money back. */
const paid = async (page: Page) => {
  const email = someone()
  await atProvider(await placed(page.request, email), 'pay', '4242424242424242')
  const found = async () => {
    const { body } = await callApi(page, 'GET', `/admin/orders?q=${email}`)
    return (body['rows'] as { id: string; reference: string; paymentStatus: string }[])[0]
  }
  // The webhook arrives a moment later.
  await expect.poll(async () => (await found())?.paymentStatus).toBe('paid')
  const { id = '', reference = '' } = (await found()) ?? {}
  return { id, reference }
}

test(
  'every column of the orders is in sight on a tablet, and no name is cut at 1280 pixels',
  GATE,
  async ({ page, database }) => {
    await signInAs(page)
    const customerName = 'Konstantin Alexandropoulos-Winterbottom'
    const order = await bought(database, { customerName })
    await page.setViewportSize({ width: 1024, height: 800 })
    await page.goto(`/admin/orders?q=${order.orderReference}&split=yes`)
    for (const name of ['Order #', 'Shop', 'Total', 'Split percent', 'Created'])
      await expect(page.getByRole('columnheader', { name, exact: true })).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`/admin/orders?q=${order.orderReference}`)
    await expect(page.getByRole('columnheader', { name: 'Created' })).toBeInViewport({ ratio: 1 })
    const shop = await page.getByRole('columnheader', { name: 'Shop', exact: true }).boundingBox()
    expect(shop?.width).toBeGreaterThanOrEqual(150)
    const name = page.getByRole('cell').getByText(customerName, { exact: true })
    await expect(name).toBeVisible()
    expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)

    for (const path of ['orders', 'shop-orders', 'shops', 'waitlist/demand']) {
      await page.goto(`/admin/${path}`)
      for (const width of [768, 1024]) {
        await page.setViewportSize({ width, height: 800 })
        expect(await scrolledSideways(page), `${path}, ${width} px`).toEqual([])
      }
    }
  },
)

test(
  'a card of a phone opens to every column, by keyboard too, and still leads to its order',
  GATE,
  async ({ page, database }) => {
    await signInAs(page)
    const createdAt = '2026-06-04T10:00:00.000Z'
    const order = await bought(database, { customerName: `Sam ${own()}`, createdAt })
    await page.goto(`/admin/orders?q=${order.orderReference}`)
    const row = page.getByRole('row').filter({ hasText: order.orderReference })
    const headers = row.locator('td[data-label]')
    const shown = () =>
      headers.evaluateAll((cells) =>
        cells.flatMap((cell) => (cell.checkVisibility() ? [getComputedStyle(cell, '::before').content] : [])),
      )
    const email = row.getByText(order.customerEmail)
    const toggle = row.getByRole('button', { name: `Show all of ${order.orderReference}` })
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await expect(email).toBeHidden()
    expect(await shown()).toEqual(['none', 'none', 'none', 'none'])

    await row.getByRole('link').focus()
    await page.keyboard.press('Tab')
    await expect(toggle).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')
    await expect(email).toBeVisible()
    await expect(row.getByText('Unassigned')).toBeVisible()
    await expect(row).toContainText(/Jun 4, 2026 at \d+:00 [AP]M/)
    const columns = ['Customer', 'Status', 'Payment', 'Promised by', 'Shop', 'Total', 'Created']
    expect(await shown()).toEqual(['none', ...columns.map((name) => `"${name}"`)])
    await expectFits(page, 'an open card')
    await toggle.click()
    await expect(email).toBeHidden()

    await toggle.click()
    await row.getByText('Unassigned').click({ force: true })
    await expect(page.getByRole('heading', { name: order.orderReference, level: 1 })).toBeVisible()
  },
)

test('searches, filters, sorts and exports orders, and creates a sample', async ({ page, database }) => {
  await signInAs(page)
  const name = `Sam ${own()}`
  const free = await bought(database, { customerName: name, createdAt: '2026-06-04T10:00:00.000Z' })
  const given = await bought(database, { customerName: name, createdAt: '2026-06-04T11:00:00.000Z' })
  const shop = await florist(page)
  await assign(page, given, shop.id, { shopCostCents: 5086, platformFeeCents: 1272 })
  const rows = page.getByRole('row').filter({ hasText: name })
  const choose = async (menu: string, item: string) => {
    await page.getByRole('button', { name: `${menu}: ` }).click()
    await page.getByRole('menuitemradio', { name: item }).click()
  }

  await page.goto('/admin/orders')
  await openFilters(page)
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(name)
  await expect(page.getByText('2 orders', { exact: true })).toBeVisible()
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: given.orderReference })).toContainText(shop.name)
  await expect(rows.filter({ hasText: free.orderReference })).toContainText('Unassigned')

  await choose('Sort', 'Oldest first')
  await expect(page).toHaveURL(/direction=asc/)
  await expect(rows.first()).toContainText(free.orderReference)
  await choose('Sort', 'Promised latest first')
  await expect(page).toHaveURL(/direction=desc&.*sort=promised/)

  await page.getByRole('button', { name: 'Filter: ' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Show financial split' }).click()
  for (const text of ['80/20', '$50.86', '$12.72']) {
    await expect(rows.filter({ hasText: given.orderReference }).getByText(text)).toBeVisible()
  }
  await choose('Filter', 'Unassigned Only')
  await expect(rows).toHaveCount(1)
  await expect(page.getByText('1 order', { exact: true })).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv.trim().split('\r\n')).toHaveLength(2)
  expect(csv).toContain(free.orderReference)

  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue(name)
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
  await openFilters(page)
  await expect(page.getByRole('button', { name: 'Filter: Unassigned Only' })).toBeVisible()
  await choose('Payment', 'Refunded')
  await expect(page.getByText('No matches for')).toBeVisible()
  await page.goBack()
  await expect(rows).toHaveCount(1)
  await rows.getByRole('link', { name: free.orderReference }).click()
  await expect(page.getByRole('heading', { name: free.orderReference, level: 1 })).toBeVisible()
  const assignLink = page.getByRole('main').getByRole('link', { name: 'Assign to Shop' }).first()
  await expect(assignLink).toHaveAttribute('href', `/admin/assign-orders/select-shop/${free.id}`)

  const sample = async () => {
    await page.goto('/admin/orders')
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Create sample order' }).click()
  }
  const refusal = { code: 'unknown', message: 'Failed to create sample order', issues: [], requestId: 'test' }
  await failFirst(page, '**/orders/sample', (route) =>
    route.fulfill({ status: 500, json: { error: refusal } }),
  )
  await sample()
  await expect(page.getByText(refusal.message).first()).toBeVisible()
  await sample()
  await expect(page.getByRole('heading', { name: /^ORD-\d{5}$/ })).toBeVisible()
  await expect(page.getByText('Sample Customer')).toBeVisible()
  // $89.99 and $5.99, and 6 % of both.
  await expect(page.getByRole('row', { name: 'Total' }).last()).toContainText('$101.74')
})

test('shows the orders of a platform’s agents, and blocks and unblocks the platform', async ({
  page,
  database,
}) => {
  await signInAs(page)
  const name = `Assistant ${own()}`
  const platform = agentPlatform({ name, profileUrl: `https://${own()}.example/profile.json` })
  await drizzle(database, { casing: 'snake_case' }).insert(agentPlatforms).values(platform)
  const order = await bought(database, { agentPlatformId: platform.id })
  const named = `${name} (${new URL(platform.profileUrl).host})`

  await page.goto('/admin/blocks')
  await page.getByRole('link', { name: 'Agent platforms' }).click()
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await row.getByRole('link', { name: '1', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: order.orderReference })).toContainText('Agent')
  await openFilters(page)
  await page.getByRole('button', { name: `Source: ${named}` }).click()
  await page.getByRole('menuitemradio', { name: 'Buyers themselves' }).click()
  await expect(page).toHaveURL(/source=buyer/)
  await expect(page.getByText(order.orderReference)).toHaveCount(0)
  await page.goBack()
  await page.getByRole('link', { name: order.orderReference }).click()
  await page.getByRole('main').getByRole('link', { name: named }).click()

  await row.getByRole('button', { name: 'Block', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: `Block ${named}?` })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(row.getByRole('heading', { name, exact: true })).toBeVisible()
  await row.getByRole('button', { name: 'Block', exact: true }).click()
  await question.getByRole('button', { name: 'Block', exact: true }).dblclick()
  await expect(row.getByRole('heading', { name: `${name}, blocked` })).toBeVisible()
  await page.reload()
  await expect(row.getByText(`by ${firstAdmin().email}`)).toHaveCount(1)
  await row.getByRole('button', { name: 'Unblock' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unblock' }).click()
  await expect(row.getByRole('button', { name: 'Block', exact: true })).toBeVisible()
  await expect(row.getByText(`by ${firstAdmin().email}`)).toHaveCount(2)
})

test('sets a status, corrects an order, and names the first admin in a conflict', async ({
  page,
  database,
}) => {
  await signInAs(page)
  const order = await bought(database, { recipientName: 'Alex Wronged', apologyNote: 'I was wrong.' })
  const { id, orderReference: reference } = order
  const shop = await florist(page, someone())
  await assign(page, order, shop.id)
  await expectMails(shop.email, 1)
  await page.goto(`/admin/orders/${id}`)
  await expect(page.getByRole('heading', { name: reference, level: 1 })).toBeVisible()
  await expect(page.getByText('I was wrong.')).toBeVisible()

  await chooseStatus(page, 'Processing')
  await expect(toasts(page).getByText('Order status updated to processing').first()).toBeVisible()
  await expectStatus(page, 'Processing')
  await expect(page.getByText('Status: Confirmed → Processing')).toHaveCount(1)
  await chooseStatus(page, 'Cancelled')
  await expect(toasts(page)).toContainText(`${shop.name} is told to stop`)
  await expectStatus(page, 'Cancelled')

  await setStatus(page, id, 'pending')
  await chooseStatus(page, 'Completed')
  const faster = new RegExp(`${firstAdmin().email} changed the status at \\w+ \\d+, \\d{4} at `)
  await expect(toasts(page).getByText(faster)).toBeVisible()
  await expectStatus(page, 'Pending')

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Recipient', { exact: true }).fill('Alex Right')
  await page.getByLabel('Apt, suite, floor').fill('Apt 4B')
  await page.getByLabel('ZIP code *').fill('99950')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('No market delivers to this ZIP code.')).toBeVisible()
  await page.getByLabel('ZIP code *').fill('10002')
  await setStatus(page, id, 'confirmed')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const conflict = page
    .getByRole('alert')
    .filter({ hasText: 'Someone else has changed this in the meantime.' })
  await expect(conflict).toContainText(faster)
  await expect(page.getByLabel('Recipient', { exact: true })).toHaveValue('Alex Right')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toasts(page).getByText('Order updated successfully')).toBeVisible()
  await expect(page.getByText(/350 5th Ave, Apt 4B\s+New York, NY 10002/)).toBeVisible()
  await expect(page.getByText('ZIP code from 10001 to 10002')).toBeVisible()
  await expect(page.getByText('Recipient from Alex Wronged to Alex Right')).toBeVisible()

  await page.goto('/admin/orders/nobody-has-this')
  await expect(page.getByText('Order not found')).toBeVisible()
  await page.getByRole('link', { name: 'Back to List' }).click()
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
})

test('refunds in part and in full, once per form, and corrects the shop’s share', GATE, async ({ page }) => {
  await signInAs(page)
  const { id, reference } = await paid(page)
  const shop = await florist(page)
  await assign(page, { id, totalCents: 9539 }, shop.id, { shopCostCents: 7631, platformFeeCents: 1908 })
  await setStatus(page, id, 'delivered')
  await page.goto(`/admin/orders/${id}`)
  const dialog = page.getByRole('dialog', { name: `Refund ${reference}` })
  const send = dialog.getByRole('button', { name: 'Refund' })
  const open = page.getByRole('main').getByRole('button', { name: 'Refund' })

  await open.click()
  await dialog.getByRole('radio', { name: 'Part of it' }).check()
  await dialog.getByRole('radio', { name: 'Another amount' }).check()
  await send.click()
  await expect(dialog.getByText('Please enter an amount')).toBeVisible()
  await expect(dialog.getByText('Please give a reason')).toBeVisible()
  await expect(dialog.getByText('Please say why the shop’s share changes')).toBeVisible()
  await dialog.getByLabel('Amount, up to $95.39').fill('95.40')
  await dialog.getByLabel('Reason').fill('Came late')
  await dialog.getByLabel('The shop gets').fill('66.31')
  await dialog.getByLabel('Why the share changes').fill('They were late')
  await send.click()
  await expect(dialog.getByText('At most $95.39 can be refunded.')).toBeVisible()
  await dialog.getByLabel('Amount, up to $95.39').fill('20')
  await send.click()
  await expect(dialog.getByRole('alert')).toContainText('The flowers for this order went out.')
  await dialog.getByRole('checkbox', { name: 'Refund it even though the flowers went out' }).check()
  await send.dblclick()
  await expect(toasts(page).getByText('$20.00 refunded successfully').first()).toBeVisible()
  await expect(dialog).toBeHidden()
  const shopSheet = page.getByRole('region', { name: 'Shop' })
  await expect(shopSheet).toContainText(shop.name)
  await expect(shopSheet).toContainText('-$10.00')
  await expect(shopSheet).toContainText('The shop gets$66.31')
  await expect(page.getByText('Refunded $20.00')).toHaveCount(1)

  await open.click()
  await dialog.getByLabel('Reason').fill('All of it, then')
  await dialog.getByRole('checkbox').check()
  await send.click()
  await expect(toasts(page).getByText('$75.39 refunded successfully').first()).toBeVisible()
  await expect(open).toHaveCount(0)
  const { body } = await callApi(page, 'GET', `/admin/orders/${id}`)
  expect(body).toMatchObject({ paymentStatus: 'refunded', refundedCents: 9539 })
  expect(body['refunds']).toHaveLength(2)
})

test('deletes an order when nothing is owed, else says why not', async ({ page, database }) => {
  await signInAs(page)
  const unpaid = await bought(database, { status: 'pending', paymentStatus: 'pending' })
  const other = await bought(database, { status: 'pending', paymentStatus: 'pending' })
  const shop = await florist(page)
  const button = page.getByRole('main').getByRole('button', { name: 'Delete Order' })

  await page.goto(`/admin/orders/${other.id}`)
  await button.click()
  const question = page.getByRole('alertdialog', { name: `Delete ${other.orderReference}?` })
  await assign(page, other, shop.id)
  await question.getByRole('button', { name: 'Delete Order' }).click()
  const refusal = 'A shop has this order. Unassign it first.'
  await expect(question.getByRole('alert')).toHaveText(refusal)
  await page.reload()
  await expect(page.getByText(`This order cannot be deleted. ${refusal}`)).toBeVisible()
  await expect(button).toHaveCount(0)

  await page.goto(`/admin/orders/${unpaid.id}`)
  await button.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Order' }).dblclick()
  await expect(toasts(page).getByText('Order deleted successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
  expect((await callApi(page, 'GET', `/admin/orders/${unpaid.id}`)).status).toBe(404)
})
