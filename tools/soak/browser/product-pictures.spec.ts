import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { PATH, toasts } from '#tests/e2e/flow.ts'
import { own, test } from '#tests/e2e/shop.ts'
import { callApi, signInAs } from '#tests/e2e/staff.ts'

// Pictures of products, uploaded in their form.

// An upload that does not get through is an error to the browser's console.
test.use({ refusals: true })

const UPLOADS = '**/api/admin/products/pictures'
const PRODUCT = 'product-extremely-bad'
const ADDRESS = /^\/pictures\/[0-9a-f]{64}\.jpg$/

/** As a camera writes it, held to the right: 3000 × 4000 pixels once it is turned. */
const photo = async (background: string) => ({
  name: 'bouquet.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background,
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 98 })
    .toBuffer(),
})

const field = (page: Page) => page.getByLabel('Image URL')
const choose = (page: Page, file: Awaited<ReturnType<typeof photo>>) =>
  page.locator('input[type=file]').setInputFiles(file)

test('uploads a photograph of a camera, which the storefront shows in a fitting width', async ({ page }) => {
  await signInAs(page)
  await page.goto(`/admin/products/${PRODUCT}/edit`)
  await expect(field(page)).toHaveValue('')
  await choose(page, await photo('#b3273f'))
  await expect(field(page)).toHaveValue(ADDRESS)
  await expect(page.getByText('Save to use it.')).toBeVisible()
  const preview = page.getByRole('img', { name: 'Extremely Bad bouquet' })
  await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480)
  expect(await preview.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(640)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toasts(page).getByText('Product updated successfully')).toBeVisible()
  for (const path of ['/home', PATH.delivery, PATH.payment()]) {
    await page.goto(path)
    const shown = page.locator('main picture img[src^="/pictures/"]').first()
    await shown.scrollIntoViewIfNeeded()
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    expect(await shown.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/-(480|960)\.avif$/)
  }
  const { body } = await callApi(page, 'GET', `/admin/products/${PRODUCT}`)
  const { sku, title, priceCents, description, version } = body
  const without = { sku, title, priceCents, description, version, imageUrl: null }
  expect((await callApi(page, 'PUT', `/admin/products/${PRODUCT}`, without)).status).toBe(200)
})

test('says what a file is that cannot be read, and keeps the form', async ({ page }) => {
  await signInAs(page)
  await page.goto('/admin/products/new')
  await page.getByLabel('Title *').fill('Half an idea')
  await field(page).fill('/bouquets/really-bad.jpg')
  await choose(page, {
    name: 'IMG_1.HEIC',
    mimeType: 'image/heic',
    buffer: Buffer.from('\0\0\0\x18ftypheic'),
  })
  await expect(page.getByRole('alert')).toContainText('HEIC')
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expect(field(page)).toHaveValue('/bouquets/really-bad.jpg')
  await expect(page.getByLabel('Title *')).toHaveValue('Half an idea')
})

test('uploads again after the network was gone', async ({ page }) => {
  await signInAs(page)
  await page.goto('/admin/products/new')
  await page.route(UPLOADS, (route) => route.abort())
  await choose(page, await photo('#2f5d4a'))
  // It tries three times more by itself.
  await expect(page.getByRole('alert')).toContainText('did not get through')
  await expect(field(page)).toHaveValue('')
  await page.unroute(UPLOADS)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(field(page)).toHaveValue(ADDRESS)
  await expect(page.getByText('did not get through')).toHaveCount(0)
})

test('sends one upload at a time, and neither saves nor leaves without it', async ({ page }) => {
  await signInAs(page)
  await page.goto('/admin/products')
  await page.getByRole('link', { name: 'Add Product' }).click()
  const held = Promise.withResolvers<void>()
  let uploads = 0
  await page.route(UPLOADS, async (route) => {
    uploads += 1
    await held.promise
    await route.continue()
  })
  await page.getByLabel('SKU *').fill(`TEST-${own()}`)
  await page.getByLabel('Title *').fill('With a picture')
  await page.getByLabel('Price *').fill('20')
  const file = await photo('#f3c969')
  await choose(page, file)
  await expect.poll(() => uploads).toBe(1)
  await choose(page, file)
  await page.getByRole('button', { name: 'Create Product' }).click()
  await expect(page.getByText('still uploading')).toBeVisible()
  await page.goBack()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: /Stay|Keep editing/ }).click()
  held.resolve()
  await expect(field(page)).toHaveValue(ADDRESS)
  expect(uploads).toBe(1)
  await page.getByRole('button', { name: 'Create Product' }).click()
  await expect(toasts(page).getByText('Product created successfully')).toBeVisible()
})

test('takes a file that is dropped onto the field', async ({ page }) => {
  await signInAs(page)
  await page.goto('/admin/products/new')
  const small = await sharp({ create: { width: 60, height: 75, channels: 4, background: '#b3273f80' } })
    .png()
    .toBuffer()
  const transfer = await page.evaluateHandle(
    (bytes) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], 'rose.png', { type: 'image/png' }))
      return data
    },
    [...small],
  )
  await field(page).dispatchEvent('drop', { dataTransfer: transfer })
  await expect(field(page)).toHaveValue(ADDRESS)
})
