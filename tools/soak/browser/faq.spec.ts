import type { Page } from '@playwright/test'
import { expect, test } from '#tests/e2e/shop.ts'

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
