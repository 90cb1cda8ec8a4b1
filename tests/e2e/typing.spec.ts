import { expectMessage, holdScripts, openCheckout, PATH, payButton } from './flow.ts'
import { AT, checkoutField, expect, fillForm, GATE, ready, someone, test } from './shop.ts'

// Fields while somebody types: masks, keyboards, limits, and typing before the page's scripts are there.

test('the phone mask keeps its format and caret when typed, pasted and edited', async ({ page }) => {
  await openCheckout(page)
  const phone = page.getByLabel('Phone', { exact: true })
  for (const pasted of ['2125550100', '+1 212 555 0100', '212.555.0100', '\u202a1-212-555\u20110100\u202c']) {
    await phone.fill('')
    await page.keyboard.insertText(pasted)
    await expect(phone).toHaveValue('(212) 555-0100')
  }
  await phone.fill('')
  for (const [key, shown] of [
    ['2', '(2'],
    ['12', '(212'],
    ['5', '(212) 5'],
    ['55', '(212) 555'],
    ['0', '(212) 555-0'],
    ['100', '(212) 555-0100'],
  ] as const) {
    await phone.pressSequentially(key)
    await expect(phone).toHaveValue(shown)
  }
  await phone.pressSequentially('9')
  await expect(phone).toHaveValue('(212) 555-0100')
  await phone.pressSequentially(' x12')
  await expect(phone).toHaveValue('(212) 555-0100x12')
  await phone.fill('2125550100')
  await phone.evaluate((input: HTMLInputElement) => input.setSelectionRange(3, 3))
  await phone.pressSequentially('9')
  await expect(phone).toHaveValue('(212) 555-0100')
  // Replacing a digit in the middle does not move the caret to the end.
  await phone.evaluate((input: HTMLInputElement) => input.setSelectionRange(8, 8))
  await phone.press('Backspace')
  await expect(phone).toHaveValue('(212) 550-100')
  await phone.press('7')
  await expect(phone).toHaveValue('(212) 575-0100')
  // Backwards and forwards over the punctuation: every press takes a digit away or steps over a sign.
  await phone.evaluate((input: HTMLInputElement) => input.setSelectionRange(10, 10))
  await phone.press('Backspace')
  await phone.press('Backspace')
  await expect(phone).toHaveValue('(212) 570-100')
  await phone.fill('2125550100')
  await phone.evaluate((input: HTMLInputElement) => input.setSelectionRange(4, 4))
  await phone.press('Delete')
  await phone.press('Delete')
  await expect(phone).toHaveValue('(212) 550-100')
})

test('a phone number of another country is no US number, and is refused', GATE, async ({ page }) => {
  await openCheckout(page)
  for (const label of ['Phone', 'Recipient’s phone']) {
    const phone = checkoutField(page, label)
    for (const [keys, shown] of [
      ['+61 412 345 678', '+61 412 345 678'],
      // A US number ends with its tenth digit; this one cannot exist.
      ['61412345678', '(614) 123-4567'],
    ] as const) {
      await phone.fill('')
      await phone.pressSequentially(keys)
      await expect(phone).toHaveValue(shown)
      await phone.blur()
      await expect(phone).toHaveAccessibleDescription(/Please enter a valid phone number/)
    }
  }
})

test('a note of 300 letters of two units each counts as 300, and is sent', async ({ page }) => {
  await openCheckout(page)
  await fillForm(page, someone())
  const note = page.getByLabel('Apology note')
  await note.fill('𝓈'.repeat(301))
  await expect(page.getByText('301 / 300')).toBeVisible()
  await note.blur()
  await expectMessage(note, 'Please keep this to 300 characters')
  await note.fill('𝓈'.repeat(300))
  await expect(page.getByText('300 / 300')).toBeVisible()
  await payButton(page).click()
  await page.waitForURL(`${AT.payments}/**`)
})

test.describe('the ZIP is checked', () => {
  test('a press during the check submits the order', async ({ page }) => {
    await page.route('**/api/zip-codes/*', () => {
      // It is never answered.
    })
    await openCheckout(page)
    await fillForm(page, someone())
    await expect(page.getByText('Checking…')).toBeVisible()
    expect(await payButton(page).isEnabled(), 'enabled during the check').toBe(true)
    await payButton(page).click()
    await page.waitForURL(`${AT.payments}/**`)
  })
})

test.describe('before the scripts are there', () => {
  // A refused form is answered with the refusal's status.
  test.use({ refusals: true })

  test(
    'what was typed into the checkout survives them, in shape, counted and checked',
    GATE,
    async ({ page }) => {
      const release = await holdScripts(page)
      await page.goto(PATH.payment())
      const early = {
        Phone: '2125550100',
        'Recipient’s phone': '6465550123',
        'Your name': 'Sam Sorry',
        'Street address': '350 5th Ave',
        'Apt, suite, floor': 'Apt 4B',
        City: 'Hoboken',
        'ZIP code': '90210',
        'Apology note': 'I was early.',
        'Delivery instructions': 'Ring twice.',
        Email: 'sam@',
      }
      for (const [label, text] of Object.entries(early)) await checkoutField(page, label).fill(text)
      await page.getByLabel('State').selectOption('NJ')
      await page.getByLabel('State').press('Tab')
      release()
      await ready(page)
      await expectMessage(page.getByLabel('Email'), 'Please enter a valid email address')
      await expectMessage(
        page.getByLabel('ZIP code'),
        "We don't deliver to this ZIP code yet. Join our waitlist!",
      )
      for (const [label, text] of Object.entries({
        ...early,
        Phone: '(212) 555-0100',
        'Recipient’s phone': '(646) 555-0123',
      })) {
        await expect(checkoutField(page, label), label).toHaveValue(text)
      }
      await expect(page.getByLabel('State')).toHaveValue('NJ')
      await expect(page.getByText('12 / 300')).toBeVisible()
      await expect(payButton(page)).toBeDisabled()
      await page.getByLabel('Email').fill(someone())
      await page.getByLabel('ZIP code').fill('10001')
      await expect(payButton(page)).toBeEnabled()
    },
  )

  test('a press during hydration is not lost', async ({ page }) => {
    const release = await holdScripts(page)
    await page.goto('/home')
    await page.getByRole('radio', { name: 'Nuclear Bad' }).check()
    // The island says so the moment it starts, before it has looked at what was chosen.
    await page.locator('astro-island').evaluate((island) => {
      island.addEventListener('astro:hydrate', () => island.querySelector('form')?.requestSubmit())
    })
    release()
    await expect(page).toHaveURL(/\/delivery-options\?optionId=FLOWER-003/)
  })
})
