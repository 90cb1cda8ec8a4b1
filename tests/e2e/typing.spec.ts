import { expectMessage, holdScripts, openCheckout, PATH, payButton, saveZip } from './flow.ts'
import {
  AT,
  checkoutField,
  expect,
  fillCheckout,
  fillForm,
  ordersOf,
  ready,
  SOAK,
  someone,
  test,
} from './shop.ts'

// What fields do with what is typed into them: masks, keyboards, limits, and typing before the page's scripts are there.

test('the phone mask keeps its format and caret when typed, pasted and edited', async ({ page }) => {
  await openCheckout(page)
  const phone = page.getByLabel('Phone', { exact: true })
  for (const pasted of ['2125550100', '+1 212 555 0100', '212.555.0100', '1 (212) 555-0100 ext']) {
    await phone.fill('')
    await page.keyboard.insertText(pasted)
    await expect(phone).toHaveValue('(212) 555-0100')
  }
  await phone.fill('')
  for (const [key, shown] of [
    ['2', '(2'],
    ['12', '(212'],
    ['5', '(212) 5'],
    ['55x', '(212) 555'],
    ['0', '(212) 555-0'],
    ['100', '(212) 555-0100'],
    ['9', '(212) 555-0100'],
  ] as const) {
    await phone.pressSequentially(key)
    await expect(phone).toHaveValue(shown)
  }
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

test('each field has its keyboard type, only the buyer’s have autofill', SOAK, async ({ page }) => {
  await page.goto(PATH.payment())
  for (const [label, type, inputMode, autoComplete] of [
    ['Your name', 'text', '', 'name'],
    ['Email', 'email', 'email', 'email'],
    ['Phone', 'tel', 'tel', 'tel'],
    ['Recipient’s name', 'text', '', 'off'],
    ['Recipient’s phone', 'tel', 'tel', 'off'],
    ['Street address', 'text', '', 'off'],
    ['Apt, suite, floor', 'text', '', 'off'],
    ['City', 'text', '', 'off'],
    ['State', 'select-one', '', 'off'],
    ['ZIP code', 'text', 'numeric', 'off'],
    ['Apology note', 'textarea', '', ''],
    ['Delivery instructions', 'textarea', '', ''],
  ]) {
    const field = checkoutField(page, label ?? '')
    expect(
      await field.evaluate((it: HTMLInputElement) => [it.type, it.inputMode, it.autocomplete]),
      label,
    ).toEqual([type, inputMode, autoComplete])
  }
  await page.goto('/')
  const gate = page.getByLabel('ZIP code').first()
  await expect(gate).toHaveAttribute('inputmode', 'numeric')
  await expect(gate).toHaveAttribute('autocomplete', 'postal-code')
})

test('the note counts to 300 characters and accepts no more', SOAK, async ({ page, database }) => {
  const email = someone()
  await openCheckout(page)
  const note = page.getByLabel('Apology note')
  await note.focus()
  await page.keyboard.insertText('I was wrong.\n')
  await expect(page.getByText('13 / 300')).toBeVisible()
  await page.keyboard.insertText('x'.repeat(270))
  await expect(page.getByText('17 characters left')).toBeAttached()
  await page.keyboard.insertText('🌷'.repeat(40))
  await expect(page.getByText('299 / 300').or(page.getByText('300 / 300'))).toBeVisible()
  const kept = await note.inputValue()
  await fillForm(page, email)
  await note.fill(kept)
  await page.getByLabel('Your name').fill('Sam 😬 O’Sorry-Šimić')
  await payButton(page).click()
  await page.waitForURL(`${AT.payments}/**`)
  expect(await ordersOf(database, email)).toMatchObject([{ apology_note: kept }])
})

test.describe('city and state', () => {
  test('follow the ZIP without overwriting typed values', SOAK, async ({ page }) => {
    await openCheckout(page)
    const [zip, city, state] = [
      page.getByLabel('ZIP code'),
      page.getByLabel('City'),
      page.getByLabel('State'),
    ]
    await zip.pressSequentially('9a4-110')
    await expect(zip).toHaveValue('94110')
    await expect(city).toHaveValue('San Francisco')
    await expect(state).toHaveValue('CA')
    await zip.fill('10001')
    await expect(city).toHaveValue('New York')
    await expect(state).toHaveValue('NY')
    await city.fill('Hoboken')
    await zip.fill('94110')
    await expect(state).toHaveValue('CA')
    await expect(city).toHaveValue('Hoboken')
  })

  test('keeps a typed city even when it equals the autofilled one', SOAK, async ({ page }) => {
    await openCheckout(page)
    await page.getByLabel('City').fill('New York')
    await page.getByLabel('ZIP code').fill('10001')
    await expect(page.getByLabel('State')).toHaveValue('NY')
    await page.getByLabel('State').selectOption('NJ')
    // A ZIP in Queens brings no city.
    await page.getByLabel('ZIP code').fill('11354')
    await expect(page.getByText('Checking…')).toBeVisible()
    await expect(page.getByText('Checking…')).toBeHidden()
    await expect(page.getByLabel('City')).toHaveValue('New York')
    await expect(page.getByLabel('State')).toHaveValue('NJ')
  })

  test('restored values still follow the ZIP after a reload', SOAK, async ({ page }) => {
    await openCheckout(page)
    await page.getByLabel('ZIP code').fill('10001')
    await expect(page.getByLabel('City')).toHaveValue('New York')
    await page.getByLabel('Your name').fill('Sam')
    await page.reload()
    await ready(page)
    await page.getByLabel('ZIP code').fill('94110')
    await expect(page.getByLabel('City')).toHaveValue('San Francisco')
    await expect(page.getByLabel('State')).toHaveValue('CA')
  })
})

test.describe('the ZIP is checked', () => {
  test('checks at the fifth digit, before the press', SOAK, async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      const [, zip] = /zip-codes\/(\d+)/.exec(request.url()) ?? []
      if (zip) asked.push(zip)
    })
    await page.goto('/')
    await ready(page)
    const zip = page.getByLabel('ZIP code').first()
    await zip.pressSequentially('1000')
    expect(asked).toEqual([])
    const answer = page.waitForResponse('**/api/zip-codes/10001')
    await zip.press('1')
    await (await answer).finished()
    await page.getByRole('button', { name: 'Check Availability' }).click()
    await page.waitForURL('**/home')
    expect(asked).toEqual(['10001'])
  })

  test('checks once, half a second after the last digit', SOAK, async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      const [, zip] = /zip-codes\/(\d+)/.exec(request.url()) ?? []
      if (zip) asked.push(zip)
    })
    await page.clock.install()
    await openCheckout(page)
    await page.clock.pauseAt(Date.now() + 60_000)
    const zip = page.getByLabel('ZIP code')
    await zip.pressSequentially('10001')
    await zip.press('Backspace')
    await zip.press('2')
    await page.clock.runFor(499)
    expect(asked).toEqual([])
    await expect(page.getByText('Checking…')).toBeVisible()
    await page.clock.runFor(1)
    await expect(page.getByText('Checking…')).toBeHidden()
    expect(asked).toEqual(['10002'])
    // What was asked before is not asked again.
    await zip.press('Backspace')
    await zip.press('2')
    await page.clock.runFor(1_000)
    expect(asked).toEqual(['10002'])
  })

  test('a press during the check submits the order', async ({ page }) => {
    await page.route('**/api/zip-codes/*', () => {
      // Never answered.
    })
    await openCheckout(page)
    await fillForm(page, someone())
    await expect(page.getByText('Checking…')).toBeVisible()
    expect(await payButton(page).isEnabled(), 'enabled during the check').toBe(true)
    await payButton(page).click()
    await page.waitForURL(`${AT.payments}/**`)
  })

  test('ignores a late answer for an old ZIP', SOAK, async ({ page }) => {
    await openCheckout(page)
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/api/zip-codes/90210', async (route) => {
      await promise
      await route.continue()
    })
    const zip = page.getByLabel('ZIP code')
    const old = page.waitForRequest('**/api/zip-codes/90210')
    await zip.fill('90210')
    await old
    await zip.fill('10001')
    await expect(page.getByLabel('City')).toHaveValue('New York')
    const late = page.waitForResponse('**/api/zip-codes/90210')
    resolve()
    await (await late).finished()
    await zip.blur()
    await expectMessage(zip, null)
    await expect(zip).toHaveValue('10001')
  })
})

test.describe('before the scripts are there', () => {
  // A refused form is answered with the refusal's status.
  test.use({ refusals: true })

  test('what was typed into the checkout survives them, in shape, counted and checked', async ({ page }) => {
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
  })

  test('what was typed is kept over a reload while every script is on its way', SOAK, async ({ page }) => {
    await page.route('**/_astro/*.js', () => {})
    await page.goto(PATH.payment(), { waitUntil: 'domcontentloaded' })
    await checkoutField(page, 'Street address').fill('350 5th Ave')
    await page.reload({ waitUntil: 'domcontentloaded' })
    await expect(checkoutField(page, 'Street address')).toHaveValue('350 5th Ave')
  })

  test('so does a choice of bouquet and of time, and the ZIP at the gate', SOAK, async ({ page }) => {
    let release = await holdScripts(page)
    await page.goto('/')
    await page.getByLabel('ZIP code').first().pressSequentially('100a01')
    release()
    await ready(page)
    await expect(page.getByLabel('ZIP code').first()).toHaveValue('10001')
    await expect(page.getByRole('button', { name: 'Check Availability' })).toBeEnabled()

    release = await holdScripts(page)
    await page.goto('/home')
    await page.getByRole('radio', { name: 'Nuclear Bad' }).check()
    release()
    await ready(page)
    await expect(page.getByRole('radio', { name: 'Nuclear Bad' })).toBeChecked()
    await expect(page.getByRole('button', { name: 'Complete Purchase' })).toBeEnabled()

    release = await holdScripts(page)
    await page.goto(PATH.delivery)
    await page.getByRole('radio', { name: 'Tomorrow' }).check()
    release()
    await ready(page)
    await expect(page.getByRole('radio', { name: 'Tomorrow' })).toBeChecked()
    await page.getByRole('button', { name: 'Continue to Checkout' }).click()
    await expect(page).toHaveURL(
      /deliveryOption=tomorrow&?.*deliveryPrice=0\.00|deliveryPrice=0\.00.*deliveryOption=tomorrow/,
    )
  })

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

  test('the forms work without scripts, up to the payment page', SOAK, async ({ page, database }) => {
    const email = someone()
    await holdScripts(page)
    await fillCheckout(page, email)
    await payButton(page).click()
    await page.waitForURL(`${AT.payments}/**`)
    expect(await ordersOf(database, email)).toHaveLength(1)
  })

  test('a browser that is never idle hydrates all the same', SOAK, async ({ page }) => {
    await page.addInitScript(() => {
      window.requestIdleCallback = (callback, { timeout } = {}) =>
        timeout === undefined
          ? 0
          : Number(setTimeout(() => callback({ didTimeout: true, timeRemaining: () => 0 }), timeout))
    })
    for (const path of ['/', '/home', PATH.delivery, PATH.payment()]) {
      await page.goto(path)
      await ready(page)
    }
  })

  test('hydration keeps the server’s answer', SOAK, async ({ page }) => {
    await saveZip(page, '10001')
    const release = await holdScripts(page)
    await page.goto(PATH.payment())
    await fillForm(page, 'sam@example.com')
    await page.getByLabel('ZIP code').fill('90210')
    await payButton(page).click()
    const zip = page.getByLabel('ZIP code')
    await expectMessage(zip, "We don't deliver to this ZIP code yet. Join our waitlist!")
    release()
    await ready(page)
    await expectMessage(zip, "We don't deliver to this ZIP code yet. Join our waitlist!")
    await expect(page.getByLabel('Your name')).toHaveValue('Sam Sorry')
    await expect(page.getByText('33 / 300')).toBeVisible()
    await zip.fill('10001')
    await expectMessage(zip, null)
    await expect(payButton(page)).toBeEnabled()
  })
})
