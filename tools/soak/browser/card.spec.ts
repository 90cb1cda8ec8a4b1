import { linkTo } from '#tests/e2e/florist-orders.ts'
import { openCheckout, payButton } from '#tests/e2e/flow.ts'
import { AT, expect, fillForm, ordersOf, payWith, someone, test } from '#tests/e2e/shop.ts'

// The answers to the question of tests/e2e/card.spec.ts, and a card that is full.

test('a note without a name is sent at the second press', async ({ page, database }) => {
  const email = someone()
  await openCheckout(page)
  await fillForm(page, email)
  await page.getByLabel('Apology note').fill('Guess who.')
  await payButton(page).click()
  await page.getByRole('button', { name: 'No, continue' }).click()
  await page.waitForURL(`${AT.payments}/**`)
  expect(await ordersOf(database, email)).toMatchObject([{ apology_note: 'Guess who.' }])
})

test('says how much fits, and keeps the rest in the field', async ({ page }) => {
  await openCheckout(page)
  await fillForm(page, someone())
  const note = page.getByLabel('Apology note')
  await note.fill('Sorry.\n'.repeat(20))
  await expect(
    page.getByText('This much fits. The rest goes on the back.').filter({ visible: true }),
  ).toBeVisible()
  await expect(page.locator('.note-card > p:first-child:visible')).toHaveJSProperty(
    'innerText',
    Array(13).fill('Sorry.').join('\n'),
  )
  await expect(note).toHaveValue('Sorry.\n'.repeat(20))
})

test('a card is added after paying, and drawn where the buyer looks', async ({ page, database }) => {
  const email = someone()
  await openCheckout(page)
  await fillForm(page, email)
  await page.getByLabel('Apology note').fill('')
  await payButton(page).click()
  await page.waitForURL(`${AT.payments}/**`)
  await payWith(page, '4242 4242 4242 4242')
  await page.waitForURL(/\/thank-you/)
  await expect(page.getByText('No note yet. “Add a card” in your confirmation email')).toBeVisible()
  const { searchParams } = new URL(await linkTo('/manage', email), 'http://shop')
  await page.goto(`/manage?token=${searchParams.get('token')}`)
  await page.getByRole('link', { name: 'Add a card' }).click()
  const note = page.getByLabel('Apology note')
  await expect(note).toBeInViewport()
  const card = page.locator('.note-card > p:first-child:visible')
  const lines = 'I was wrong about the\ndishwasher. Sam'
  await expect(card).toHaveText('Your words, exactly as we print them.')
  await note.fill('I was wrong about the dishwasher. Sam')
  await expect(card).toHaveJSProperty('innerText', lines)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('status')).toContainText('Saved.')
  await expect(card).toHaveJSProperty('innerText', lines)
  await expect(page.getByRole('link', { name: 'Add a card' })).toHaveCount(0)
  expect(await ordersOf(database, email)).toMatchObject([
    { apology_note: 'I was wrong about the dishwasher. Sam' },
  ])
})
