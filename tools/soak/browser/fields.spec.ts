import { expectMessage, openCheckout, payButton, saveZip } from '#tests/e2e/flow.ts'
import { checkoutField, expect, fillForm, someone, test } from '#tests/e2e/shop.ts'

// Every message of the checkout form. The other texts are in texts.spec.ts.

/** Each checkout message and what is typed into which field to get it; nothing typed: the field is left empty. */
const FIELD_MESSAGES = [
  ['Email', '', 'Email is required'],
  ['Email', 'sam@', 'Please enter a valid email address'],
  ['Email', 'sam@example', 'Please enter a valid email address'],
  ['Phone', '', 'Phone number is required'],
  ['Phone', '212555', 'Please enter a valid phone number'],
  ['Recipient’s phone', '646555', 'Please enter a valid phone number'],
  ['Your name', '', 'Name is required'],
  ['Your name', '   ', 'Name is required'],
  ['Your name', 'S', 'Name must be at least 2 characters'],
  ['Street address', '', 'Street address is required'],
  ['Street address', '1 St', 'Please enter a valid street address'],
  ['City', '', 'City is required'],
  ['City', 'N', 'Please enter a valid city name'],
  ['State', '', 'State is required'],
  ['ZIP code', '', 'ZIP code is required'],
  ['ZIP code', '1000', 'Please enter a 5-digit ZIP code'],
  ['ZIP code', '90210', "We don't deliver to this ZIP code yet. Join our waitlist!"],
] as const

test.describe('checkout fields', () => {
  test('shows each message when its field is left and removes it when valid', async ({ page }) => {
    await openCheckout(page)
    for (const [label, typed, message] of FIELD_MESSAGES) {
      await test.step(`${label}, ${typed || 'nothing'} typed: ${message}`, async () => {
        const field = checkoutField(page, label)
        await field.focus()
        if (label !== 'State') await field.fill('')
        if (typed) await field.pressSequentially(typed)
        await field.blur()
        await expectMessage(field, message)
        await expect(payButton(page)).toBeDisabled()
      })
    }
    await fillForm(page, someone())
    await page.getByLabel('Recipient’s phone').fill('')
    for (const [label] of FIELD_MESSAGES) await expectMessage(checkoutField(page, label), null)
    await expect(payButton(page)).toBeEnabled()
  })

  test('shows no message for an untouched field', async ({ page }) => {
    await openCheckout(page)
    await page.getByLabel('Email').pressSequentially('sam')
    await expect(page.getByText('Please enter a valid email address')).toBeHidden()
    await page.getByLabel('Email').blur()
    await expectMessage(page.getByLabel('Email'), 'Please enter a valid email address')
    for (const label of ['Phone', 'Your name', 'Street address', 'City', 'State', 'ZIP code']) {
      await expectMessage(checkoutField(page, label), null)
    }
  })

  test('an unserved ZIP links to the waitlist, filled in', async ({ page }) => {
    await openCheckout(page)
    await page.getByLabel('ZIP code').fill('90210')
    await page.getByRole('link', { name: 'Join our waitlist!' }).click()
    await expect(page.getByRole('dialog', { name: 'Join the Waitlist' }).getByLabel('ZIP code')).toHaveValue(
      '90210',
    )
  })

  test('shows a state that does not match the ZIP beside the field', async ({ page }) => {
    await openCheckout(page)
    await fillForm(page, someone())
    const state = page.getByLabel('State')
    await state.focus()
    await state.selectOption('CA')
    await state.blur()
    await expectMessage(state, 'ZIP code 10001 is in New York')
    await expect(payButton(page)).toBeDisabled()
    await state.selectOption('NY')
    await expectMessage(state, null)
    await expect(payButton(page)).toBeEnabled()
  })

  test('clears an autofilled city and state for an unserved ZIP', async ({ page }) => {
    await saveZip(page, '10001')
    await openCheckout(page)
    await expect(page.getByLabel('City')).toHaveValue('New York')
    await page.getByLabel('ZIP code').fill('83702')
    await expect(page.getByLabel('City')).toHaveValue('')
    await expect(page.getByLabel('State')).toHaveValue('ID')
  })

  test('the line below the button leads to what is missing; a press shows all', async ({ page }) => {
    await openCheckout(page)
    const pay = payButton(page)
    const missing = page.getByText('Still needed:')
    await expect(pay).toBeDisabled()
    await expect(pay).toHaveAccessibleDescription(/^Still needed: Your name( \(.* left\))?$/)
    await page.getByRole('link', { name: 'Your name' }).press('Enter')
    await expect(page.getByLabel('Your name')).toBeFocused()
    await pay.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Your name')).toBeFocused()
    await expectMessage(page.getByLabel('Your name'), 'Name is required')
    await expectMessage(page.getByLabel('State'), 'State is required')
    await fillForm(page, someone())
    await page.getByLabel('Email').fill('sam@example')
    await expect(pay).toHaveAccessibleDescription(/^Still needed: Email( \(.* left\))?$/)
    await page.getByLabel('Email').fill(someone())
    await expect(missing).toBeHidden()
    await expect(pay).toHaveAccessibleDescription('')
    await expect(pay).toBeEnabled()
    await page.getByLabel('Recipient’s phone').fill('646555')
    await expect(pay).toHaveAccessibleDescription(/^Still needed: Recipient’s phone( \(.* left\))?$/)
    await page.getByLabel('Recipient’s phone').fill('')
    await page.getByLabel('ZIP code').fill('90210')
    await expect(pay).toHaveAccessibleDescription(/^Still needed: ZIP code( \(.* left\))?$/)
  })
})
