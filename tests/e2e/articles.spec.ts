import type { Page } from '@playwright/test'
import { expect, test } from './shop.ts'

// Pages to read: articles, their covers, About, the legal pages.

const ARTICLES = [
  ['mess-up-index', 'The Mess-Up Index'],
  ['apology-playbook', 'The Apology Playbook'],
  ['science-of-gifting', 'The Science of Gifting'],
  ['anniversary-survival', 'Anniversary & Date Night Survival'],
  ['relationship-survival', 'Relationship Survival'],
] as const
const PAGES = [
  ...ARTICLES.map(([slug]) => `/learn/${slug}`),
  '/learn',
  '/about',
  '/privacy',
  '/terms',
  '/refunds',
]

/** The way here: every link, then this page. */
async function expectCrumbs(page: Page, above: readonly string[], current: string): Promise<void> {
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(crumbs.getByRole('link')).toHaveText([...above])
  await expect(crumbs.getByRole('listitem')).toHaveText([...above, current])
  await expect(crumbs.getByRole('listitem').last()).toHaveAttribute('aria-current', 'page')
}

for (const [slug, title] of ARTICLES) {
  test(title, async ({ page }) => {
    await page.goto(`/learn/${slug}`)

    await test.step('one title, the way here, how long it takes, when it was changed', async () => {
      await expect(page).toHaveTitle(`${title} | Apologize Better`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expectCrumbs(page, ['Home', 'Learn'], title)
      const minutes = page.getByText(/^\d+ min read$/)
      expect(Number.parseInt((await minutes.textContent()) ?? '', 10)).toBeGreaterThan(2)
      const day = page.getByRole('time')
      await expect(day).toHaveText(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/)
      const machine = (await day.getAttribute('datetime')) ?? ''
      expect(new Date(`${machine}T12:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long' })).toBe(
        await day.textContent(),
      )
    })

    await test.step('every source is cited, and leads back to where', async () => {
      const sources = page
        .getByRole('list')
        .filter({ has: page.locator('#source-1') })
        .getByRole('listitem')
      const count = await sources.count()
      expect(count).toBeGreaterThan(0)
      for (let n = 1; n <= count; n++) {
        const source = sources.nth(n - 1)
        await expect(source).toHaveId(`source-${n}`)
        await expect(source.getByRole('link').last()).toHaveAttribute('href', /^https:\/\//)
        await source.getByRole('link', { name: `${n}, back to the text` }).click()
        const citation = page.locator(':target')
        await expect(citation).toHaveAttribute('href', `#source-${n}`)
        await expect(citation).toBeInViewport()
        await citation.click()
        await expect(page.locator(':target')).toHaveId(`source-${n}`)
      }
    })

    await test.step('three others to read next, never itself; then the way to the shop', async () => {
      const next = page.getByRole('heading', { name: 'Read next' }).locator('..').getByRole('link')
      await expect(next).toHaveCount(3)
      const paths = await next.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
      expect(new Set(paths).size).toBe(3)
      expect(paths).not.toContain(`/learn/${slug}`)
      await page.getByRole('link', { name: 'Start with your ZIP' }).click()
      await expect(page).toHaveURL(/\/$/)
      await page.goBack()
      await next.first().click()
      await expect(page).toHaveURL(new RegExp(`${paths[0]}$`))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    })
  })
}

test('the Mess-Up Index goes from 10 down to 7, each with its meter', async ({ page }) => {
  await page.goto('/learn/mess-up-index')
  const meters = page.getByRole('img', { name: /^Mess-up level/ })
  await expect(meters).toHaveCount(4)
  expect(await meters.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual(
    [10, 9, 8, 7].map((level) => `Mess-up level ${level} of 10`),
  )
  const headings = page.getByRole('heading', { level: 2 })
  const ids = await headings.evaluateAll((all) => all.map(({ id }) => id))
  expect(ids.filter((id) => id.startsWith('level-'))).toEqual(['level-10', 'level-9', 'level-8', 'level-7'])
  await expect(page.getByRole('note', { name: 'Before you score anything' })).toContainText('1-800-799-7233')
})

test('the Apology Playbook has four steps and marks words to leave out', async ({ page }) => {
  await page.goto('/learn/apology-playbook')
  const ids = await page.getByRole('heading', { level: 2 }).evaluateAll((all) => all.map(({ id }) => id))
  expect(ids.filter((id) => id.startsWith('step-'))).toEqual(['step-1', 'step-2', 'step-3', 'step-4'])
  await expect(page.getByText(/^Step\s*\d$/)).toHaveText(['Step1', 'Step2', 'Step3', 'Step4'])
  const not = page.getByRole('figure', { name: 'Not this' })
  await expect(not.first()).toContainText('I’m sorry if anyone was upset.')
  await expect(page.getByRole('figure').first()).not.toContainText('Not this')
})

test('the covers lead to every article', async ({ page }) => {
  await page.goto('/learn')
  await expectCrumbs(page, ['Home'], 'Learn')
  const main = page.getByRole('main')
  for (const [slug, title] of ARTICLES)
    await expect(main.getByRole('link', { name: title })).toHaveAttribute('href', `/learn/${slug}`)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'index, follow')
})

test('About has its four sections and the people', async ({ page }) => {
  await page.goto('/about')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Our story',
    'Our mission',
    'The flowers',
    'The team',
  ])
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(5)
  await expectCrumbs(page, ['Home'], 'About Us')
})

test('each legal page says when it was changed; its contents lead to its parts', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const name of ['Privacy', 'Terms', 'Refunds']) {
    await test.step(name, async () => {
      await page.goto(`/${name.toLowerCase()}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      await expect(page.getByText('Updated').first()).toContainText(/\d{4}$/)
      const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
      const parts = page.getByRole('main').getByRole('heading', { level: 2 })
      expect(await contents.allTextContents()).toEqual((await parts.allTextContents()).slice(1))
      await contents.last().click()
      await expect(page.locator(':target')).toBeInViewport()
      await expect(page.locator(':target')).toHaveText((await contents.last().textContent()) ?? '')
    })
  }
})

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

test('one h1, no level of headings left out, no island, nothing sideways at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of PAGES) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    const levels = await page
      .getByRole('main')
      .getByRole('heading')
      .evaluateAll((all) => all.map(({ tagName }) => Number(tagName[1])))
    for (const [i, level] of levels.entries())
      expect(level - (levels[i - 1] ?? 0), path).toBeLessThanOrEqual(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
    await expect(page.locator('astro-island')).toHaveCount(0)
    const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id))
    expect(new Set(ids).size, path).toBe(ids.length)
    // Twice the text: still nothing sideways.
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
  }
})
