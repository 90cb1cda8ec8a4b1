import type { APIRequestContext } from '@playwright/test'
import { expectClean, expectFits, expectNothingCovered } from '#tests/e2e/accessibility.ts'
import { expect, ready, test } from '#tests/e2e/shop.ts'

// Every page that a search engine may list, as the site map names them.

/** The paths of the site map. */
async function listed(request: APIRequestContext): Promise<string[]> {
  const xml = await (await request.get('/sitemap.xml')).text()
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
}

/** Pages that are rendered with islands: the gate and the bouquets. */
const SHOP = ['/', '/home']

test('a table wider than the phone scrolls in its own box, by keyboard too', async ({ page }) => {
  await page.goto('/privacy')
  const box = page.getByRole('region', { name: 'Table: What stays in your browser' })
  await box.focus()
  await expect(box).toBeFocused()
  // Chromium loses a press on a box that it has not drawn yet where it was scrolled to: on a slow machine, one of eight.
  await expect(box).toBeInViewport()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => box.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
})

test.describe('on a phone', () => {
  // A page that is not there is among them.
  test.use({ refusals: true })

  // Axe's findings do not depend on the size of the text or on a few pixels more: it looks at a phone, a desktop and forced colours.
  test('on phones of 320 and 390 px, with large text, in forced colours: nothing sticks out, targets are large enough, no accessibility fault', async ({
    page,
  }) => {
    for (const path of [...(await listed(page.request)), '/login', '/nothing/here', '/unsubscribe?token=x']) {
      await page.setViewportSize({ width: 320, height: 568 })
      await page.goto(path)
      if (SHOP.includes(path)) await ready(page)
      await expectFits(page, `${path}, 320 px`)
      await page.setViewportSize({ width: 390, height: 844 })
      await expectFits(page, `${path}, 390 px`)
      await expectClean(page, `${path}, 390 px`)
      await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
      await expectFits(page, `${path}, forced colours`)
      await expectClean(page, `${path}, forced colours`)
      await page.emulateMedia({ forcedColors: null, reducedMotion: null })
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%'
      })
      await expectFits(page, `${path}, text at 200 %`)
    }
  })
})

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

  test('1280 px wide and zoomed to 200 %: nothing sticks out, targets are large enough, no accessibility fault', async ({
    page,
  }) => {
    for (const path of [...(await listed(page.request)), '/login']) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(path)
      if (SHOP.includes(path)) await ready(page)
      await expectFits(page, path)
      await expectClean(page, path)
      await page.setViewportSize({ width: 640, height: 400 })
      await expectFits(page, `${path}, zoomed`)
    }
  })

  test('the focused element is never under the bar', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 500 })
    for (const path of ['/faq', '/about', '/learn/mess-up-index', '/privacy']) {
      await page.goto(path)
      await expectNothingCovered(page, 40)
    }
  })
})
