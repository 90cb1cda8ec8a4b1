import type { Page } from '@playwright/test'
import { expect, test } from './shop.ts'

// What the browser asks for before the page is there: words and letters, nothing else.

/** Paths of the pictures and manifests that the page asks for from now on. */
function asked(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const waits = ['image', 'manifest'].includes(request.resourceType())
    if (waits && request.url().startsWith('http')) paths.push(new URL(request.url()).pathname)
  })
  return paths
}

/** Where the headings stand. */
const places = (page: Page) =>
  page.locator('h1, h2, h3, label').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))

for (const [path, first, last] of [
  ['/', /^\/bouquets\/hero/, 'Nuclear Bad bouquet'],
  ['/home', /^\/bouquets\/really-bad/, null],
  ['/about', /^\/bouquets\/really-bad/, null],
] as const) {
  test(`${path}: pictures are asked for once words and letters are there, and nothing moves when they come`, async ({
    page,
  }) => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Animation.enable')
    // As if the moment they wait for never came.
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 })
    const paths = asked(page)
    await page.goto(path)
    await page.evaluate(() => document.fonts.ready)
    await page.waitForLoadState('networkidle')
    expect(paths).toEqual([])
    const before = await places(page)

    await devtools.send('Animation.setPlaybackRate', { playbackRate: 1 })
    await expect.poll(() => paths).toContainEqual(expect.stringMatching(first))
    if (last) await page.getByRole('img', { name: last }).scrollIntoViewIfNeeded()
    for (const picture of await page.locator('main img').all())
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0)
    await page.evaluate(() => scrollTo(0, 0))
    expect(await places(page)).toEqual(before)
  })
}

test.describe('where less motion is asked for', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test('pictures come all the same', async ({ page }) => {
    const paths = asked(page)
    await page.goto('/')
    await expect.poll(() => paths).toContainEqual(expect.stringMatching(/^\/bouquets\/hero/))
  })
})

test('what a phone needs to install the shop is named once the page has settled', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  const manifest = page.locator('head > link[rel="manifest"]')
  await expect(manifest).toHaveCount(0)
  await page.clock.runFor(1100)
  await expect(manifest).toHaveAttribute('href', '/site.webmanifest')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('it is named at once', async ({ page }) => {
    await page.goto('/')
    await expect(page.locator('link[rel="manifest"]')).toHaveAttribute('href', '/site.webmanifest')
  })
})
