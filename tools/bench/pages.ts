import { brotliCompressSync } from 'node:zlib'
import type { Browser, Cookie, Page, Request, Response } from '@playwright/test'
import type { Environment } from './environment.ts'
import { kB, ms, type Section } from './report.ts'
import { median } from './statistics.ts'

/** A phone that is four times slower than this machine. */
export const SLOWDOWN = 4
/** Nothing was asked for that long: the page is there. */
const QUIET_MS = 1_500

type Visited = {
  requests: number
  bytes: Record<Kind, number>
  trips: number
  lcp: number
  cls: number
  blocking: number
}
type Kind = (typeof KINDS)[number]
const KINDS = ['document', 'script', 'stylesheet', 'font', 'image', 'fetch', 'other'] as const
const COMPRESSED = new Set<string>(['document', 'script', 'stylesheet', 'fetch', 'other'])

/** The notes that the page itself takes while it comes up. */
const NOTES = `(() => {
  const seen = { lcp: 0, cls: 0, blocking: 0 }
  window.benchNotes = seen
  const watch = (type, see) => new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true })
  watch('largest-contentful-paint', (entry) => { seen.lcp = entry.startTime })
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.cls += entry.value })
  watch('longtask', (entry) => { seen.blocking += Math.max(0, entry.duration - 50) })
})()`

export type Place = { name: string; path: string; kind: 'flow' | 'public' | 'admin' }

/** Every page, with an empty browser each time: what it asks for, what that weighs, and how it comes up. */
export async function visitPages(
  environment: Environment,
  browser: Browser,
  places: readonly Place[],
  signIn: () => Promise<Cookie[]>,
  visits: number,
): Promise<Section> {
  const rows: string[][] = []
  const shifted: string[] = []
  for (const { name, path, kind } of places) {
    const all: Visited[] = []
    // For each page: a token is valid for ten minutes.
    const cookies = kind === 'admin' ? await signIn() : []
    for (let n = 0; n < visits; n++) {
      const context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
      })
      const zip = { name: 'zip', value: '10001', url: environment.origin }
      // A saved ZIP would skip the gate.
      if (path !== '/') await context.addCookies([...cookies, zip])
      all.push(await visit(environment, await context.newPage(), `${environment.origin}${path}`))
      await context.close()
    }
    const [last] = all.slice(-1)
    if (!last) continue
    const of = (key: 'lcp' | 'cls' | 'blocking') => median(all.map((each) => each[key]))
    rows.push([
      name,
      String(last.requests),
      ...KINDS.map((each) => kB(last.bytes[each])),
      String(last.trips),
      ms(of('lcp')),
      of('cls').toFixed(3),
      ms(of('blocking')),
    ])
    console.log(rows.at(-1)?.join('  '))
    if (of('cls') > 0.1) shifted.push(name)
  }
  return {
    title: 'Each page, coming up',
    how: `Chromium as a phone (390 × 844), ${SLOWDOWN} times slower than this machine, an empty browser each time, ${visits} visits, medians. Texts as the edge compresses them (brotli), kB with the scripts of the islands. Round trips to the database until the page is quiet.`,
    head: [
      'page',
      'requests',
      'HTML',
      'JS',
      'CSS',
      'fonts',
      'pictures',
      'API',
      'other',
      'round trips',
      'LCP, ms',
      'CLS',
      'blocking, ms',
    ],
    rows,
    targets: [
      {
        text: `nothing moves once it is there (CLS at most 0.1)${shifted.length > 0 ? `: ${shifted.join(', ')}` : ''}`,
        met: shifted.length === 0,
      },
    ],
  }
}

async function visit(environment: Environment, page: Page, address: string): Promise<Visited> {
  const answers: Response[] = []
  const pending = new Set<Request>()
  let last = Date.now()
  const heard = (request: Request, isOver: boolean) => {
    last = Date.now()
    if (isOver) pending.delete(request)
    else pending.add(request)
  }
  page.on('request', (request) => heard(request, false))
  page.on('requestfinished', (request) => heard(request, true))
  page.on('requestfailed', (request) => heard(request, true))
  const quiet = async () => {
    last = Date.now()
    while (pending.size > 0 || Date.now() - last < QUIET_MS) await page.waitForTimeout(50)
  }
  page.on('response', (response) => {
    answers.push(response)
  })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await page.addInitScript(NOTES)
  // The back office fetches no other screens ahead then, which on a slow machine would count for this one.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  )
  const before = await environment.roundTrips()
  const response = await page.goto(address, { waitUntil: 'load' })
  if (!response || response.status() >= 400) throw new Error(`${address} answered ${response?.status()}.`)
  await quiet()
  const notes = await page.evaluate<Pick<Visited, 'lcp' | 'cls' | 'blocking'>>('window.benchNotes')
  const trips = (await environment.roundTrips()) - before
  const bytes = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>
  for (const answer of answers) {
    const kind = kindOf(answer.request().resourceType())
    // Redirects have no body, and one that is cut off has none either.
    const body = await answer.body().catch(() => Buffer.alloc(0))
    bytes[kind] += COMPRESSED.has(kind) ? brotliCompressSync(body).byteLength : body.byteLength
  }
  return { requests: answers.length, bytes, trips, ...notes }
}

function kindOf(type: string): Kind {
  if (type === 'xhr') return 'fetch'
  return KINDS.find((kind) => kind === type) ?? 'other'
}
