import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, openBrowser, type Tab } from './devtools.ts'
import type { Front } from './front.ts'
import { ms, type Section } from './report.ts'
import { median } from './statistics.ts'
import type { World } from './world.ts'

const SERVER_MS = 150
const BOUND_MS = 50
/** Rules come a second after the page, and the browser needs a moment for what they name. */
const DECIDING_MS = 3_000

type Step = { name: string; from: string; choose: string; press: string; to: string }

// In the page: what is chosen, and where the button is.
const BUTTON = (text: string) =>
  `[...document.querySelectorAll('button')].find((it) => /${text}/.test(it.textContent) && it.getBoundingClientRect().width > 0)`
const RADIO = (value: string) => `document.querySelector('input[type=radio][value="${value}"]')`

const BOUQUET = 'optionId=FLOWER-002&price=89.99&product=Extremely+Bad'
const STEPS: Step[] = [
  {
    name: 'ZIP gate → bouquets',
    from: '/?change=1',
    choose: 'zip',
    press: BUTTON('Check Availability'),
    to: '/home',
  },
  {
    name: 'bouquets → delivery',
    from: '/home',
    choose: RADIO('FLOWER-002'),
    press: BUTTON('Complete Purchase'),
    to: '/delivery-options',
  },
  {
    name: 'delivery → checkout',
    from: `/delivery-options?${BOUQUET}`,
    choose: RADIO('tomorrow'),
    press: BUTTON('Continue to Checkout'),
    to: '/payment',
  },
]

/** How long it takes from a tap until the next page is on the screen, with and without what the browser has prepared. */
export async function taps(world: World, front: Front, rounds: number): Promise<Section> {
  const browser = await openBrowser()
  front.delay(SERVER_MS)
  const rows: string[][] = []
  const targets: Section['targets'][number][] = []
  try {
    for (const step of STEPS) {
      const found = { with: [] as number[], without: [] as number[], prerendered: 0 }
      for (let round = 0; round < rounds; round++) {
        for (const side of ['with', 'without'] as const) {
          front.refusePreparing(side === 'without')
          const { took, prerendered } = await once(browser, world.origin, step)
          found[side].push(took)
          if (side === 'with' && prerendered) found.prerendered += 1
        }
      }
      const [fast, slow] = [median(found.with), median(found.without)]
      rows.push([step.name, ms(fast), ms(slow), `${found.prerendered} of ${rounds}`])
      targets.push({ text: `${step.name}: ${ms(fast)} ms (at most ${BOUND_MS})`, met: fast <= BOUND_MS })
    }
  } finally {
    front.refusePreparing(false)
    front.delay(0)
    await browser.close()
  }
  return {
    title: 'From a tap to the next step',
    how: `Every answer of the server comes ${SERVER_MS} ms late. From the tap until the next page’s first contentful paint, ${rounds} times, medians; with what the browser prepares while one decides, and with every such request refused.`,
    head: ['step', 'prepared, ms', 'not prepared, ms', 'shown from a prerendered page'],
    rows,
    targets,
  }
}

async function once(
  browser: Browser,
  origin: string,
  step: Step,
): Promise<{ took: number; prerendered: boolean }> {
  const tab = await browser.open({ width: 390, height: 844, mobile: true })
  try {
    await tab.send('Page.navigate', { url: `${origin}${step.from}` })
    await tab.until(
      `location.pathname === '${step.from.split('?')[0]}' && document.readyState === 'complete'`,
    )
    await tab.evaluate("document.dispatchEvent(new Event('wake'))")
    await tab.until("document.querySelectorAll('astro-island[ssr]').length === 0")
    if (step.choose === 'zip') {
      await tab.evaluate("document.querySelector('#zip').focus()")
      await tab.send('Input.insertText', { text: '10001' })
    } else await tab.evaluate(`${step.choose}.click()`)
    await sleep(DECIDING_MS)
    await tab.evaluate(
      "addEventListener('click', (event) => { localStorage.benchTap = performance.timeOrigin + event.timeStamp }, true)",
    )
    await tap(tab, step.press)
    await tab.until(
      `location.pathname === '${step.to}' && performance.getEntriesByName('first-contentful-paint').length > 0`,
    )
    return await tab.evaluate(`({
      took: performance.timeOrigin + performance.getEntriesByName('first-contentful-paint')[0].startTime - Number(localStorage.benchTap),
      prerendered: performance.getEntriesByType('navigation')[0].activationStart > 0,
    })`)
  } finally {
    await tab.close()
  }
}

async function tap(tab: Tab, element: string): Promise<void> {
  const { x, y } = await tab.evaluate<{ x: number; y: number }>(`(() => {
    const it = ${element}
    it.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { x, y, width, height } = it.getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2 }
  })()`)
  await sleep(200)
  for (const type of ['mousePressed', 'mouseReleased']) {
    await tab.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 })
  }
}
