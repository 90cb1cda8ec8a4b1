import type { Page, Route } from '@playwright/test'
import { translated, translatePages } from '#tests/support/translate.ts'
import { expectClean, expectFits } from './accessibility.ts'
import { openCheckout, PATH, payButton } from './flow.ts'
import { AT, DESKTOP, expect, fillForm, GATE, intercept, ready, someone, test } from './shop.ts'

// `Help me say it` beside the note, and the page that looks an apology over.

const help = (page: Page) => page.getByRole('button', { name: 'Help me say it' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Help me say it' })
const note = (page: Page) => page.getByLabel('Apology note')
/** The text of the field that is selected. */
const selected = (page: Page) =>
  note(page).evaluate(
    (field: HTMLTextAreaElement) =>
      [field.selectionStart, field.value.slice(field.selectionStart, field.selectionEnd)] as const,
  )
const HURT = 'I’m sorry if I hurt you. I was tired.'

test.describe('on a desk', () => {
  test.use(DESKTOP)

  test(
    'a marked phrase is replaced, undone and kept, and nothing is loaded before or sent',
    GATE,
    async ({ page }) => {
      const asked: string[] = []
      page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`))
      await openCheckout(page)
      await note(page).fill(HURT)
      expect(asked.filter((address) => /note-help|note-panel/.test(address))).toEqual([])
      await help(page).click()
      await expect(dialog(page).getByText('One phrase to think about.')).toBeVisible()
      await expect(dialog(page).locator('mark')).toHaveText('sorry if I')
      await expectClean(page, 'the panel')

      await dialog(page).getByRole('button', { name: 'Use it: sorry that I' }).click()
      const better = 'I’m sorry that I hurt you. I was tired.'
      await expect(note(page)).toHaveValue(better)
      await expect(page.getByText('39 / 300')).toBeVisible()
      await expect(page.locator('.card-preview:visible')).toContainText('sorry that I hurt you')
      await expect(dialog(page).getByText('Nothing here takes it back.')).toBeVisible()
      const undo = dialog(page).getByRole('button', { name: 'Undo' })
      await expect(undo).toBeFocused()
      await undo.press('Enter')
      await expect(note(page)).toHaveValue(HURT)
      await dialog(page).getByRole('button', { name: 'Redo' }).press('Enter')
      await expect(note(page)).toHaveValue(better)

      // The panel follows what is typed beside it.
      await note(page).fill('I was wrong, but so were you.')
      await expect(dialog(page).locator('mark')).toHaveText('wrong, but')
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toBeHidden()
      await expect(help(page)).toBeFocused()
      await help(page).press('Enter')
      await dialog(page).getByRole('button', { name: 'Use it' }).click()
      await page.reload()
      await ready(page)
      await expect(note(page)).toHaveValue('I was wrong. So were you.')
      expect(asked.filter((address) => /hurt|tired|wrong/.test(decodeURIComponent(address)))).toEqual([])
    },
  )

  test('on a translated page it marks, replaces and undoes', async ({ page }) => {
    await translatePages(page)
    await page.goto(PATH.payment())
    await translated(page)
    await note(page).fill(HURT)
    await help(page).click()
    await dialog(page).getByRole('button', { name: 'Use it' }).click()
    await expect(note(page)).toHaveValue('I’m sorry that I hurt you. I was tired.')
    await expect(dialog(page).getByText('Nothing here takes it back.')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Undo' }).click()
    await expect(dialog(page).getByText('One phrase to think about.')).toBeVisible()
  })
})

test(
  'on a phone a beginning is chosen, filled in by Tab, and not sent with a blank',
  GATE,
  async ({ page }) => {
    await openCheckout(page)
    await fillForm(page, someone())
    const typed = await note(page).inputValue()
    await help(page).click()
    await expect(dialog(page).getByRole('heading', { name: 'Help me say it' })).toBeFocused()
    await expectClean(page, 'the dialog')
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expectFits(page, `${width} px`)
    }
    await dialog(page).getByLabel('What happened').selectOption('I broke it')
    await dialog(page).getByLabel('To whom').selectOption('a friend')
    await dialog(page).getByRole('button', { name: 'Start with these words' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(note(page)).toHaveValue(/^You lent me ___, and I broke it\./)
    expect(await selected(page)).toEqual([12, '___'])
    await page.keyboard.type('your drill')
    await page.keyboard.press('Tab')
    await expect.poll(() => selected(page)).toEqual([expect.any(Number), '___'])
    await page.getByRole('button', { name: 'Next blank' }).click()
    await expect.poll(() => selected(page)).toEqual([expect.any(Number), '___'])

    await payButton(page).click()
    await expect(note(page)).toBeFocused()
    expect(page.url()).toContain('/payment')
    await page.keyboard.type('Friday')
    // Behind the last blank, Tab goes on.
    await page.keyboard.press('Tab')
    await expect(note(page)).not.toBeFocused()
    await expect(note(page)).toHaveValue(/your drill.*here by Friday/)

    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(note(page)).toHaveValue(typed)
    await page.getByRole('button', { name: 'Redo' }).click()
    await expect(note(page)).toHaveValue(/your drill.*here by Friday/)
    await help(page).click()
    await expect(dialog(page)).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await expect(help(page)).toBeFocused()
    await payButton(page).click()
    // It does not say who it is from.
    await page.getByRole('button', { name: 'No, continue' }).click()
    await page.waitForURL(`${AT.payments}/**`)
    await page.goBack()
    await ready(page)
    await expect(note(page)).toHaveValue(/your drill.*here by Friday/)
  },
)

test.describe('a script that does not work', () => {
  test.use({ refusals: true })

  const ways = {
    'is not fetched': (route: Route) => route.abort(),
    'does nothing': (route: Route) => route.fulfill({ contentType: 'text/javascript', body: '' }),
  }
  for (const [name, answer] of Object.entries(ways)) {
    test(`leads to the page when it ${name}, and the form stays as it is`, async ({ page, context }) => {
      await openCheckout(page)
      await note(page).fill('I was wrong.')
      await intercept(page, /panel-script/, answer)
      const [opened] = await Promise.all([context.waitForEvent('page'), help(page).click()])
      await expect(opened.getByRole('heading', { name: 'Beginnings' })).toBeVisible()
      await expect(note(page)).toHaveValue('I was wrong.')
      await expect(help(page)).not.toHaveAttribute('aria-busy')
    })
  }
})

test('without scripts the button opens the page with the beginnings, and the form stays as it is', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: AT.shop })
  const page = await context.newPage()
  await page.goto(PATH.payment())
  await note(page).fill('I was wrong.')
  const [opened] = await Promise.all([context.waitForEvent('page'), help(page).click()])
  await expect(opened.getByRole('heading', { name: 'Beginnings' })).toBeVisible()
  expect(new URL(opened.url())).toMatchObject({ pathname: '/learn/apology-check', hash: '#starters' })
  await expect(opened.getByText('Looking at your text needs JavaScript.')).toBeVisible()
  await expect(note(page)).toHaveValue('I was wrong.')
  await context.close()
})

test(
  'the page says what weakens a text, what is missing and how bad it is, and sends nothing',
  GATE,
  async ({ page }) => {
    const asked: string[] = []
    await page.goto('/learn')
    await page.getByRole('link', { name: 'Apology Check' }).click()
    await page.waitForURL('**/learn/apology-check')
    page.on('request', (request) => asked.push(request.url()))
    const field = page.getByLabel('Your apology')
    await field.fill('I’m sorry if anyone was upset.')
    const report = page.getByRole('region', { name: 'Level 10' })
    await expect(report.getByRole('img', { name: 'Mess-up level 10 of 10' })).toBeVisible()
    await expect(report.locator('mark')).toHaveText('sorry if anyone was upset')
    await expect(report.getByRole('listitem').filter({ hasText: 'Fix what can be fixed' })).toContainText(
      'Missing',
    )
    await expectClean(page, 'marked')
    await field.fill('I forgot your birthday. You waited all evening. I’m bringing cake on Friday.')
    await expect(page.getByRole('region', { name: 'Level 1' })).toContainText('Say it, and then stop.')
    await field.fill('')
    await expect(report).toBeHidden()
    expect(page.url()).toBe(`${AT.shop}/learn/apology-check`)
    expect(asked.filter((address) => !/\/_astro\/|favicon/.test(address))).toEqual([])
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      await expectFits(page, `${width} px`)
    }
  },
)
