import type { Locator, Page } from '@playwright/test'
import { toasts } from '#tests/e2e/flow.ts'
import { expect, own, ownZip, someone, test } from '#tests/e2e/shop.ts'
import { callApi, signInAs } from '#tests/e2e/staff.ts'

const some = (what: string) => `${what} ${own()}`

const FORM = {
  timeZone: 'America/Denver',
  openingHours: null,
  pausedReason: null,
  closedDates: [],
  withoutFlorist: 'takes_orders',
}

/** As if somebody pasted it from another program. */
async function pasteInto(box: Locator, text: string): Promise<void> {
  await box.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

/** A market of these tests has no florist: a save asks about that. */
async function takeOrders(page: Page): Promise<void> {
  const question = page.getByRole('alertdialog', { name: 'Take orders without a florist?' })
  await question.getByRole('button', { name: 'Take orders' }).click()
  await expect(question).toBeHidden()
}

// The browser logs the API's question as an error.
test.use({ refusals: true })

test('opens, finds, schedules and closes a market', async ({ page }) => {
  await signInAs(page)
  const name = some('Missoula')
  const [one, two, three, four, five] = [ownZip(), ownZip(), ownZip(), ownZip(), ownZip()]
  await page.goto('/admin/markets')
  await page.getByRole('link', { name: 'Add Market' }).click()
  await page.getByRole('button', { name: 'Create Market' }).click()
  await expect(page.getByText('Market name is required')).toBeVisible()
  await expect(page.getByText('Please choose a time zone')).toBeVisible()
  await expect(page.getByText('No ZIP codes added yet')).toBeVisible()
  await page.getByLabel('Market name *').fill(name)
  await page.getByLabel('Time zone *').selectOption('Denver, Salt Lake City (Mountain)')

  const box = page.getByLabel('Add a ZIP code')
  await box.pressSequentially('5a98')
  await expect(box).toHaveValue('598')
  await box.press('Enter')
  await expect(page.getByText('ZIP code must be 5 digits')).toBeVisible()
  await box.fill(one)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(box).toBeFocused()
  await box.fill(one)
  await box.press('Enter')
  await expect(page.getByText('ZIP code already added')).toBeVisible()
  await box.fill('10001')
  await box.press('Enter')
  await expect(page.getByText('ZIP code 10001 already belongs to New York City')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove 10001' })).toHaveCount(0)
  await box.fill(two)
  await box.press('Enter')
  await expect(page.getByText('already belongs')).toHaveCount(0)
  await page.getByRole('button', { name: `Remove ${two}` }).press('Delete')
  await expect(page.getByRole('button', { name: `Remove ${one}` })).toBeFocused()

  await pasteInto(box, `${one}, ${two};${three}\n"${four}"\t${four} 5980 94103`)
  const report = page.getByRole('status').filter({ hasText: 'Added (3)' })
  await expect(report).toContainText(`Added (3)${two}, ${three}, ${four}`)
  await expect(report).toContainText(`Already in this market (1)${one}`)
  await expect(report).toContainText('Not a ZIP code (1)5980')
  await expect(report).toContainText('Already in San Francisco (1)94103')
  await expect(report).toContainText(`Listed more than once (1)${four} (2 times)`)

  await page.getByRole('radio', { name: 'Set for each day' }).check()
  await page.getByLabel('Monday, from').fill('10:00')
  await page.getByLabel('Monday, to').fill('08:00')
  await page.getByRole('checkbox', { name: 'Sunday' }).uncheck()
  await page.getByRole('checkbox', { name: 'Pause orders' }).check()
  await page.getByLabel('Add a date').fill('2020-01-01')
  await page.getByRole('button', { name: 'Add date' }).click()
  await expect(page.getByText('This date has passed')).toBeVisible()
  await page.getByLabel('Add a date').fill('2031-12-25')
  await page.getByRole('button', { name: 'Create Market' }).click()
  await expect(page.getByText('This must be after the opening time')).toBeVisible()
  await expect(page.getByText('Please give a reason. Shoppers see it.')).toBeVisible()
  await expect(page.getByLabel('Monday, to')).toBeFocused()
  await page.getByLabel('Monday, to').fill('00:00')
  await page.getByRole('button', { name: 'Copy Monday to all weekdays' }).click()
  await page.getByLabel('Reason *').fill('The florists are at a fair.')
  await expect(page.getByText('Shoppers see: The florists are at a fair.')).toBeVisible()
  // Typed and not added is not left behind.
  await box.fill(five)
  await page.getByRole('button', { name: 'Create Market' }).click()
  await expect(toasts(page).getByText('Market created successfully')).toBeVisible()

  await page.getByRole('searchbox').fill(five)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row').last()).toContainText('Paused')
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('region', { name: /ZIP codes/ })).toContainText(`${four} ${five}`)
  await expect(page.getByText('Mon–Fri 10 AM–midnight')).toBeVisible()
  await expect(page.getByText('Thu Dec 25, 2031')).toBeVisible()
  await expect(page.getByText('Paused: nobody can order')).toBeVisible()
  await expect(page.getByText('No shops in this market')).toBeVisible()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Pause orders' }).uncheck()
  await page.getByRole('radio', { name: 'Always open' }).check()
  await page.getByRole('button', { name: `Remove ${five}` }).click()
  await page.getByRole('button', { name: /^Remove Thu Dec 25/ }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await takeOrders(page)
  await expect(toasts(page).getByText('Market updated successfully')).toBeVisible()
  await expect(page.getByText(/^Same day (open until 2 PM MST|closed)/)).toBeVisible()
  await expect(page.getByText(`Changed ZIP codes: removed ${five}`)).toBeVisible()

  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toasts(page).getByText('Market deleted successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Markets', level: 1 })).toBeVisible()
})

test('many ZIP codes are folded by borough, and a search or a new code unfolds its own', async ({ page }) => {
  await signInAs(page)
  await page.goto('/admin/markets/market-nyc/edit')
  const codes = page.getByRole('list', { name: 'ZIP codes of this market' })
  const chip = (zip: string) => page.getByRole('button', { name: `Remove ${zip}` })
  const [first, second] = [chip('10001'), chip('10002')]
  await expect(codes.locator('summary')).toHaveText([
    /^Manhattan/,
    /^Staten Island/,
    /^The Bronx/,
    /^Queens/,
    /^Brooklyn/,
  ])
  await expect(first).toBeHidden()
  await page.getByLabel('Find a ZIP code in this market').fill('10001')
  await expect(first).toBeVisible()
  await expect(codes.locator('summary')).toHaveCount(1)
  await page.getByLabel('Find a ZIP code in this market').fill('')
  await expect(first).toBeHidden()
  await codes.getByText('Manhattan').click()
  await first.focus()
  await page.keyboard.press('ArrowRight')
  await expect(second).toBeFocused()
  await page.keyboard.press('Delete')
  await page.getByLabel('Add a ZIP code').fill('10002')
  await page.getByLabel('Add a ZIP code').press('Enter')
  await expect(second).toBeVisible()
  await page.getByLabel('Add a ZIP code').fill('00501')
  await page.getByLabel('Add a ZIP code').press('Enter')
  await expect(chip('00501')).toBeVisible()
  await expect(codes).toContainText('1 not saved yet')
})

test('offers to notify the waitlist of a ZIP code that is added', async ({ page }) => {
  await signInAs(page)
  const code = ownZip()
  for (const email of [someone(), someone()]) {
    await callApi(page, 'POST', '/waitlist', { email, city: 'Albany', state: 'NY', zipCode: code })
  }
  const form = { ...FORM, name: some('Butte'), zipCodes: [] }
  const { body } = await callApi(page, 'POST', '/admin/markets', form)
  await page.goto(`/admin/markets/${String(body['id'])}/edit`)
  await page.getByLabel('Add a ZIP code').fill(code)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await takeOrders(page)
  const question = page.getByRole('alertdialog', { name: `Notify people waiting for ${code}?` })
  await expect(question).toContainText('2 entries are waiting')
  await question.getByRole('button', { name: 'Notify' }).dblclick()
  await expect(toasts(page).getByText('Notifying 2 people')).toBeVisible()
  await expect(question).toBeHidden()
  const { body: list } = await callApi(page, 'GET', `/admin/waitlist?q=${code}`)
  const rows = list['rows'] as { notifiedAt: string | null }[]
  expect(rows.map(({ notifiedAt }) => notifiedAt !== null)).toEqual([true, true])
  await callApi(page, 'DELETE', `/admin/markets/${String(body['id'])}`)
})

test.describe(() => {
  test('shows a refusal of the API beside its field', async ({ page }) => {
    await signInAs(page)
    const code = ownZip()
    await page.goto('/admin/markets/new')
    await page.getByLabel('Market name *').fill('new york city')
    await page.getByLabel('Time zone *').selectOption({ index: 1 })
    await page.getByRole('button', { name: 'Create Market' }).click()
    await expect(page.getByText('A market with this name already exists')).toBeVisible()
    await expect(page.getByLabel('Market name *')).toBeFocused()

    // Free when it was typed, taken when it was saved.
    await page.getByLabel('Market name *').fill(some('Helena'))
    await page.getByLabel('Add a ZIP code').fill(code)
    await page.getByLabel('Add a ZIP code').press('Enter')
    const theirs = { ...FORM, name: some('Quicker'), zipCodes: [code] }
    const { body } = await callApi(page, 'POST', '/admin/markets', theirs)
    await page.getByRole('button', { name: 'Create Market' }).click()
    await expect(page.getByText(`ZIP code ${code} already belongs to ${theirs.name}`)).toBeVisible()
    await expect(page.getByLabel('Add a ZIP code')).toBeFocused()
    await callApi(page, 'DELETE', `/admin/markets/${String(body['id'])}`)

    await page.goto('/admin/markets?q=san')
    await page.getByRole('link', { name: 'San Francisco', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'San Francisco', level: 1 })).toBeVisible()
    await page.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(question.getByRole('alert')).toHaveText(
      'This market has shops. Please move or remove those shops first.',
    )
  })

  test('keeps both changes when two admins edit the same ZIP codes', async ({ page }) => {
    await signInAs(page)
    const [one, two, three, four] = [ownZip(), ownZip(), ownZip(), ownZip()]
    const form = { ...FORM, name: some('Billings'), zipCodes: [one, two] }
    const { body } = await callApi(page, 'POST', '/admin/markets', form)
    const id = String(body['id'])
    await page.goto(`/admin/markets/${id}/edit`)
    await page.getByRole('button', { name: `Remove ${one}` }).click()
    await page.getByLabel('Add a ZIP code').fill(three)
    await page.getByLabel('Add a ZIP code').press('Enter')
    const theirs = { ...form, zipCodes: [one, two, four], version: 1 }
    expect((await callApi(page, 'PUT', `/admin/markets/${id}`, theirs)).status).toBe(200)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    const conflict = page.getByRole('alert').filter({ hasText: 'Someone else has changed this' })
    await expect(conflict).toContainText(`added ${four}`)
    await expect(conflict).toContainText(/at [A-Z][a-z]{2} \d{1,2}, \d{4} at \d/)
    for (const code of [two, three, four]) {
      await expect(page.getByRole('button', { name: `Remove ${code}` })).toBeVisible()
    }
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await takeOrders(page)
    await expect(toasts(page).getByText('Market updated successfully')).toBeVisible()
    const { body: now } = await callApi(page, 'GET', `/admin/markets/${id}`)
    expect(now['zipCodes']).toEqual([two, three, four])
    await callApi(page, 'DELETE', `/admin/markets/${id}`)
  })
})
