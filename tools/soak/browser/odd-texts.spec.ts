import { expectMessage, openCheckout, payButton, toasts } from '#tests/e2e/flow.ts'
import { AT, checkoutField, expect, fillForm, own, ready, someone, test } from '#tests/e2e/shop.ts'
import { signInAs } from '#tests/e2e/staff.ts'

// People paste odd texts in a browser: invisible marks, wide digits, other scripts. `tests/api/hostile-texts.test.ts` sends
// many more to every field.

test.use({ refusals: true })

test('the gate takes wide digits with marks around them', async ({ page }) => {
  await page.goto('/')
  await ready(page)
  const zip = page.getByLabel('ZIP code').first()
  await zip.focus()
  await page.keyboard.insertText('\u202a１０００１\u202c')
  await expect(zip).toHaveValue('10001')
  await page.getByRole('button', { name: 'Check Availability' }).click()
  await page.waitForURL('**/home')
})

test('the waitlist misses a city of nothing visible', async ({ page }) => {
  await page.goto('/?waitlist=1&zip=90210')
  await ready(page)
  const dialog = page.getByRole('dialog', { name: 'Join the Waitlist' })
  const city = dialog.getByLabel('City')
  await city.fill('\u3164\u200b\u2800')
  await city.blur()
  await expectMessage(city, 'City is required')
})

test('an order holds what is seen, without what is not', async ({ page, database }) => {
  const email = someone()
  await openCheckout(page)
  await fillForm(page, email)
  await page.getByLabel('Your name').fill('\u202eSa\u200bm Zoe\u0308 👩‍👧')
  await page.getByLabel('Phone', { exact: true }).fill('\u202a+1 (212)\u00a0555\u20110100\u202c')
  await checkoutField(page, 'Recipient’s name').fill('<b>Alex</b> مرحبا')
  await page.getByLabel('Street address').fill('350 5th\u00ad Ave\ufeff')
  await page.getByLabel('Apology note').fill('می\u200cخواهم ❤️\n=1+1 {{7*7}}')
  await payButton(page).click()
  await page.waitForURL(`${AT.payments}/**`)
  const { rows } = await database.execute({
    sql: 'select * from orders where customer_email = ?',
    args: [email],
  })
  expect(rows).toMatchObject([
    {
      customer_name: 'Sam Zoë 👩‍👧',
      customer_phone: '(212) 555-0100',
      recipient_name: '<b>Alex</b> مرحبا',
      delivery_address: '350 5th Ave',
      apology_note: 'می\u200cخواهم ❤️\n=1+1 {{7*7}}',
    },
  ])
})

test('a product keeps what is seen, and its price is warned of when no card can pay it', async ({ page }) => {
  await signInAs(page)
  await page.goto('/admin/products/new')
  await page.getByLabel('SKU *').fill(`ＴＥＳＴ-${own()}`)
  await page.getByLabel('Title *').fill('\u202eRoses\u202c 🌹')
  await page.getByLabel('Price *').fill('0.10')
  await page.getByLabel('Title *').focus()
  await expect(page.getByText('A card can’t be charged less than $0.50.')).toBeVisible()
  await page.getByRole('button', { name: 'Create Product' }).click()
  await expect(toasts(page).getByText('Product created successfully')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Roses 🌹', exact: true }).first()).toBeVisible()
})
