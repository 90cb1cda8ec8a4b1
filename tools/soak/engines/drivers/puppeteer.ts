import { setTimeout as sleep } from 'node:timers/promises'
import { type ElementHandle, launch, type Page } from 'puppeteer-core'
import { type Browser, TIMEOUT_MS, WINDOW } from './browser.ts'
import { blockStorage, type Device, setClockAhead } from './device.ts'
import { findInPage, type Kind } from './find-in-page.ts'

/** An installed Chromium or Firefox, without a window. @param executablePath where it is */
export async function openWithPuppeteer(
  name: 'chrome' | 'firefox',
  executablePath: string,
  { hoursAhead, blocksStorage, translate }: Device,
): Promise<Browser> {
  const browser = await launch({
    browser: name,
    executablePath,
    headless: true,
    defaultViewport: WINDOW,
    args: name === 'chrome' ? ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] : [],
  })
  const page = await browser.newPage()
  page.setDefaultTimeout(TIMEOUT_MS)
  if (hoursAhead !== 0) await page.evaluateOnNewDocument(setClockAhead, hoursAhead * 3_600_000)
  if (blocksStorage) await page.evaluateOnNewDocument(blockStorage)
  if (translate) await page.evaluateOnNewDocument(translate)
  /** The element, away from the bar at the bottom, which would get the press. */
  const reach = async (kind: Kind, name: string) => {
    const element = await find(page, kind, name)
    await element.evaluate((each) => each.scrollIntoView({ block: 'center', behavior: 'instant' }))
    return element
  }
  const press = async (kind: 'button' | 'radio', name: string) => (await reach(kind, name)).click()
  return {
    open: async (url) => {
      await page.goto(url)
    },
    fill: async (label, text) => {
      const field = await reach('field', label)
      // Selects what is there, so that typing replaces it.
      await field.click({ count: 3 })
      await field.type(text)
    },
    choose: (label) => press('radio', label),
    select: async (label, value) => {
      await (await reach('field', label)).select(value)
    },
    press: (label) => press('button', label),
    see: async (text) => {
      await find(page, 'text', text)
      if (translate) await page.waitForSelector('html[data-translated]')
    },
    address: async () => page.url(),
    reload: async () => {
      await page.reload()
    },
    screenshot: async (file) => {
      await page.screenshot({ path: file })
    },
    close: () => browser.close(),
  }
}

/** Waits for an element by what a person reads. @throws Error when it does not come */
async function find(page: Page, kind: Kind, name: string): Promise<ElementHandle> {
  const until = Date.now() + TIMEOUT_MS
  for (;;) {
    // While one page leaves and the next one comes, neither can be asked.
    const found = await page.evaluateHandle(findInPage, kind, name).catch(() => null)
    const element = found?.asElement()
    if (element) return element as ElementHandle
    if (Date.now() > until) throw new Error(`There is no ${kind} “${name}” on ${page.url()}`)
    await sleep(100)
  }
}
