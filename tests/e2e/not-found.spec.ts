import { readFileSync } from 'node:fs'
import { expectClean } from './accessibility.ts'
import { AT, expect, someone, test } from './shop.ts'

const ARTICLES = [
  'mess-up-index',
  'apology-playbook',
  'science-of-gifting',
  'anniversary-survival',
  'relationship-survival',
]

test.describe('what was not found', () => {
  test.use({ refusals: true })
  test('answers 404 everywhere, with links to continue', async ({ page, request }) => {
    for (const path of ['/nothing', '/learn/nothing', '/a/b/c/d/e', '/faq/more', '/nothing.html']) {
      for (const method of ['GET', 'HEAD']) {
        const response = await request.fetch(path, { method, maxRedirects: 0 })
        expect(response.status(), `${method} ${path}`).toBe(404)
        expect(response.headers()['content-security-policy'], path).toContain("default-src 'none'")
        expect(response.headers()['x-frame-options'], path).toBe('DENY')
      }
    }
    await page.goto('/learn/nothing')
    const main = page.getByRole('main')
    await expect(main).toContainText('404')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
    await expect(main.getByRole('link', { name: 'Back to the flowers' })).toHaveAttribute('href', '/')
    for (const href of ['/faq', ...ARTICLES.map((slug) => `/learn/${slug}`)]) {
      await expect(main.locator(`a[href="${href}"]`)).toBeVisible()
    }
    await expect(main.locator('a[href^="mailto:"]')).toBeVisible()
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow')
    await expectClean(page)
  })

  test('is logged by its path without personal data', async ({ request }) => {
    const email = someone()
    const path = `/no-such-page-${crypto.randomUUID().slice(0, 4)}x`
    await request.get(`${path}/${email}?token=canary-of-the-query`)
    const log = () => readFileSync(`.local/${new URL(AT.shop).port}/worker.log`, 'utf8')
    await expect.poll(log).toContain(`"path":"${path}/[email]"`)
    expect(log()).not.toContain(email)
    expect(log()).not.toContain('canary-of-the-query')
  })
})
