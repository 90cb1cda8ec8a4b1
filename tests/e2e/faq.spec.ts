import type { Page } from '@playwright/test'
import { expect, test } from './shop.ts'

const GROUPS = [
  'General Questions',
  'Orders & Delivery',
  'Subscriptions & Reminders',
  'Pricing & Payments',
  'Florist & Delivery Partnerships',
  'Other Fun Stuff',
]

const openOnes = (page: Page) => page.locator('details[open] h3')
const ask = (page: Page, question: string) => page.locator('summary').filter({ hasText: question })

/** Question and answer of `id` are on the screen, below the bar. */
async function expectInSight(page: Page, id: string): Promise<void> {
  await expect(page.locator(`#${id} p`).first()).toBeInViewport()
  const bar = (await page.getByRole('banner').boundingBox())?.height ?? 0
  const top = await page.locator(`#${id}`).evaluate((answer) => {
    return answer.parentElement?.querySelector('summary')?.getBoundingClientRect().top
  })
  expect(top).toBeGreaterThanOrEqual(bar)
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('opens one answer at a time across groups, and closes it, by click, Enter and Space', async ({
      page,
    }) => {
      await page.goto('/faq')
      await expect(openOnes(page)).toHaveCount(0)
      await ask(page, 'Where do you deliver?').click()
      await expect(openOnes(page)).toHaveText(['Where do you deliver?'])
      await ask(page, 'Can I get a refund?').click()
      await expect(openOnes(page)).toHaveText(['Can I get a refund?'])
      await ask(page, 'Will flowers fix it?').click()
      await expect(openOnes(page)).toHaveText(['Will flowers fix it?'])
      await ask(page, 'Will flowers fix it?').click()
      await expect(openOnes(page)).toHaveCount(0)

      const question = ask(page, 'How can I pay?')
      await question.focus()
      await page.keyboard.press('Enter')
      await expect(openOnes(page)).toHaveText(['How can I pay?'])
      await page.keyboard.press('Space')
      await expect(openOnes(page)).toHaveCount(0)
    })

    test('a link to a question opens it and scrolls to it', async ({ page }) => {
      for (const id of ['what-you-do', 'nobody-home', 'apology-credits', 'write-it-for-me']) {
        // From outside, not from the question before.
        await page.goto('about:blank')
        await page.goto(`/faq#${id}`)
        await expect(openOnes(page), id).toHaveCount(1)
        await expectInSight(page, id)
        // From there by a link in the page to another: the first one closes.
        await page.goto('/faq#refund')
        await expect(openOnes(page), id).toHaveText(['Can I get a refund?'])
        await expectInSight(page, 'refund')
      }
    })
  })
}

test('shows six groups in order, each with a link and its questions', async ({ page }) => {
  await page.goto('/faq')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    ...GROUPS,
    'Still wondering?',
  ])
  const nav = page.getByRole('navigation', { name: 'Groups of questions' })
  await expect(nav.getByRole('link')).toHaveText(GROUPS)
  for (const group of GROUPS) {
    expect(await page.getByRole('region', { name: group }).locator('details').count()).toBeGreaterThanOrEqual(
      5,
    )
    await nav.getByRole('link', { name: group }).click()
    await expect(page.getByRole('heading', { name: group })).toBeInViewport()
  }
  const names = await page.locator('details').evaluateAll((all) => all.map((one) => one.getAttribute('name')))
  expect(new Set(names)).toEqual(new Set(['faq']))
  await page.getByRole('link', { name: 'Back to Home' }).first().click()
  await expect(page).toHaveURL(/\/$/)
})

test('each answer has its own URL', async ({ page }) => {
  await page.goto('/faq')
  const ids = await page.locator('.answer').evaluateAll((all) => all.map(({ id }) => id))
  expect(ids.length).toBeGreaterThanOrEqual(35)
  expect(new Set(ids).size).toBe(ids.length)
  const links = await page
    .locator('.answer a[href^="#"]')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href')))
  expect(links).toEqual(ids.map((id) => `#${id}`))
  await ask(page, 'Can it be anonymous?').click()
  await page.getByRole('link', { name: 'Link to this answer' }).click()
  await expect(page).toHaveURL(/\/faq#anonymous$/)
  await expect(openOnes(page)).toHaveText(['Can it be anonymous?'])
})

test('names the ways to pay, credits and the cutoff, and loads no framework', async ({ page, request }) => {
  const html = await (await request.get('/faq')).text()
  for (const claim of [/Apple Pay/, /Google Pay/, /PayPal/, /never expire/, /2 PM local time/]) {
    expect(html).toMatch(claim)
  }
  expect(html).not.toMatch(/astro-island|<script(?![^>]*ld\+json)[^>]*>[^<]{2000}/)
  await page.goto('/faq')
  // All of it is in the page, so that the browser's own search finds (and opens) it.
  await expect(page.locator('#apology-credits')).toBeAttached()
  expect(await page.locator('#apology-credits').textContent()).toContain('never expire')
})
