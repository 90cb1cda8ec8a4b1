import { expectMessage, holdScripts, openCheckout, PATH, payButton, saveZip } from '#tests/e2e/flow.ts'
import { AT, checkoutField, expect, fillForm, ordersOf, ready, someone, test } from '#tests/e2e/shop.ts'

// Fields take what is typed into them: masks, keyboards, limits, and typing before the page's scripts are there.

test('each field has its keyboard type, only the buyer’s have autofill', async ({ page }) => {
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

test('the note counts characters, and says when they are more than 300', async ({ page, database }) => {
  const email = someone()
  await openCheckout(page)
  const note = page.getByLabel('Apology note')
  await note.focus()
  await page.keyboard.insertText('I was wrong.\n')
  await expect(page.getByText('12 / 300')).toBeVisible()
  await page.keyboard.insertText('x'.repeat(270))
  await expect(page.getByText('17 characters left')).toBeAttached()
  await page.keyboard.insertText('🌷'.repeat(40))
  await expect(page.getByText('323 / 300')).toBeVisible()
  await expect(page.getByText('23 characters too many')).toBeAttached()
  await note.blur()
  await expectMessage(note, 'Please keep this to 300 characters')
  const kept = (await note.inputValue()).slice(0, -2 * 23)
  await fillForm(page, email)
  await note.fill(kept)
  await page.getByLabel('Your name').fill('Sam 😬 O’Sorry-Šimić')
  await payButton(page).click()
  await page.waitForURL(`${AT.payments}/**`)
  expect(await ordersOf(database, email)).toMatchObject([{ apology_note: kept }])
})

test.describe('city and state', () => {
  test('follow the ZIP without overwriting typed values', async ({ page }) => {
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

  test('keeps a typed city even when it equals the autofilled one', async ({ page }) => {
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

  test('keeps what was typed before the scripts came, over a reload and over ZIP codes', async ({ page }) => {
    const release = await holdScripts(page)
    await page.goto(PATH.payment())
    await page.getByLabel('City').pressSequentially('New York')
    await page.getByLabel('State').selectOption('NY')
    await page.getByLabel('ZIP code').pressSequentially('10001')
    release()
    await ready(page)
    for (const zip of ['94110', '83702']) {
      await page.getByLabel('ZIP code').fill(zip)
      await expect(page.getByText('Checking…')).toBeVisible()
      await expect(page.getByText('Checking…')).toBeHidden()
      await expect(page.getByLabel('City')).toHaveValue('New York')
      await expect(page.getByLabel('State')).toHaveValue('NY')
      await page.reload()
      await ready(page)
    }
    await page.getByLabel('City').fill('')
    await page.getByLabel('ZIP code').fill('94110')
    await expect(page.getByLabel('City')).toHaveValue('San Francisco')
  })

  test('restored values still follow the ZIP after a reload', async ({ page }) => {
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
  test('checks at the fifth digit, before the press', async ({ page }) => {
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

  test('checks once, half a second after the last digit', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      const [, zip] = /\/api\/storefront\?.*zip=(\d+)/.exec(request.url()) ?? []
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
    // The same question is not asked again.
    await zip.press('Backspace')
    await zip.press('2')
    await page.clock.runFor(1_000)
    expect(asked).toEqual(['10002'])
  })

  test('ignores a late answer for an old ZIP', async ({ page }) => {
    await openCheckout(page)
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/api/storefront?*zip=90210*', async (route) => {
      await promise
      await route.continue()
    })
    const zip = page.getByLabel('ZIP code')
    const old = page.waitForRequest('**/api/storefront?*zip=90210*')
    await zip.fill('90210')
    await old
    await zip.fill('10001')
    await expect(page.getByLabel('City')).toHaveValue('New York')
    const late = page.waitForResponse('**/api/storefront?*zip=90210*')
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

  test('a choice of bouquet and of time, and the ZIP at the gate are kept', async ({ page }) => {
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

  test('a browser that is never idle hydrates all the same', async ({ page }) => {
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

  test('hydration keeps the server’s answer', async ({ page }) => {
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
    await expect(page.getByText('37 / 300')).toBeVisible()
    await zip.fill('10001')
    await expectMessage(zip, null)
    await expect(payButton(page)).toBeEnabled()
  })
})
