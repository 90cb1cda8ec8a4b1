import { PATH, saveZip } from '#tests/e2e/flow.ts'
import { expect, ready, test } from '#tests/e2e/shop.ts'

// Nothing changes by itself after the first paint, except live data: what scripts have not touched yet looks the same
// after one second and after six.
const PAGES = [
  '/',
  '/home',
  '/home?optionId=FLOWER-002',
  PATH.delivery,
  PATH.payment(),
  '/about',
  '/learn',
  '/learn/mess-up-index',
  '/faq',
  '/refunds',
  '/login',
  '/login/forgotten',
]

test.use({ viewport: { width: 390, height: 844 } })

for (const path of PAGES) {
  test(`${path} looks the same before its scripts, after 1 s and after 6 s`, async ({ page }) => {
    await saveZip(page, '10001')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/_astro/*.js', async (route) => {
      await released
      await route.continue()
    })
    // The load event waits for the scripts.
    await page.goto(path === '/' ? '/?change=1' : path, { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    await page.evaluate(() => document.fonts.ready)
    await page.evaluate(() =>
      Promise.allSettled(
        [...document.images]
          .filter((image) => image.loading !== 'lazy' || image.getBoundingClientRect().top < innerHeight)
          .map((image) => image.decode()),
      ),
    )
    // Times of delivery follow the clock.
    const live = { caret: 'initial' as const, mask: [page.getByText(/^by \d/)] }
    const first = await page.screenshot(live)
    release()
    await ready(page)
    for (const wait of [1000, 5000]) {
      await page.waitForTimeout(wait)
      expect((await page.screenshot(live)).equals(first), `after ${wait} ms more`).toBe(true)
    }
  })
}
