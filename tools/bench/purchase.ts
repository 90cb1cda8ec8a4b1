import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import type { Environment } from './environment.ts'
import { ms, type Section } from './report.ts'
import { quantile } from './statistics.ts'

type Interaction = { page: string; kind: string; on: string; ms: number }

/** Reports the time from each press or key to the next paint. */
const NOTES = `new PerformanceObserver((list) => {
  for (const { interactionId, name, duration, target } of list.getEntries()) {
    if (interactionId) benchInteraction({ page: location.pathname, kind: name, on: (target && (target.id || target.name || target.textContent.trim().slice(0, 30))) || '', ms: duration })
  }
}).observe({ type: 'event', durationThreshold: 16, buffered: true })`

/** The longest time of an interaction, by how many times the processor is slowed down. */
const SLOWEST_MS = [
  [4, 100],
  [6, 160],
] as const
/** A press changes a card, a line and a button; a selector that looks at the whole form restyles the page. */
const RESTYLED_AT_MOST = 30

/** A purchase by touch and keyboard on a slow phone: the delay of each interaction, and the elements restyled at once. */
export async function purchase(
  environment: Environment,
  browser: Browser,
  times: number,
): Promise<Section[]> {
  const timed = []
  for (const [slowdown, atMost] of SLOWEST_MS) {
    timed.push(await timedPurchases(environment, browser, times, slowdown, atMost))
  }
  return [...timed, await restyledElements(environment, browser)]
}

async function openPhone(
  browser: Browser,
): Promise<{ context: BrowserContext; page: Page; devtools: CDPSession }> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  return { context, page, devtools: await context.newCDPSession(page) }
}

async function timedPurchases(
  environment: Environment,
  browser: Browser,
  times: number,
  slowdown: number,
  atMost: number,
): Promise<Section> {
  const seen: Interaction[] = []
  let touches = 0
  for (let n = 0; n < times; n++) {
    const { context, page, devtools } = await openPhone(browser)
    await context.exposeFunction('benchInteraction', (one: Interaction) => seen.push(one))
    await context.addInitScript(NOTES)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    touches += await buy(environment, page, (act) => act())
    await context.close()
  }
  const slowest = Math.max(0, ...seen.map((one) => one.ms))
  const worst = seen.toSorted((a, b) => b.ms - a.ms).slice(0, 12)
  return {
    title: `Touches and keys over the whole purchase, ${slowdown} times slower`,
    how: `From the ZIP gate to the payment page ${times} times on a phone ${slowdown} times slower than this machine: ${touches} touches and keys. The browser’s own event timing, in steps of 8 ms; what takes less than 16 ms it does not tell (${seen.length} events took longer, 98 % of those at most ${ms(
      quantile(
        seen.map((one) => one.ms),
        0.98,
      ),
    )} ms). The slowest:`,
    head: ['page', 'event', 'on', 'ms'],
    rows: worst.map((one) => [one.page, one.kind, one.on, String(one.ms)]),
    targets: [{ text: `the slowest takes ${ms(slowest)} ms (at most ${atMost})`, met: slowest <= atMost }],
  }
}

async function restyledElements(environment: Environment, browser: Browser): Promise<Section> {
  const { context, page, devtools } = await openPhone(browser)
  const rows: [string, number][] = []
  await buy(environment, page, async (act, on) => {
    const path = new URL(page.url()).pathname
    const stop = await traceRestyling(devtools)
    await act()
    // The frame that a press leads to.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
    rows.push([`${path}: ${on}`, await stop()])
  })
  await context.close()
  const most = Math.max(...rows.map(([, elements]) => elements))
  return {
    title: 'Elements restyled at once by a touch or a key',
    how: 'The most in one update of the browser’s trace, after hydration.',
    head: ['on', 'elements'],
    rows: rows.map(([on, elements]) => [on, String(elements)]),
    targets: [
      { text: `at most ${most} elements (at most ${RESTYLED_AT_MOST})`, met: most <= RESTYLED_AT_MOST },
    ],
  }
}

/** @returns ends the trace, with the most elements that were restyled at once */
async function traceRestyling(devtools: CDPSession): Promise<() => Promise<number>> {
  let most = 0
  const look = ({ value }: { value: { name?: string; args?: { elementCount?: number } }[] }) => {
    for (const { name, args } of value) {
      if (name === 'UpdateLayoutTree') most = Math.max(most, args?.elementCount ?? 0)
    }
  }
  devtools.on('Tracing.dataCollected', look)
  await devtools.send('Tracing.start', { categories: 'devtools.timeline', transferMode: 'ReportEvents' })
  return async () => {
    const complete = new Promise((done) => devtools.once('Tracing.tracingComplete', done))
    await devtools.send('Tracing.end')
    await complete
    devtools.off('Tracing.dataCollected', look)
    return most
  }
}

async function buy(
  environment: Environment,
  page: Page,
  measured: (act: () => Promise<unknown>, on: string) => Promise<unknown>,
): Promise<number> {
  let touches = 0
  const tap = async (role: 'button' | 'radio', name: string | RegExp) => {
    touches += 1
    const press = () => page.getByRole(role, { name }).first().tap()
    // A button leads to another page.
    await (role === 'radio' ? measured(press, String(name)) : press())
  }
  const type = async (label: string, text: string) => {
    touches += 1 + text.length
    const field = page.getByLabel(label).first()
    await measured(async () => {
      await field.tap()
      await field.pressSequentially(text, { delay: 30 })
    }, label)
  }
  await page.goto(environment.origin, { waitUntil: 'networkidle' })
  await type('ZIP code', '10001')
  await tap('button', 'Check Availability')
  await page.waitForURL('**/home', { waitUntil: 'networkidle' })
  await tap('radio', 'Really Bad')
  await tap('radio', 'Extremely Bad')
  await tap('button', /Complete Purchase|Select an Option to Continue/)
  await page.waitForURL('**/delivery-options?**', { waitUntil: 'networkidle' })
  await tap('radio', /^Tomorrow/)
  await tap('button', 'Continue to Checkout')
  await page.waitForURL('**/payment?**', { waitUntil: 'networkidle' })
  await type('Email', 'sam.bench@example.com')
  await type('Phone', '2125550100')
  await type('Your name', 'Sam Sorry')
  await type('Street address', '350 5th Ave')
  await type('City', 'New York')
  await page.getByLabel('State').selectOption('NY')
  await type('Apology note', 'I was wrong about the dishwasher. Sam')
  await page.waitForTimeout(800)
  await tap('button', 'Continue to Payment')
  await page.waitForURL(`http://127.0.0.1:${environment.ports.payments}/**`, { waitUntil: 'commit' })
  return touches
}
