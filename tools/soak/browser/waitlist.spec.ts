import type { Client } from '@libsql/client/web'
import type { Page } from '@playwright/test'
import { SITE } from '#domain/site.ts'
import { expectClean, expectCleanInSoak } from '#tests/e2e/accessibility.ts'
import {
  AT,
  expect,
  failFirst,
  MOVING,
  mailTo,
  newDayOfNotices,
  ready,
  someone,
  test,
} from '#tests/e2e/shop.ts'

test.use(MOVING)

const JOINED = "Thanks for your request! We'll notify you when we launch in your city."
const FAILED = 'There was a problem submitting your request. Please try again.'
const CHECKOUT =
  '/payment?optionId=FLOWER-002&price=89.99&product=Extremely+Bad&deliveryOption=tomorrow&deliveryPrice=0.00&meetDriver=false'

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `sideways scroll at ${width} px`).toBeLessThanOrEqual(0)
  }
  if (before) await page.setViewportSize(before)
}

async function entriesOf(database: Client, email: string) {
  const { rows } = await database.execute({
    sql: 'select city, zip_code, story, unsubscribed_at, unsubscribe_token from waitlist where email = ?',
    args: [email],
  })
  return rows
}

/** The owner's notices that name an email. */
async function noticesOf(email: string) {
  return (await mailTo(SITE.ownerEmail)).filter(({ text }) => text.includes(email))
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Join the Waitlist' })

async function askFor(page: Page, zip: string): Promise<void> {
  await page.goto('/')
  await ready(page)
  await page.getByLabel('ZIP code').first().fill(zip)
  await page.getByRole('button', { name: 'Check Availability' }).click()
  await expect(dialogOf(page)).toBeVisible()
}

test('joins the waitlist at the gate', async ({ page, database }) => {
  const email = someone()
  await askFor(page, '83702')
  const dialog = dialogOf(page)
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await expect(dialog.getByLabel('ZIP code')).toHaveValue('83702')
  await expectClean(page)

  const submit = dialog.getByRole('button', { name: 'Join the Waitlist' })
  await expect(submit).toBeDisabled()
  await dialog.getByLabel('Email').fill('sam@')
  await dialog.getByLabel('City').fill('Boise')
  await dialog.getByLabel('State').selectOption('ID')
  await expect(dialog.getByText('Invalid email format')).toBeVisible()
  await expectCleanInSoak(page)
  await dialog.getByLabel('Email').press('Enter')
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Your story').fill('I forgot.')
  await expect(submit).toBeEnabled()
  await newDayOfNotices(database)
  await dialog.getByLabel('City').press('Enter')
  await expect(page.getByText(JOINED)).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await entriesOf(database, email)).toMatchObject([
    { city: 'Boise', zip_code: '83702', story: 'I forgot.', unsubscribed_at: null },
  ])
  await expect.poll(() => noticesOf(email)).toHaveLength(1)
})

test('Escape closes the dialog and restores the focus', async ({ page }) => {
  await askFor(page, '83702')
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Check Availability' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialogOf(page)).toBeVisible()
  await dialogOf(page).getByRole('button', { name: 'Close' }).click()
  await expect(dialogOf(page)).toBeHidden()
})

test('a press right after Escape opens the dialog again, however late the browser reports that it closed', async ({
  page,
}) => {
  await askFor(page, '83702')
  await page.evaluate(() => {
    addEventListener(
      'close',
      (event) => {
        event.stopImmediatePropagation()
        Object.assign(window, { reportClose: () => event.target?.dispatchEvent(new Event('close')) })
      },
      { capture: true, once: true },
    )
  })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => 'reportClose' in window)
  await page.evaluate(() => (window as unknown as { reportClose: () => void }).reportClose())
  await expect(dialogOf(page)).toBeVisible()
})

test('from the checkout, the waitlist form is filled in with known data', async ({ page, database }) => {
  const email = someone()
  await page.goto(CHECKOUT)
  await ready(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Street address').fill('12 Main St.')
  await page.getByLabel('City').fill('Boise')
  await page.getByLabel('State').selectOption('ID')
  await page.getByLabel('ZIP code').fill('83702')
  await page.getByRole('link', { name: 'Join our waitlist!' }).first().click()
  const dialog = dialogOf(page)
  await expect(dialog.getByText('From your checkout: Extremely Bad, to 12 Main St.')).toBeVisible()
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  await expect(dialog.getByLabel('ZIP code')).toHaveValue('83702')
  await expect(dialog.getByLabel('City')).toHaveValue('Boise')
  await expect(dialog.getByLabel('State')).toHaveValue('ID')
  await expect(dialog.getByLabel('Your story')).toBeFocused()
  await expectClean(page)
  await expectNoSidewaysScroll(page)

  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/waitlist')) sent += 1
  })
  await newDayOfNotices(database)
  await dialog.getByRole('button', { name: 'Join the Waitlist' }).dblclick()
  await expect(page.getByText(JOINED)).toBeVisible()
  expect(sent).toBe(1)
  await expect(page).toHaveURL(`${AT.shop}/`)
  expect(await entriesOf(database, email)).toHaveLength(1)
  await expect.poll(() => noticesOf(email)).toHaveLength(1)
  const [notice] = await noticesOf(email)
  expect(notice?.text).toMatch(/Extremely Bad[\s\S]*12 Main St\./)
})

test('closing the dialog removes only its parameter from the URL', async ({ page }) => {
  await page.goto('/?change=1&waitlist=1&zip=83702&product=Extremely+Bad')
  const dialog = dialogOf(page)
  await expect(dialog.getByText('From your checkout: Extremely Bad.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(`${AT.shop}/?change=1`)
})

test('shows a failure and keeps the input', async ({ context, database }) => {
  // The browser itself logs the failed request as an error: a page of its own.
  const page = await context.newPage()
  const email = someone()
  await failFirst(page, '**/api/waitlist')
  await askFor(page, '83702')
  const dialog = dialogOf(page)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('City').fill('Boise')
  await dialog.getByLabel('State').selectOption('ID')
  await dialog.getByLabel('Your story').fill('I forgot.')
  const submit = dialog.getByRole('button', { name: 'Join the Waitlist' })
  await submit.click()
  await expect(page.getByText(FAILED)).toBeVisible()
  await expect(dialog.getByLabel('Your story')).toHaveValue('I forgot.')
  await expectClean(page)
  await submit.click()
  await expect(page.getByText(JOINED)).toBeVisible()
  expect(await entriesOf(database, email)).toMatchObject([{ story: 'I forgot.' }])
  await page.close()
})
