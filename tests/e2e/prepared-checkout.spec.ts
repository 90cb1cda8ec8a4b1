import type { Client } from '@libsql/client/web'
import { drizzle } from 'drizzle-orm/libsql'
import { PREPARED, prepareCheckout } from '#tests/support/prepared-checkout.ts'
import { expectClean } from './accessibility.ts'
import { AT, checkoutField, expect, GATE, NOTE, payWith, ready, someone, test } from './shop.ts'

test.describe.configure({ retries: 0 })

const GOOD = '4242 4242 4242 4242'
const PAY = 'Continue to Payment'

async function prepare(database: Client, email: string, fields: object = {}) {
  const db = drizzle(database, { casing: 'snake_case' })
  const all = { ...PREPARED.fields, email, ...fields }
  return prepareCheckout({ db }, { option: 'tomorrow', fields: all })
}
async function ordersOf(database: Client, email: string) {
  const { rows } = await database.execute({
    sql: 'select payment_status, agent_platform_id, apology_note, customer_phone, delivery_city from orders where customer_email = ?',
    args: [email],
  })
  return rows
}

test('a buyer completes, signs and pays what an assistant has prepared', GATE, async ({ page, database }) => {
  const email = someone()
  const { path, platformId } = await prepare(database, email, { phone: '', city: 'Manhattan' })
  // What this tab holds of another order stays out of it.
  await page.goto('/payment?optionId=FLOWER-002&price=89.99&product=Extremely+Bad&deliveryOption=tomorrow')
  await checkoutField(page, 'Your name').fill('Somebody Else')
  await page.goto(path)
  await ready(page)
  await expect(page.getByText('Prepared by Pelican.')).toBeVisible()
  await expect(checkoutField(page, 'Your name')).toHaveValue('Sam Sorry')
  await expect(page.getByLabel('City')).toHaveValue('Manhattan')
  const phone = page.getByLabel('Phone', { exact: true })
  await expect(phone).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('#missing a:visible')).toHaveText(['Phone'])
  await expectClean(page)
  await phone.fill('2125550100')
  await expect(phone).not.toHaveAttribute('aria-invalid')
  await page.getByLabel('Apology note').fill(NOTE)

  // A reload forgets nothing, and finds nothing missing any more.
  await page.reload()
  await ready(page)
  await expect(phone).toHaveValue('(212) 555-0100')
  await expect(phone).not.toHaveAttribute('aria-invalid')
  await expect(page.locator('#missing')).toBeHidden()

  // The assistant changes it: what the buyer typed stays.
  await database.execute({
    sql: "update prepared_checkouts set version = 2, content = json_set(content, '$.fields.recipientName', 'Alexandra', '$.fields.phone', '646 555 0199', '$.fields.city', 'New York') where platform_id = ?",
    args: [platformId],
  })
  await page.reload()
  await ready(page)
  await expect(checkoutField(page, 'Recipient’s name')).toHaveValue('Alexandra')
  await expect(page.getByLabel('City')).toHaveValue('New York')
  await expect(phone).toHaveValue('(212) 555-0100')
  await expect(page.getByLabel('Apology note')).toHaveValue(NOTE)

  await page.getByRole('button', { name: PAY }).click()
  await page.waitForURL(`${AT.payments}/**`)
  // Back from there it is still the same order.
  await page.getByRole('link', { name: /back|cancel/i }).click()
  await page.waitForURL(/\/payment\?/)
  await ready(page)
  await expect(page.getByLabel('Apology note')).toHaveValue(NOTE)
  await page.getByRole('button', { name: PAY }).click()
  await page.waitForURL(`${AT.payments}/**`)
  await payWith(page, GOOD)
  await page.waitForURL(/\/thank-you/)
  const reference = (await page.getByText(/ORD-[0-9A-Z]{8}/).textContent()) ?? ''
  expect(await ordersOf(database, email)).toMatchObject([
    { payment_status: 'paid', agent_platform_id: platformId, apology_note: NOTE, delivery_city: 'New York' },
  ])

  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'This one is paid.' })).toBeVisible()
  await expect(page.getByText(reference.match(/ORD-\w+/)?.[0] ?? 'none')).toBeVisible()
})

test.describe('canceled while it is open', () => {
  test.use({ refusals: true })
  test('it says that nothing was ordered', GATE, async ({ page, database }) => {
    const email = someone()
    const { path, id } = await prepare(database, email)
    await page.goto(path)
    await ready(page)
    const sql = 'update prepared_checkouts set canceled_at = updated_at where id = ?'
    await database.execute({ sql, args: [id] })
    await page.getByRole('button', { name: PAY }).click()
    await expect(page.getByRole('alert').first()).toContainText('Nothing was ordered or charged.')
    expect(await ordersOf(database, email)).toEqual([])
  })
})
