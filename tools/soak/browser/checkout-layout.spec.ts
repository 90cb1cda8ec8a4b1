import { holdScripts, openMarket, PATH, saveZip } from '#tests/e2e/flow.ts'
import { expect, test } from '#tests/e2e/shop.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('the form is not sent before it was checked, however early it is submitted', async ({ page }) => {
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname))
  await saveZip(page, '10001')
  const release = await holdScripts(page)
  await page.goto(PATH.payment())
  // Between the effects of hydration and the state that follows from them.
  await page
    .locator('form#checkout')
    .evaluate((form: HTMLFormElement) =>
      new MutationObserver(() => form.requestSubmit()).observe(form, { attributeFilter: ['novalidate'] }),
    )
  release()
  await expect(page.getByText('Name is required')).toBeVisible()
  expect(posts.filter((path) => path.includes('checkout'))).toEqual([])
})

test('without scripts the line below the button asks for a time until one is chosen, and not in a closed market', async ({
  page,
  database,
}) => {
  await holdScripts(page)
  await page.goto(PATH.delivery)
  const line = page.getByText('Choose a delivery time.')
  await expect(line).toBeVisible()
  await page.getByRole('radio', { name: 'Tomorrow' }).check()
  await expect(line).toBeHidden()

  await saveZip(page, await openMarket(database, { pausedReason: 'Snowed in.' }))
  await page.goto(PATH.delivery)
  await expect(page.getByText('Snowed in.')).toBeVisible()
  await expect(line).toBeHidden()
  await expect(page.getByRole('button', { name: 'Continue to Checkout' })).toBeDisabled()
})

test('the summary is beside the form from 1024 px on, and the fields keep their text', async ({ page }) => {
  await page.goto(PATH.payment())
  const form = page.getByRole('group', { name: 'Them' })
  const summary = page.getByRole('region', { name: 'Order summary' })
  for (const [width, beside] of [
    [390, false],
    [768, false],
    [1023, false],
    [1024, true],
    [1280, true],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const [left, right] = [await form.boundingBox(), await summary.boundingBox()]
    expect((right?.x ?? 0) > (left?.x ?? 0) + (left?.width ?? 0), `${width} px`).toBe(beside)
    for (const label of ['Email', 'Phone', 'City', 'State', 'ZIP code']) {
      const box = await page.getByLabel(label, { exact: true }).boundingBox()
      expect(box?.width, `${label} at ${width} px`).toBeGreaterThan(200)
    }
  }
})
