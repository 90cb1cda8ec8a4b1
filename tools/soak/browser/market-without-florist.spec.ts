import type { Client } from '@libsql/client/web'
import type { Page } from '@playwright/test'
import { toasts } from '#tests/e2e/flow.ts'
import { expect, own, ownZip, test } from '#tests/e2e/shop.ts'
import { callApi, signInAs } from '#tests/e2e/staff.ts'

// A market that takes orders and has no florist: said on each screen, and asked before it comes to that.

const UNSERVED = 'Takes orders, has no florist'
const SELLS = 'Take orders without a florist?'
const CLOSES = 'Close the market?'

// The browser logs the API's question as an error.
test.use({ refusals: true })

const question = (page: Page, name: string) => page.getByRole('alertdialog', { name })

/** A market with one ZIP code and one florist. */
async function market(page: Page, changes: object = {}) {
  const [name, shop, zip] = [`Laramie ${own()}`, `Stems ${own()}`, ownZip()]
  const form = {
    name,
    zipCodes: [zip],
    timeZone: 'America/Denver',
    openingHours: null,
    pausedReason: null,
    closedDates: [],
  }
  const made = await callApi(page, 'POST', '/admin/markets', {
    ...form,
    ...changes,
    withoutFlorist: 'takes_orders',
  })
  const id = String(made.body['id'])
  const { body } = await callApi(page, 'POST', '/admin/shops', {
    name: shop,
    streetAddress: '1 Quiet St',
    city: 'Laramie',
    stateId: 'state-wy',
    zip: '82070',
    marketId: id,
  })
  return { id, name, zip, shop, shopId: String(body['id']) }
}

async function remove(database: Client, id: string): Promise<void> {
  await database.execute({ sql: 'delete from shops where market_id = ?', args: [id] })
  await database.execute({ sql: 'delete from markets where id = ?', args: [id] })
}

test('a new market asks, loses nothing on Cancel, and says what it does on each screen', async ({
  page,
  database,
}) => {
  await signInAs(page)
  const [name, zip] = [`Cheyenne ${own()}`, ownZip()]
  await page.goto('/admin/markets/new')
  await page.getByLabel('Market name *').fill(name)
  await page.getByLabel('Time zone *').selectOption('Denver, Salt Lake City (Mountain)')
  await expect(page.getByText(UNSERVED)).toHaveCount(0)
  await page.getByLabel('Add a ZIP code').fill(zip)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText(UNSERVED)).toBeVisible()

  const create = page.getByRole('button', { name: 'Create Market' })
  await create.click()
  await expect(question(page, SELLS)).toContainText(
    `${name} takes orders, but has no florist. Orders will wait for you to assign them, and no limit applies.`,
  )
  await expect(question(page, SELLS).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question(page, SELLS)).toBeHidden()
  await expect(create).toBeFocused()
  await expect(page.getByLabel('Market name *')).toHaveValue(name)
  await expect(page.getByRole('button', { name: `Remove ${zip}` })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await create.click()
  await question(page, SELLS).getByRole('button', { name: 'Take orders' }).dblclick()
  await expect(toasts(page).getByText('Market created successfully')).toBeVisible()

  await page.getByRole('searchbox').fill(zip)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row').last()).toContainText(UNSERVED)
  await page.goto('/admin')
  const toDo = page.getByRole('region', { name: 'What to do next' })
  await toDo.getByRole('button', { name: /^No florist/ }).click()
  await expect(toDo.getByRole('listitem').filter({ hasText: name })).toContainText(UNSERVED)
  await toDo.getByRole('link', { name: `Open market ${name}` }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByText(UNSERVED)).toBeVisible()
  await expect(page.getByText('No active shops, so orders wait for you to assign them')).toBeVisible()

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Close while it has no florist' }).check()
  await expect(page.getByText(UNSERVED)).toHaveCount(0)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toasts(page).getByText('Market updated successfully')).toBeVisible()
  await expect(page.getByText('Closed: no florist')).toBeVisible()
  await expect(page.getByText('Closed until it has a florist')).toBeVisible()
  await expect(page.getByText('Changed Close while it has no florist from No to Yes')).toBeVisible()

  // A shopper sees this.
  await page.goto('/')
  await page.getByLabel('ZIP code').first().fill(zip)
  await page.getByRole('button', { name: 'Check Availability' }).first().click()
  await expect(page.getByText(`We’re not taking orders in ${name} right now.`)).toBeVisible()
  await expect(page.getByText('We have no florist here right now.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Tell me when you are open again' })).toBeVisible()
  const { rows } = await database.execute({ sql: 'select id from markets where name = ?', args: [name] })
  await remove(database, String(rows[0]?.['id']))
})

test('deactivating the last florist asks, and can close the market, which opens with it again', async ({
  page,
  database,
}) => {
  await signInAs(page)
  const { id, name, shop, shopId } = await market(page)
  await page.goto(`/admin/shops/${shopId}/edit`)
  await page.getByLabel('Phone').fill('(307) 555-0100')
  await page.getByLabel('Active').uncheck()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(question(page, SELLS)).toContainText(
    `${shop} is the last active florist of ${name}. ${name} will still take orders. They will wait for you to assign them, and no limit applies.`,
  )
  await question(page, SELLS).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Phone')).toHaveValue('(307) 555-0100')
  await expect(page.getByLabel('Active')).not.toBeChecked()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await question(page, SELLS).getByRole('button', { name: 'Close it for now' }).click()
  await expect(toasts(page).getByText('Shop updated successfully')).toBeVisible()
  await page.getByRole('link', { name }).click()
  await expect(page.getByText('Closed: no florist')).toBeVisible()

  await page.goto(`/admin/shops/${shopId}/edit`)
  await page.getByLabel('Active').check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toasts(page).getByText('Shop updated successfully')).toBeVisible()
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByText('Closed: no florist')).toHaveCount(0)

  // From now on it closes with its last florist.
  await page.goto(`/admin/shops/${shopId}`)
  await page.getByRole('button', { name: 'Delete Shop' }).click()
  await question(page, 'Confirm Shop Deletion').getByRole('button', { name: 'Delete Shop' }).click()
  await expect(question(page, CLOSES)).toContainText(
    `${name} will take no orders until it has a florist again`,
  )
  await expect(question(page, 'Confirm Shop Deletion')).toBeHidden()
  await expect(question(page, CLOSES).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: shop, level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Delete Shop' }).click()
  await expect(question(page, 'Confirm Shop Deletion').getByRole('alert')).toHaveCount(0)
  await question(page, 'Confirm Shop Deletion').getByRole('button', { name: 'Delete Shop' }).click()
  await question(page, CLOSES).getByRole('button', { name: 'Close the market' }).click()
  await expect(toasts(page).getByText('Shop deleted successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Shops', level: 1 })).toBeVisible()
  await remove(database, id)
})

test('deleting the last florist from the list asks, too', async ({ page, database }) => {
  await signInAs(page)
  const { id, name, shop } = await market(page)
  await page.goto(`/admin/shops?q=${encodeURIComponent(shop)}`)
  await page.getByRole('button', { name: `Delete ${shop}` }).click()
  await question(page, 'Confirm Shop Deletion').getByRole('button', { name: 'Delete Shop' }).click()
  await expect(question(page, SELLS)).toContainText(`${shop} is the last active florist of ${name}.`)
  await question(page, SELLS).getByRole('button', { name: 'Take orders' }).click()
  await expect(toasts(page).getByText('Shop deleted successfully')).toBeVisible()
  await page.goto(`/admin/markets/${id}`)
  await expect(page.getByText(UNSERVED)).toBeVisible()
  await remove(database, id)
})
