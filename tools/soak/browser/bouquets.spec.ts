import { expectClean, expectFits } from '#tests/e2e/accessibility.ts'
import { PATH, saveZip } from '#tests/e2e/flow.ts'
import { expect, ready, test } from '#tests/e2e/shop.ts'

// A bouquet is chosen, and stays chosen: on the landing page, through the gate, from step to step.

const GRADES = ['Really Bad', 'Extremely Bad', 'Nuclear Bad']

test.describe('on a small desktop', () => {
  test.use({ viewport: { width: 1280, height: 720 }, isMobile: false, hasTouch: false })

  test('every name, price, radio button and the button is in sight without scrolling', async ({ page }) => {
    await page.goto('/home')
    await ready(page)
    const submit = page.getByRole('button', { name: 'Select an Option to Continue' })
    await expect(submit).toBeInViewport({ ratio: 1 })
    const bar = (await submit.locator('..').boundingBox())?.y ?? 0
    for (const [i, price] of ['$49.99', '$89.99', '$139.99'].entries()) {
      const radio = page.getByRole('radio', { name: GRADES[i] ?? '' })
      const card = page.locator('label').filter({ has: radio })
      const parts = [radio, card.getByText(GRADES[i] ?? '', { exact: true }), card.getByText(price)]
      for (const part of parts) {
        await expect(part).toBeInViewport({ ratio: 1 })
        const box = await part.boundingBox()
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar)
      }
      const picture = await card.locator('img').boundingBox()
      expect(picture?.height).toBeGreaterThanOrEqual(280)
    }
  })

  test('the whole card chooses, and the bar at the bottom says what', async ({ page }) => {
    await page.goto('/home')
    await ready(page)
    await page.getByText('more than one vase').click()
    await expect(page.getByRole('radio', { name: 'Extremely Bad' })).toBeChecked()
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await expect(page.getByRole('paragraph').filter({ hasText: /^Extremely Bad \$89\.99$/ })).toBeInViewport()
    await expect(page.getByRole('button', { name: 'Complete Purchase' })).toBeInViewport({ ratio: 1 })
    await expectClean(page)
  })
})

test('on a phone the picture fills its card, the next one looks in, and what is chosen comes into sight', async ({
  page,
}) => {
  await page.goto('/home')
  await ready(page)
  const cards = await page
    .locator('label')
    .filter({ has: page.getByRole('radio') })
    .all()
  const boxes = await Promise.all(cards.map((card) => card.boundingBox()))
  const picture = await cards[0]?.locator('img').boundingBox()
  expect(picture?.height).toBeGreaterThanOrEqual(300)
  expect(boxes[1]?.x).toBeLessThan(390 - 40)
  await page.getByRole('button', { name: 'Select an Option to Continue' }).click({ force: true })
  await expect(page.getByRole('radio', { name: 'Really Bad' })).toBeFocused()
  await page.getByRole('radio', { name: 'Nuclear Bad' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Nuclear Bad', { exact: true }).first()).toBeInViewport({ ratio: 1 })
})

test('with a saved ZIP code, a bouquet of the landing page leads to the bouquets', async ({ page }) => {
  await saveZip(page, '10001')
  await page.goto('/?change=1')
  await ready(page)
  await page.getByRole('link', { name: 'Choose Nuclear Bad' }).click()
  await page.waitForURL('**/home?optionId=FLOWER-003')
  await expect(page.getByRole('radio', { name: 'Nuclear Bad' })).toBeChecked()
})

test.describe('the steps', () => {
  test.use({ viewport: { width: 320, height: 568 } })

  test('that are done lead back, with what was chosen', async ({ page }) => {
    await saveZip(page, '10001')
    await page.goto(PATH.payment('tomorrow'))
    const steps = page.getByRole('list', { name: 'Steps' })
    await expect(steps.getByRole('link')).toHaveCount(3)
    await steps.getByRole('link', { name: 'How soon (done)' }).click()
    await page.waitForURL('**/delivery-options?**')
    await expect(page.getByRole('radio', { name: 'Tomorrow' })).toBeChecked()
    await steps.getByRole('link', { name: 'How bad (done)' }).click()
    await page.waitForURL('**/home?optionId=FLOWER-002')
    await expect(page.getByRole('radio', { name: 'Extremely Bad' })).toBeChecked()
    await steps.getByRole('link', { name: 'Where (done)' }).click()
    await page.waitForURL('**/?change=1&optionId=FLOWER-002')
    await ready(page)
    await page.getByLabel('ZIP code').first().fill('94110')
    await page.getByRole('button', { name: 'Check Availability' }).click()
    await page.waitForURL('**/home?optionId=FLOWER-002')
  })

  test('stand on one line on the smallest screen', async ({ page }) => {
    for (const path of ['/home', PATH.delivery, PATH.payment()]) {
      await page.goto(path)
      const items = await page.getByRole('list', { name: 'Steps' }).getByRole('listitem').all()
      const tops = await Promise.all(items.map(async (item) => (await item.boundingBox())?.y))
      expect(new Set(tops).size, path).toBe(1)
      await expectFits(page, path)
    }
  })
})
