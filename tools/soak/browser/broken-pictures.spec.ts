import type { Page } from '@playwright/test'
import { PATH } from '#tests/e2e/flow.ts'
import { expect, test } from '#tests/e2e/shop.ts'
import { callApi, signInAs } from '#tests/e2e/staff.ts'

// Products whose picture is gone. Pages come as HTML: a picture may have failed before any script runs.

// A picture that is missing is an error to the browser's console.
test.use({ refusals: true })

const GONE = '/bouquets/gone.jpg'

const setPictures = async (page: Page, imageUrl: string | null) => {
  await signInAs(page)
  const { body } = await callApi(page, 'GET', '/admin/products?q=FLOWER-')
  for (const { id } of body['rows'] as { id: string }[]) {
    const { body: product } = await callApi(page, 'GET', `/admin/products/${id}`)
    const { sku, title, priceCents, description, version } = product
    const form = { sku, title, priceCents, description, version, imageUrl }
    expect((await callApi(page, 'PUT', `/admin/products/${id}`, form)).status).toBe(200)
  }
}
test.beforeEach(({ page }) => setPictures(page, GONE))
test.afterEach(({ page }) => setPictures(page, null))

const pictures = (page: Page) => page.locator('main img[data-fallback]')

/** Opens a page whose files of scripts arrive once a picture has failed. */
async function openWithLateScripts(page: Page, path: string): Promise<void> {
  const failed = page.waitForResponse(`**${GONE}`)
  await page.route('**/_astro/*.js', async (route) => {
    await failed
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await pictures(page).first().scrollIntoViewIfNeeded()
  await failed
}

for (const path of ['/', '/home', PATH.delivery, PATH.payment(), '/admin/products?q=FLOWER-']) {
  test(`${path.split('?')[0]}: broken pictures are replaced by the shop's own`, async ({ page }) => {
    await openWithLateScripts(page, path)
    for (const picture of await pictures(page).all()) {
      await picture.scrollIntoViewIfNeeded()
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0)
      await expect(picture).toHaveAttribute('src', /^\/bouquets\/(really|extremely|nuclear)-bad/)
    }
  })
}
