import type { Browser, Cookie, Locator, Page } from '@playwright/test'
import type { Environment } from './environment.ts'
import { ms, type Section } from './report.ts'
import { quantile } from './statistics.ts'

const SLOWEST_MS = 50
/** A pointer rests on what it presses, and a button is down for a while. */
const HOVER_MS = 120
const PRESS_MS = 80

type Click = { name: string; on: (page: Page) => Locator }

/**
 * Notes the time from the next click to the frame in which the screen of another address stands: with its data,
 * painted.
 */
const NOTE = `(() => {
  const before = location.href
  const text = document.querySelector('main').textContent
  const stands = () => {
    const main = document.querySelector('main')
    const open = [...main.querySelectorAll('.skeleton, [aria-busy="true"]')].filter((one) => one.getBoundingClientRect().top < innerHeight)
    return location.href !== before && main.textContent !== text && open.length === 0
  }
  window.benchStands = new Promise((resolve) => {
    addEventListener('click', ({ timeStamp }) => {
      const observer = new MutationObserver(() => {
        if (!stands()) return
        observer.disconnect()
        const painted = () => resolve(performance.now() - timeStamp)
        // Before the tasks that were left for after the paint.
        requestAnimationFrame(() => scheduler.postTask(painted, { priority: 'user-blocking' }))
      })
      observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
    }, { once: true, capture: true })
  })
})()`

/** One round through the back office, each click from the screen that the one before has opened. */
const ROUND: readonly Click[] = [
  { name: 'Dashboard', on: (page) => inSidebar(page, 'Dashboard') },
  { name: 'assign, from the dashboard', on: (page) => inMain(page, /^Assign ORD-/) },
  { name: 'the next order on the desk', on: (page) => page.locator('main li a:not([aria-current])').first() },
  { name: 'Orders', on: (page) => inSidebar(page, 'Orders') },
  { name: 'the next page of orders', on: (page) => inMain(page, 'Next') },
  { name: 'an order', on: (page) => inMain(page, /^ORD-/) },
  { name: 'Shop Orders', on: (page) => inSidebar(page, 'Shop Orders') },
  { name: 'a shop order', on: (page) => inMain(page, /^ORD-/) },
  { name: 'Assign Orders', on: (page) => inSidebar(page, 'Assign Orders') },
  { name: 'Shops', on: (page) => inSidebar(page, 'Shops') },
  { name: 'a shop', on: (page) => page.locator('main tbody a').first() },
  { name: 'Markets', on: (page) => inSidebar(page, 'Markets') },
  { name: 'a market', on: (page) => page.locator('main tbody a').first() },
  { name: 'Products', on: (page) => inSidebar(page, 'Products') },
  { name: 'a product', on: (page) => page.locator('main tbody a').first() },
  { name: 'Waitlist', on: (page) => inSidebar(page, 'Waitlist') },
  { name: 'Users', on: (page) => page.getByRole('complementary').getByRole('link', { name: 'Users' }) },
]

function inSidebar(page: Page, name: string): Locator {
  return page
    .getByRole('navigation', { name: 'Back office' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
}

function inMain(page: Page, name: string | RegExp): Locator {
  return page.getByRole('main').getByRole('link', { name }).first()
}

/** The way through the back office on a desktop whose code and data are there: from click to paint. */
export async function warmClicks(
  environment: Environment,
  browser: Browser,
  cookies: Cookie[],
  rounds: number,
): Promise<Section> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addCookies(cookies)
  const page = await context.newPage()
  await page.goto(`${environment.origin}/admin/users`, { waitUntil: 'networkidle' })
  const seen = new Map<string, number[]>(ROUND.map(({ name }) => [name, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const { name, on } of ROUND) {
      const took = await press(page, on(page))
      if (round > 0) seen.get(name)?.push(took)
      await page.waitForLoadState('networkidle')
    }
  }
  await context.close()
  const all = [...seen.values()].flat()
  const [middle, most] = [quantile(all, 0.5), quantile(all, 0.9)]
  return {
    title: 'Warm clicks in the back office',
    how: `Chromium at 1280 × 800, not slowed down: ${rounds} rounds of ${ROUND.length} clicks after one to warm up, each after the pointer has rested for ${HOVER_MS} ms. From the click until the frame is painted in which the new screen stands with its data.`,
    head: ['click', 'median, ms', '90 %, ms'],
    rows: [...seen].map(([name, times]) => [name, ms(quantile(times, 0.5)), ms(quantile(times, 0.9))]),
    targets: [
      {
        text: `90 % take at most ${SLOWEST_MS} ms: ${ms(most)}, half of them ${ms(middle)}`,
        met: most <= SLOWEST_MS,
      },
    ],
  }
}

async function press(page: Page, target: Locator): Promise<number> {
  // Presses by position: a click of the locator looks itself where it lands, in the page and in the time that is measured.
  await target.hover()
  await page.waitForTimeout(HOVER_MS)
  await page.evaluate(NOTE)
  await page.mouse.down()
  await page.waitForTimeout(PRESS_MS)
  await page.mouse.up()
  return page.evaluate<number>('window.benchStands')
}
