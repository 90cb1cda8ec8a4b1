import type { Page } from '@playwright/test'
import { expect, test } from '#tests/e2e/shop.ts'

/** Where the headings stand. */
const places = (page: Page) =>
  page.locator('h1, h2, h3, label').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))

for (const path of ['/', '/home', '/about']) {
  test(`${path}: each picture loads when it is scrolled to, and nothing moves`, async ({ page }) => {
    await page.goto(path)
    await page.evaluate(() => document.fonts.ready)
    const before = await places(page)
    const pictures = await page.locator('main img').all()
    expect(pictures.length).toBeGreaterThan(0)
    for (const picture of pictures) {
      // A browser may load pictures as far ahead of the window as it likes.
      await picture.scrollIntoViewIfNeeded()
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0)
    }
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    expect(await places(page)).toEqual(before)
  })
}

for (const [width, height] of [
  [1920, 1080],
  [2560, 1440],
] as const) {
  test(`at ${width} pixels the opening picture is whole and sharp`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/')
    const picture = page.locator('.hero img')
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    const box = await picture.boundingBox()
    const hero = await page.locator('.hero').boundingBox()
    if (!box || !hero) throw new Error('There is no picture.')
    expect(box.x + box.width).toBeLessThanOrEqual(width)
    expect(box.y).toBeGreaterThanOrEqual(hero.y)
    expect(box.y + box.height).toBeLessThanOrEqual(hero.y + hero.height)
    const file = await picture.evaluate((image: HTMLImageElement) => image.currentSrc)
    const pixels = Number(/-(\d+)\.\w+$/.exec(file)?.[1])
    expect(pixels).toBeGreaterThanOrEqual(box.width)
  })
}
