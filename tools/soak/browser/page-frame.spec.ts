import type { Page } from '@playwright/test'
import { expectClean } from '#tests/e2e/accessibility.ts'
import { PATH, saveZip } from '#tests/e2e/flow.ts'
import { expect, test } from '#tests/e2e/shop.ts'

// The frame of every page: top bar with its menu, skip link, footer.

const ARTICLES = [
  'mess-up-index',
  'apology-playbook',
  'science-of-gifting',
  'anniversary-survival',
  'relationship-survival',
]

const menuButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Learn' })
const menu = (page: Page) => page.locator('#learn')
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('href'))

for (const [name, viewport] of [
  ['phone', { width: 390, height: 844 }],
  ['desktop', { width: 1280, height: 800 }],
] as const) {
  test.describe(name, () => {
    test.use({ viewport })

    test('the menu opens, moves and closes by keyboard and restores the focus', async ({ page }) => {
      await page.goto('/faq')
      const button = menuButton(page)
      for (const key of ['Enter', 'Space']) {
        await button.focus()
        await page.keyboard.press(key)
        await expect(menu(page)).toBeVisible()
        await page.keyboard.press('Tab')
        expect(await focused(page)).toBe('/learn/mess-up-index')
        await page.keyboard.press('Escape')
        await expect(menu(page)).toBeHidden()
        await expect(button).toBeFocused()
      }
      await page.keyboard.press('Enter')
      for (const slug of ARTICLES) {
        await page.keyboard.press('Tab')
        expect(await focused(page)).toBe(`/learn/${slug}`)
      }
      await page.keyboard.press('Tab')
      expect(await focused(page)).toBe('/faq')
      // On into the page: what has the focus there is not under the menu.
      while ((await focused(page)) !== '/') await page.keyboard.press('Tab')
      await expect(page.getByRole('main').locator(':focus')).toHaveText('Back to Home')
      await expect(menu(page)).toBeHidden()
    })

    test('the menu opens and closes by touch and links to articles', async ({ page }) => {
      await page.goto('/')
      const press = async (x: ReturnType<Page['locator']>) => (name === 'phone' ? x.tap() : x.click())
      await press(menuButton(page))
      await expect(menu(page)).toBeVisible()
      const bar = await page.getByRole('banner').boundingBox()
      const sheet = await menu(page).boundingBox()
      expect(sheet?.y, 'under the bar').toBeGreaterThanOrEqual((bar?.height ?? 0) - 2)
      expect((sheet?.x ?? 0) + (sheet?.width ?? 0), 'inside the window').toBeLessThanOrEqual(viewport.width)
      if (name === 'phone') expect(sheet?.width).toBe(viewport.width)
      for (const link of await menu(page).getByRole('link').all()) {
        expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      }
      await page.touchscreen.tap(100, 700)
      await expect(menu(page)).toBeHidden()
      await press(menuButton(page))
      await press(menu(page).getByRole('link', { name: 'Apology Playbook' }))
      await expect(page).toHaveURL(/\/learn\/apology-playbook$/)
      await expect(menuButton(page)).toHaveAttribute('data-here', 'true')
      await press(menuButton(page))
      await expect(menu(page).locator('[aria-current=page]')).toHaveText('Apology Playbook')
      await expect(page.getByRole('banner').locator('[aria-current=page]')).toHaveCount(1)
    })

    test('the menu opens under the bar after scrolling', async ({ page }) => {
      await page.goto('/faq')
      await page.mouse.wheel(0, 900)
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
      await menuButton(page).click()
      const bar = await page.getByRole('banner').boundingBox()
      const sheet = await menu(page).boundingBox()
      expect(bar?.y).toBe(0)
      expect(sheet?.y).toBeGreaterThanOrEqual((bar?.height ?? 0) - 2)
      expect(sheet?.y).toBeLessThanOrEqual((bar?.height ?? 0) + 12)
    })
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the menu opens and links to every article', async ({ page, request }) => {
    await page.goto('/')
    await menuButton(page).click()
    const links = menu(page).getByRole('link')
    await expect(links).toHaveCount(ARTICLES.length)
    await expect(links.first()).toBeVisible()
    for (const link of await links.all()) {
      expect((await request.get((await link.getAttribute('href')) ?? '')).status()).toBe(200)
    }
    await links.first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Mess-Up Index')
  })
})

test('on a phone, hidden labels keep their accessible names and target size', async ({ page }) => {
  for (const path of ['/faq', '/home']) {
    await page.goto(path)
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 800 })
      const bar = page.getByRole('banner')
      for (const name of [
        'Apologize Better',
        'FAQ',
        'About',
        'Login',
        ...(path === '/home' ? ['Change ZIP'] : []),
      ]) {
        const box = await bar.getByRole('link', { name, exact: true }).boundingBox()
        expect(Math.min(box?.width ?? 0, box?.height ?? 0), `${name} at ${width} px`).toBeGreaterThanOrEqual(
          name === 'Apologize Better' ? 32 : 44,
        )
        if (name !== 'Apologize Better') {
          const label = await bar.getByText(name, { exact: true }).boundingBox()
          expect(label?.width, `the label ${name}`).toBeLessThanOrEqual(1)
        }
      }
      // The smallest phones have no room for the name and the ZIP beside four links.
      const lines = path === '/home' && width === 320 ? 2 : 1
      expect((await bar.boundingBox())?.height, `${lines} lines`).toBeLessThan(lines * 70)
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByRole('banner').getByText('About', { exact: true })).toBeInViewport()
})

test('shows the shop’s name in the bar in full, and the ZIP on every step', async ({ page }) => {
  await saveZip(page, '94110')
  for (const path of ['/faq', '/home', PATH.delivery, PATH.payment()]) {
    await page.goto(path)
    for (const width of [320, 360, 375, 390, 430, 600, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      if (path !== '/faq')
        await expect(page.getByRole('banner').getByText('94110')).toBeInViewport({ ratio: 1 })
      const name = page.getByRole('banner').getByText('Apologize Better')
      const isWhole = await name.evaluate((words) => {
        const box = words.getBoundingClientRect()
        const room = words.parentElement?.getBoundingClientRect() ?? box
        return box.bottom <= room.bottom && box.right <= room.right + 1
      })
      expect(isWhole, `${path} at ${width}`).toBe(true)
    }
  }
})

test('the skip link appears on focus and skips the bar', async ({ page }) => {
  await page.goto('/faq')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator(':focus')).toHaveText('Back to Home')
})

test('a page built in another year asks the server for the year', async ({ page, request }) => {
  const asked: string[] = []
  page.on('request', (sent) => sent.method() === 'HEAD' && asked.push(sent.url()))
  const year = new Date((await request.head('/about')).headers()['date'] ?? '').getUTCFullYear()
  await page.goto('/about')
  const copyright = page.getByRole('contentinfo').getByText(/©/)
  await expect(copyright).toHaveText(`© ${year} Apologize Better`)
  expect(asked).toEqual([])

  await page.route('**/about', async (route) => {
    if (route.request().method() === 'HEAD') return route.continue()
    const response = await route.fetch()
    const body = (await response.text()).replace(/(data-year[^>]*>)\d{4}/, (_, tag) => `${tag}2019`)
    await route.fulfill({ response, body })
  })
  await page.goto('/about')
  await expect(copyright).toHaveText(`© ${year} Apologize Better`)
  expect(asked).toHaveLength(1)
})

test('no page of the frame has an accessibility fault, in forced colours either', async ({ page }) => {
  for (const path of ['/faq', '/login', '/']) {
    await page.goto(path)
    await menuButton(page).click()
    await expect(menu(page)).toBeVisible()
    for (const forcedColors of ['none', 'active'] as const) {
      await page.emulateMedia({ forcedColors })
      await expectClean(page, `${path}, forced colours ${forcedColors}`)
    }
  }
})
