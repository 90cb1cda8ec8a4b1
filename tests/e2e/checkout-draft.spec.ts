import type { Page } from '@playwright/test'
import { SHOWN_WORDING } from '#domain/consents.ts'
import { CHECKOUT_DRAFT_KEY } from '#src/lib/checkout-draft.ts'
import { holdScripts, openCheckout, openMarket, PATH, payButton, saveZip, toasts } from './flow.ts'
import {
  AT,
  checkoutField,
  expect,
  fillForm,
  GATE,
  NOTE,
  ordersOf,
  payWith,
  ready,
  someone,
  test,
} from './shop.ts'

// A filled-in checkout is not lost: by a cancelled payment, a reload, a way back, a time that closed meanwhile.

const TYPED = {
  'Your name': 'Sam Sorry',
  Phone: '(212) 555-0100',
  'Street address': '350 5th Ave',
  'Apt, suite, floor': 'Apt 4B',
  City: 'New York',
  State: 'NY',
  'ZIP code': '10001',
  'Recipient’s name': 'Alex',
  'Recipient’s phone': '(646) 555-0123',
  'Apology note': NOTE,
  'Delivery instructions': 'Ring twice.',
}

const texts = (page: Page) => page.getByLabel('Text me about this order')

async function fillAll(page: Page, email: string): Promise<void> {
  await fillForm(page, email)
  await page.getByLabel('Apt, suite, floor').fill('Apt 4B')
  await page.getByLabel('Recipient’s name').fill('Alex')
  await page.getByLabel('Recipient’s phone').fill('6465550123')
  await page.getByLabel('Delivery instructions').fill('Ring twice.')
  await page.getByLabel('If a flower is missing').selectOption('Ask me first')
  await texts(page).check()
}

async function expectKept(page: Page, email: string): Promise<void> {
  for (const [label, text] of Object.entries({ ...TYPED, Email: email })) {
    await expect(checkoutField(page, label), label).toHaveValue(text)
  }
  await expect(page.getByLabel('If a flower is missing')).toHaveValue('ask')
  await expect(texts(page)).toBeChecked()
  await expect(page.getByText('37 / 300')).toBeVisible()
  await expect(payButton(page)).toBeEnabled()
}

test('restores fields before hydration, on a reload and back from the payment page', async ({
  page,
  database,
}) => {
  const email = someone()
  let release = await holdScripts(page)
  await page.goto(PATH.payment())
  await fillAll(page, email)
  await page.reload()
  release()
  await ready(page)
  await expectKept(page, email)

  release = await holdScripts(page)
  await page.reload()
  // The form goes its own way, as on a slow line; its fields are what the browser brought back, which is not the address.
  await fillAll(page, email)
  await payButton(page).click()
  await page.waitForURL(`${AT.payments}/**`)
  release()
  await page.goBack()
  await ready(page)
  await expectKept(page, email)
  expect(await ordersOf(database, email)).toHaveLength(1)
})

test(
  'restores fields after a reload, a cancelled payment and Back, but not in a new tab',
  GATE,
  async ({ page, context, database }) => {
    const email = someone()
    await openCheckout(page)
    await fillAll(page, email)
    await page.reload()
    await ready(page)
    await expectKept(page, email)

    await payButton(page).click()
    await page.waitForURL(`${AT.payments}/**`)
    await page.getByRole('link', { name: 'Back' }).click()
    await page.waitForURL(`${AT.shop}/payment?**`)
    await expect(toasts(page)).toContainText('Payment canceled. Please try again.')
    await expectKept(page, email)

    await payButton(page).click()
    await page.waitForURL(`${AT.payments}/**`)
    await page.goBack()
    await ready(page)
    await expectKept(page, email)
    expect(await ordersOf(database, email)).toHaveLength(1)
    const agreed = await database.execute({
      sql: 'select wording from consents where order_id in (select id from orders where customer_email = ?)',
      args: [email],
    })
    expect(agreed.rows).toMatchObject([{ wording: SHOWN_WORDING }])

    const second = await context.newPage()
    await openCheckout(second)
    await expect(second.getByLabel('Your name')).toHaveValue('')
    await second.close()
  },
)

test(
  'the box for texts stays as it was left, and is unticked where the words are others',
  GATE,
  async ({ page }) => {
    await openCheckout(page)
    await texts(page).check()
    await page.reload()
    await ready(page)
    await expect(texts(page)).toBeChecked()
    await page.evaluate(
      ([key, wording]) => {
        const draft = sessionStorage.getItem(key) ?? ''
        if (!draft.includes(wording)) throw new Error(`The draft holds no wording: ${draft}`)
        sessionStorage.setItem(key, draft.replace(wording, '2025-01-01'))
      },
      [CHECKOUT_DRAFT_KEY, SHOWN_WORDING] as const,
    )
    await page.reload()
    await ready(page)
    await expect(texts(page)).not.toBeChecked()

    await texts(page).check()
    await texts(page).uncheck()
    await page.reload()
    await ready(page)
    await expect(texts(page)).not.toBeChecked()
  },
)

test('choosing another time keeps the fields and places a new order', async ({ page, database }) => {
  const email = someone()
  await openCheckout(page)
  await fillAll(page, email)
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.waitForURL('**/delivery-options?**')
  await page.getByRole('radio', { name: 'Tomorrow' }).check()
  await page.getByRole('button', { name: 'Continue to Checkout' }).click()
  await page.waitForURL('**/payment?**')
  await ready(page)
  await expectKept(page, email)
  await payButton(page).click()
  await page.waitForURL(`${AT.payments}/**`)
  expect(await ordersOf(database, email)).toHaveLength(1)
})

test('after a paid order, the next form is empty and a new order', async ({ page, database }) => {
  const email = someone()
  await openCheckout(page)
  await fillAll(page, email)
  await payButton(page).click()
  await page.waitForURL(`${AT.payments}/**`)
  await payWith(page, '4242 4242 4242 4242')
  await page.waitForURL(/\/thank-you/)
  await expect(page.getByText(/ORD-/)).toBeVisible()
  await openCheckout(page)
  await expect(page.getByLabel('Your name')).toHaveValue('')
  await expect(texts(page)).not.toBeChecked()
  await fillAll(page, email)
  await payButton(page).click()
  await page.waitForURL(`${AT.payments}/**`)
  expect(await ordersOf(database, email)).toHaveLength(2)
})

test('another ZIP keeps the contact and clears the address', async ({ page }) => {
  const email = someone()
  await saveZip(page, '10001')
  await openCheckout(page)
  await fillAll(page, email)
  await page.getByRole('link', { name: 'Change ZIP' }).click()
  await page.getByLabel('ZIP code').first().fill('94110')
  await page.getByRole('button', { name: 'Check Availability' }).click()
  await page.waitForURL('**/home')
  await openCheckout(page)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Apology note')).toHaveValue(TYPED['Apology note'])
  await expect(page.getByLabel('Street address')).toHaveValue('')
  await expect(page.getByLabel('Apt, suite, floor')).toHaveValue('')
  await expect(page.getByLabel('City')).toHaveValue('San Francisco')
  await expect(page.getByLabel('State')).toHaveValue('CA')
  await expect(page.getByLabel('ZIP code')).toHaveValue('94110')
})

test.describe('a time that closed meanwhile', () => {
  test.use({ refusals: true })

  test('is told, charges nothing, and leads back to another time with the fields as they were', async ({
    page,
    database,
  }) => {
    const email = someone()
    const zip = await openMarket(database, { hour: 15 })
    await saveZip(page, zip)
    await openCheckout(page, 'today')
    await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('not available after 2pm')
    await fillAll(page, email)
    await page.getByLabel('ZIP code').fill(zip)
    await payButton(page).click()
    await expect(toasts(page)).toContainText('Same day delivery not available after 2pm')
    const summary = page.getByRole('alert').filter({ hasText: 'Your form is as you left it.' })
    await expect(summary).toBeFocused()
    expect(await ordersOf(database, email)).toEqual([])
    await summary.getByRole('button', { name: 'Choose another time' }).click()
    await page.waitForURL('**/delivery-options?**')
    await expect(page.getByRole('radio', { name: 'By end of day' })).toBeDisabled()
    await page.getByRole('radio', { name: 'Tomorrow' }).check()
    await page.getByRole('button', { name: 'Continue to Checkout' }).click()
    await page.waitForURL('**/payment?**')
    await ready(page)
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByLabel('ZIP code')).toHaveValue(zip)
    await expect(page.getByLabel('Apology note')).toHaveValue(TYPED['Apology note'])
    await payButton(page).click()
    await page.waitForURL(`${AT.payments}/**`)
    expect(await ordersOf(database, email)).toMatchObject([{ delivery_option: 'tomorrow' }])
  })
})

test('buttons are enabled again after a return from the back-forward cache', async ({
  playwright,
  database,
}) => {
  // Playwright switches the back-forward cache off, and the headless shell has none: a browser of its own.
  const executablePath = process.env['CHROMIUM_PATH']
  const browser = await playwright.chromium.launch({
    ...(executablePath ? { executablePath } : { channel: 'chromium' }),
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  const page = await browser.newPage({ baseURL: AT.shop })
  const backAlive = async () => {
    // The load event does not come again.
    await page.goBack({ waitUntil: 'commit' })
    const alive = () => page.evaluate(() => 'alive' in window)
    // Asked while one page leaves and the other comes: neither of them.
    await expect.poll(() => alive().catch(() => false)).toBe(true)
  }
  const markAlive = () => page.evaluate(() => Object.assign(window, { alive: true }) && undefined)

  await page.goto('/')
  await ready(page)
  await markAlive()
  await page.getByLabel('ZIP code').first().fill('10001')
  const check = page.getByRole('button', { name: 'Check Availability' })
  await check.click()
  await page.waitForURL('**/home')
  await backAlive()
  await expect(check).toBeEnabled()
  await expect(check).not.toHaveAttribute('aria-busy')

  // Chromium keeps no page alive that has fetched something marked no-store; other browsers do.
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { 'content-type': 'application/json' } })
  })
  const email = someone()
  await openCheckout(page)
  await markAlive()
  await fillAll(page, email)
  await payButton(page).click()
  await page.waitForURL(`${AT.payments}/**`)
  await backAlive()
  await expectKept(page, email)
  await payButton(page).click()
  await page.waitForURL(`${AT.payments}/**`)
  expect(await ordersOf(database, email)).toHaveLength(1)
  await browser.close()
})
