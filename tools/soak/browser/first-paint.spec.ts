import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { holdScripts, openCheckout, PATH, saveZip } from '#tests/e2e/flow.ts'
import { expect, ready, test } from '#tests/e2e/shop.ts'

// A control looks the same before and after its script, whether its form can be sent or not.

const WIDTHS = [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
]

/** Pictures of the page at both widths once its letters and the pictures in sight are there. */
async function looks(page: Page): Promise<Buffer[]> {
  const pictures: Buffer[] = []
  for (const viewport of WIDTHS) {
    await page.setViewportSize(viewport)
    await page.evaluate(() => document.fonts.ready)
    // A picture whose source changes while it is being decoded, as with a new width, cannot be: then the next one.
    await expect(() => page.evaluate(drawnPictures)).toPass()
    pictures.push(await page.screenshot({ animations: 'disabled' }))
  }
  return pictures
}

/** In the page: waits until the pictures in sight are there for its width. What is loaded is not decoded yet, and then not drawn. */
async function drawnPictures(): Promise<void> {
  const nextFrame = () => new Promise((drawn) => requestAnimationFrame(drawn))
  // A new width asks for other pictures with its first frame.
  await nextFrame()
  await nextFrame()
  const inSight = [...document.images].filter((image) => {
    const { top, bottom } = image.getBoundingClientRect()
    return bottom >= 0 && top <= innerHeight
  })
  await Promise.all(inSight.map((image) => image.decode()))
  await nextFrame()
  await nextFrame()
}

/** By how much the colour of any pixel differs at most: 0 to 255. @throws Error when a picture is missing or of another size */
async function difference(before?: Buffer, after?: Buffer): Promise<number> {
  if (!before || !after) throw new Error('A picture is missing')
  const [old, now] = await Promise.all([sharp(before).raw().toBuffer(), sharp(after).raw().toBuffer()])
  expect(now.length).toBe(old.length)
  return now.reduce((most, value, i) => Math.max(most, Math.abs(value - (old[i] ?? 0))), 0)
}

async function expectSameOnceHydrated(page: Page, release: () => void): Promise<void> {
  const before = await looks(page)
  release()
  await ready(page)
  const after = await looks(page)
  for (const [index, { width }] of WIDTHS.entries()) {
    const changed = await difference(before[index], after[index])
    // Where a picture comes late, Chromium draws it into what is there: some pixels of a rounded corner then differ by one.
    expect(changed, `hydration changed the picture of the page, ${width} pixels wide`).toBeLessThanOrEqual(1)
  }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test.describe('hydration changes nothing to be seen', () => {
  for (const [path, zip] of [
    ['/', null],
    ['/?change=1', '10001'],
    ['/?optionId=FLOWER-002', null],
    ['/home', null],
    ['/home?optionId=FLOWER-003', null],
    [PATH.delivery, null],
    [`${PATH.delivery}&deliveryOption=tomorrow`, null],
    [PATH.payment(), null],
    [PATH.payment(), '10001'],
    ['/login', null],
    ['/login/forgotten', null],
  ] as const) {
    test(`of ${path}${zip ? ' with a saved ZIP code' : ''}`, async ({ page }) => {
      if (zip) await saveZip(page, zip)
      // Promised times go by the minute, and the next one may begin while pictures are taken.
      await page.clock.setFixedTime(new Date())
      const release = await holdScripts(page)
      await page.goto(path)
      await expectSameOnceHydrated(page, release)
    })
  }

  test('of the gate with a ZIP code typed before', async ({ page }) => {
    const release = await holdScripts(page)
    await page.goto('/')
    await page.getByLabel('ZIP code').first().fill('10001')
    await expect(page.getByText('Enter a 5-digit ZIP code.')).toBeHidden()
    await expectSameOnceHydrated(page, release)
  })

  test('but the bar of the bouquets, which says what was chosen before', async ({ page }) => {
    const release = await holdScripts(page)
    await page.goto('/home')
    await page.getByRole('radio', { name: 'Extremely Bad' }).check()
    release()
    await expect(page.getByRole('paragraph').filter({ hasText: /^Extremely Bad \$89\.99$/ })).toBeVisible()
    await expect(button(page, 'Complete Purchase')).toBeEnabled()
  })
})

test('hydration changes nothing to be seen of a draft that is restored', async ({ page }) => {
  await saveZip(page, '10001')
  await openCheckout(page)
  await page.getByLabel('Your name').fill('Sam Sorry')
  await page.getByLabel('ZIP code').fill('10002')
  await page.evaluate(() => scrollTo(0, 0))
  const release = await holdScripts(page)
  await page.reload()
  await expectSameOnceHydrated(page, release)
  await expect(page.getByLabel('Your name')).toHaveValue('Sam Sorry')
})
