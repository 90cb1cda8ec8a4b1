import type { Client } from '@libsql/client/web'
import type { APIRequestContext, Page } from '@playwright/test'
import { expectClean } from './accessibility.ts'
import { AT, expect, someone } from './shop.ts'

export const BRAND = 'Apologize Better'
export const PAID = 'Thank you. The flowers will take it from here.'
export const CONFIRMING = 'Thank you. Confirming your payment.'
export const NOBODYS = 'cs_test_nobody_has_this_one'
/** A delayed payment method: it stays unpaid until the test settles it. */
const SLOW_CARD = '4000000000000077'

/** Less than the shift of one word by a pixel; loading the web font makes a twentieth of it. */
export const STILL = 0.001

/** An order and its checkout session, as if the form had been sent. */
export async function placed(
  request: APIRequestContext,
  email = someone(),
  substitutionPreference = 'florist',
  productId = 'product-extremely-bad',
): Promise<string> {
  const answer = await request.post('/api/create-checkout-session', {
    data: {
      attemptKey: crypto.randomUUID(),
      productId,
      customerInfo: {
        email,
        phone: '2125550177',
        recipientPhone: '6465550123',
        name: 'Sam Sorry',
        address: '350 5th Ave',
        unit: 'Apt 4B',
        city: 'New York',
        state: 'NY',
        zip: '10001',
        note: 'I was wrong about the dishwasher.',
        substitutionPreference,
      },
      deliveryDetails: { option: 'tomorrow' },
    },
  })
  return ((await answer.json()) as { sessionId: string }).sessionId
}

/** Changes a session at the provider. */
export async function atProvider(sessionId: string, what: 'pay' | 'expire' | 'succeed', card?: string) {
  const answer = await fetch(`${AT.payments}/_local/sessions/${sessionId}/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(card ? { card } : {}),
  })
  if (!answer.ok) throw new Error(`${what}: ${await answer.text()}`)
}

export const addressOf = (sessionId: string) => `/thank-you?session_id=${sessionId}`
const htmlOf = async (request: APIRequestContext, path: string) => (await request.get(path)).text()
export const refreshOf = (html: string) =>
  /<meta http-equiv="refresh" content="(\d+); url=([^"]+)"/.exec(html)?.slice(1) ?? null

/** Waits until the webhook has arrived. */
async function settled(request: APIRequestContext, sessionId: string): Promise<void> {
  await expect.poll(async () => refreshOf(await htmlOf(request, addressOf(sessionId)))).toBeNull()
}

export async function paid(request: APIRequestContext): Promise<string> {
  const sessionId = await placed(request)
  await atProvider(sessionId, 'pay', '4242424242424242')
  await settled(request, sessionId)
  return sessionId
}

export async function confirming(request: APIRequestContext): Promise<string> {
  const sessionId = await placed(request)
  await atProvider(sessionId, 'pay', SLOW_CARD)
  return sessionId
}

async function cancelled(request: APIRequestContext): Promise<string> {
  const sessionId = await placed(request)
  await atProvider(sessionId, 'expire')
  await settled(request, sessionId)
  return sessionId
}

/** Cancelled by us before the money came. */
async function paidTooLate(request: APIRequestContext, database: Client): Promise<string> {
  const sessionId = await placed(request)
  await database.execute({
    sql: "update orders set status = 'cancelled' where checkout_session_id = ?",
    args: [sessionId],
  })
  await atProvider(sessionId, 'pay', '4242424242424242')
  await settled(request, sessionId)
  return sessionId
}

export async function expectNoFault(page: Page): Promise<void> {
  // A toast that is still fading in has too little contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectClean(page)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, 'sideways scroll').toBeLessThanOrEqual(0)
}

/** The page as a browser without JavaScript has it, in one with: the checks themselves are scripts. */
export async function openUnscripted(page: Page, address: string): Promise<void> {
  await page.route('**/thank-you?**', async (route) => {
    const response = await route.fetch()
    const html = (await response.text())
      .replaceAll(/<script\b[^>]*>.*?<\/script>/gs, '')
      .replaceAll(/<\/?(noscript|astro-island)\b[^>]*>|<meta http-equiv="refresh"[^>]*>/g, '')
    await route.fulfill({ response, body: html })
  })
  await page.goto(address)
}

type Shifts = { sum: number }

/**
 * Counts layout shifts from now on, those of web fonts apart: how far text moves when they replace a fallback depends on
 * the fonts that the machine has.
 */
export function countLayoutShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const shifts: Shifts = { sum: 0 }
    Object.assign(window, { shifts })
    const add = (entry: PerformanceEntry) => {
      if ('value' in entry) shifts.sum += Number(entry.value)
    }
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type: 'layout-shift' })
    const reset = () => {
      shifts.sum = 0
    }
    document.fonts.addEventListener('loadingdone', () =>
      requestAnimationFrame(() => requestAnimationFrame(reset)),
    )
  })
}

/** The layout shift of content that moved by itself, as the browser scores it. Two frames pass first: shifts are reported after theirs. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const { shifts } = window as unknown as { shifts: Shifts }
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(shifts.sum)))
      }),
  )
}

export const lookUpsOf = (page: Page) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/get-order-details')) sent.push(request.postData() ?? '')
  })
  return sent
}

export const STATES = [
  { name: 'paid', make: paid },
  { name: 'confirming', make: confirming },
  { name: 'cancelled', make: cancelled },
  { name: 'paid too late', make: paidTooLate },
]
