import AxeBuilder from '@axe-core/playwright'
import type { Client } from '@libsql/client/web'
import type { APIRequestContext, Page } from '@playwright/test'
import { AT, expect, ready, someone, test } from './shop.ts'

const BRAND = 'Apologize Better'
const PAID = 'Thank you. The flowers will take it from here.'
const CONFIRMING = 'Thank you. Confirming your payment.'
const NOBODYS = 'cs_test_nobody_has_this_one'
/** A method whose money comes later: no webhook and no scheduled run settles it before it is told to. */
const SLOW_CARD = '4000000000000077'

/** Less than a word that moves by a pixel; the web font's own arrival makes a twentieth of it. */
const STILL = 0.001

/** An order and its checkout session, as if the form had been sent. */
async function placed(request: APIRequestContext, email = someone()): Promise<string> {
  const answer = await request.post('/api/create-checkout-session', {
    data: {
      attemptKey: crypto.randomUUID(),
      productId: 'product-extremely-bad',
      customerInfo: {
        email,
        phone: '2125550177',
        name: 'Sam Sorry',
        address: '350 5th Ave',
        city: 'New York',
        state: 'NY',
        zip: '10001',
        note: 'I was wrong about the dishwasher.',
      },
      deliveryDetails: { option: 'tomorrow' },
    },
  })
  return ((await answer.json()) as { sessionId: string }).sessionId
}

/** What happens to a session at the provider. */
async function atProvider(sessionId: string, what: 'pay' | 'expire' | 'succeed', card?: string) {
  const answer = await fetch(`${AT.payments}/_local/sessions/${sessionId}/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(card ? { card } : {}),
  })
  if (!answer.ok) throw new Error(`${what}: ${await answer.text()}`)
}

const addressOf = (sessionId: string) => `/thank-you?session_id=${sessionId}`
const htmlOf = async (request: APIRequestContext, path: string) => (await request.get(path)).text()
const refreshOf = (html: string) =>
  /<meta http-equiv="refresh" content="(\d+);url=([^"]+)"/.exec(html)?.slice(1) ?? null

/** Until the webhook has arrived. */
async function settled(request: APIRequestContext, sessionId: string): Promise<void> {
  await expect.poll(async () => refreshOf(await htmlOf(request, addressOf(sessionId)))).toBeNull()
}

async function paid(request: APIRequestContext): Promise<string> {
  const sessionId = await placed(request)
  await atProvider(sessionId, 'pay', '4242424242424242')
  await settled(request, sessionId)
  return sessionId
}

async function confirming(request: APIRequestContext): Promise<string> {
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

async function expectNoFault(page: Page): Promise<void> {
  // A toast that is still fading in has too little contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, 'sideways scroll').toBeLessThanOrEqual(0)
}

/** The page as a browser without JavaScript has it, in one with: the checks themselves are scripts. */
async function openUnscripted(page: Page, address: string): Promise<void> {
  await page.route('**/thank-you?**', async (route) => {
    const response = await route.fetch()
    const html = (await response.text())
      .replaceAll(/<script\b[^>]*>.*?<\/script>/gs, '')
      .replaceAll(/<\/?(noscript|astro-island)\b[^>]*>|<meta http-equiv="refresh"[^>]*>/g, '')
    await route.fulfill({ response, body: html })
  })
  await page.goto(address)
}

/** How much of the page has moved by itself so far. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const sum = (entries: PerformanceEntryList) =>
          entries.reduce((total, entry) => total + ('value' in entry ? Number(entry.value) : 0), 0)
        const observer = new PerformanceObserver((list) => resolve(sum(list.getEntries())))
        observer.observe({ type: 'layout-shift', buffered: true })
        // Nothing has moved: the observer is never called.
        setTimeout(() => resolve(sum(observer.takeRecords())), 300)
      }),
  )
}

const lookUpsOf = (page: Page) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/get-order-details')) sent.push(request.postData() ?? '')
  })
  return sent
}

const STATES = [
  { name: 'paid', make: paid, heading: PAID, title: `Order Confirmed – Extremely Bad | ${BRAND}` },
  { name: 'confirming', make: confirming, heading: CONFIRMING, title: `Thank You | ${BRAND}` },
  { name: 'cancelled', make: cancelled, heading: 'This order was not paid.', title: `Thank You | ${BRAND}` },
  {
    name: 'paid too late',
    make: paidTooLate,
    heading: 'Your money is on its way back.',
    title: `Thank You | ${BRAND}`,
  },
]

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    for (const { name, make, heading, title } of STATES) {
      test(`${name}: told, with the order on its slip`, async ({ page, request, database }) => {
        const sessionId = await make(request, database)
        await page.goto(addressOf(sessionId))
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
        await expect(page).toHaveTitle(title)
        const slip = page.getByRole('region', { name: 'Order summary' })
        for (const text of ['Extremely Bad', 'Tomorrow', '350 5th Ave', 'New York, 10001', '$95.39']) {
          await expect(slip).toContainText(text)
        }
        await expect(slip).toContainText(/ORD-[0-9A-Z]{8}/)
        await expect(page.getByRole('img', { name: 'Extremely Bad bouquet' })).toBeVisible()
        await expect(page.getByRole('button', { name: 'Select New Flowers' })).toBeVisible()
        if (!javaScriptEnabled) return
        await expect(page).toHaveURL(`${AT.shop}/thank-you`)
        await expectNoFault(page)
      })
    }

    test('a session that nobody has: Unable to load order, and the way home', async ({ page }) => {
      await page.goto(addressOf(NOBODYS))
      const problem = page.getByRole('alert')
      await expect(problem.getByRole('heading')).toHaveText('Unable to load order')
      await expect(problem).toContainText('Order not found')
      await expect(page).toHaveTitle(`Thank You | ${BRAND}`)
      if (javaScriptEnabled) await expectNoFault(page)
      await page.getByRole('button', { name: 'Return Home' }).click()
      await expect(page).toHaveURL(/\/\??$/)
    })

    test('no session anywhere: the start', async ({ page }) => {
      await page.goto('/thank-you')
      await expect(page).toHaveURL(`${AT.shop}/`)
    })
  })
}

test.describe('the page itself', () => {
  for (const { name, make } of STATES) {
    test(`${name}: no accessibility fault without JavaScript either`, async ({ page, request, database }) => {
      const address = addressOf(await make(request, database))
      await openUnscripted(page, `${address}&look=8`)
      await expect(page.getByRole('link', { name: 'Look again' })).toHaveCount(name === 'confirming' ? 1 : 0)
      await expectNoFault(page)
    })
  }

  test('is private, tells nobody where it was, and holds what is listed and nothing more', async ({
    request,
  }) => {
    const sessionId = await paid(request)
    const answer = await request.get(addressOf(sessionId))
    expect(answer.headers()).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    })
    const html = await answer.text()
    expect(html).toContain(`<title>Order Confirmed – Extremely Bad | ${BRAND}</title>`)
    expect(html).toMatch(/ORD-[0-9A-Z]{8}/)
    for (const secret of ['Sam Sorry', '5550177', '555-0177', 'dishwasher', 'payment_intent', 'pi_']) {
      expect(html).not.toContain(secret)
    }
  })

  test('refreshes itself with growing pauses for a minute, then stops and offers to look again', async ({
    request,
  }) => {
    const sessionId = await confirming(request)
    const pauses: number[] = []
    let html = await htmlOf(request, addressOf(sessionId))
    for (let next = refreshOf(html); next; next = refreshOf(html)) {
      const [seconds = '', address = ''] = next
      pauses.push(Number(seconds))
      expect(html).toContain(CONFIRMING)
      expect(pauses.length).toBeLessThan(20)
      html = await htmlOf(request, address.replaceAll('&#38;', '&').replaceAll('&amp;', '&'))
    }
    expect(pauses[0]).toBe(2)
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
    const minute = pauses.reduce((sum, pause) => sum + pause, 0)
    expect(minute).toBeGreaterThanOrEqual(50)
    expect(minute).toBeLessThanOrEqual(70)
    expect(html).toContain('It is taking longer than usual.')
    expect(html).toContain(`href="${addressOf(sessionId)}"`)
  })

  for (const look of ['-1', '1.5', 'NaN', 'x', '', '1e999', '0x2']) {
    test(`a spoilt counter (${look}) is none`, async ({ request }) => {
      const html = await htmlOf(request, `${addressOf(await confirming(request))}&look=${look}`)
      expect(html).toContain(CONFIRMING)
      const next = refreshOf(html)
      expect(next === null || /look=[1-8]$/.test(next[1] ?? '')).toBe(true)
    })
  }

  for (const spoilt of ['x', 'cs_', "cs_test_'%22><script>alert(1)</script>", `cs_${'a'.repeat(300)}`]) {
    test(`a spoilt session (${spoilt.slice(0, 30)}) is told and harmless`, async ({ page }) => {
      await page.goto(`/thank-you?session_id=${spoilt}`)
      await expect(page.getByRole('alert').filter({ hasText: 'Unable to load order' })).toContainText(
        'This is not a checkout session',
      )
    })
  }
})

test.describe('while somebody watches', () => {
  test('confirming becomes paid: announced, nothing moves, the focus stays, the asking stops', async ({
    page,
    request,
  }) => {
    const sessionId = await confirming(request)
    const lookUps = lookUpsOf(page)
    await page.goto(addressOf(sessionId))
    await ready(page)
    const status = page.getByRole('status')
    await expect(status).toContainText(CONFIRMING)
    // A live region is heard only if it was there before its words changed.
    await status.evaluate((element) => element.setAttribute('data-same', ''))
    const again = page.getByRole('button', { name: 'Select New Flowers' })
    await again.evaluate((button) => button.focus({ preventScroll: true }))
    await atProvider(sessionId, 'succeed')
    await expect(status).toContainText(PAID)
    await expect(status).toHaveAttribute('data-same')
    await expect(again).toBeFocused()
    await expect(page).toHaveTitle(`Order Confirmed – Extremely Bad | ${BRAND}`)
    expect(await layoutShift(page)).toBeLessThan(STILL)
    const asked = lookUps.length
    expect(asked).toBeGreaterThan(0)
    await page.waitForTimeout(3500)
    expect(lookUps).toHaveLength(asked)
  })

  test('not paid at all: told that it has not come through', async ({ page, request }) => {
    await page.goto(addressOf(await placed(request)))
    await expect(page.getByRole('status')).toContainText('Your payment has not come through yet.')
    await expectNoFault(page)
    expect(await layoutShift(page)).toBeLessThan(STILL)
  })

  test('an answer that gets lost is no news', async ({ context, request }) => {
    const sessionId = await confirming(request)
    // The browser itself logs the lost answer as an error: a page of its own.
    const page = await context.newPage()
    await page.route('**/api/get-order-details', (route) => route.abort(), { times: 1 })
    await page.goto(addressOf(sessionId))
    await ready(page)
    await atProvider(sessionId, 'succeed')
    await expect(page.getByRole('status')).toContainText(PAID)
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('confirming becomes paid by itself, and then rests', async ({ page, request }) => {
      const sessionId = await confirming(request)
      await page.goto(addressOf(sessionId))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(CONFIRMING)
      await page.waitForURL(/look=1$/)
      await atProvider(sessionId, 'succeed')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(PAID)
      await expect(page).toHaveTitle(`Order Confirmed – Extremely Bad | ${BRAND}`)
      const rests = page.url()
      expect(refreshOf(await page.content())).toBeNull()
      await page.waitForTimeout(4000)
      expect(page.url()).toBe(rests)
    })

    test('after the last refresh: told so, with a way to look again', async ({ page, request }) => {
      const sessionId = await confirming(request)
      await page.goto(`${addressOf(sessionId)}&look=8`)
      await expect(page.getByRole('status')).toContainText('It is taking longer than usual.')
      await page.getByRole('link', { name: 'Look again' }).click()
      await expect(page).toHaveURL(AT.shop + addressOf(sessionId))
      await expect(page.getByRole('status')).toContainText('This page keeps looking.')
    })
  })
})

test.describe('the tab', () => {
  test('a settled order is not looked up again, and its form is forgotten', async ({ page, request }) => {
    const sessionId = await paid(request)
    const lookUps = lookUpsOf(page)
    await page.goto('/home')
    await page.evaluate(() => sessionStorage.setItem('checkout', '{}'))
    await page.goto(addressOf(sessionId))
    await expect(page).toHaveURL(`${AT.shop}/thank-you`)
    await ready(page)
    expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({ session_id: sessionId })
    expect(await layoutShift(page)).toBeLessThan(STILL)
    expect(lookUps).toEqual([])
  })

  test('a reload shows the skeleton, then the order, and nothing moves', async ({ page, request }) => {
    const sessionId = await paid(request)
    await page.goto(addressOf(sessionId))
    await expect(page).toHaveURL(`${AT.shop}/thank-you`)
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/get-order-details', async (route) => {
      await held
      await route.continue()
    })
    await page.reload()
    const status = page.getByRole('status')
    await expect(status).toContainText('Looking up your order…')
    await expect(page).toHaveTitle(`Thank You | ${BRAND}`)
    await expectNoFault(page)
    await status.evaluate((element) => element.setAttribute('data-same', ''))
    answer()
    await expect(status).toContainText(PAID)
    await expect(status).toHaveAttribute('data-same')
    await expect(page).toHaveTitle(`Order Confirmed – Extremely Bad | ${BRAND}`)
    expect(await layoutShift(page)).toBeLessThan(STILL)
  })

  test('away and back: the order again; Select New Flowers leaves no way back', async ({ page, request }) => {
    await page.goto('/home')
    await page.goto(addressOf(await paid(request)))
    await expect(page).toHaveURL(`${AT.shop}/thank-you`)
    await page.goto('/delivery-options?optionId=FLOWER-001&price=49.99')
    await page.goBack()
    await expect(page).toHaveURL(`${AT.shop}/thank-you`)
    await expect(page.getByRole('status')).toContainText(PAID)
    await page.getByRole('button', { name: 'Select New Flowers' }).click()
    await expect(page).toHaveURL(`${AT.shop}/`)
    await page.goBack()
    await expect(page).toHaveURL(`${AT.shop}/home`)
  })

  for (const [name, answer, message] of [
    [
      'an error of ours',
      {
        status: 500,
        json: { error: { code: 'unknown', message: 'Order lookup failed', issues: [], requestId: 'r-1' } },
      },
      'Order lookup failed',
    ],
    ['no answer', null, 'Order lookup failed'],
    [
      'too many tries',
      {
        status: 429,
        json: { error: { code: 'rate_limited', message: 'Too many tries.', issues: [], requestId: 'r-1' } },
      },
      'Too many tries.',
    ],
  ] as const) {
    test(`the look-up fails (${name}): a toast, Unable to load order, Return Home`, async ({
      context,
      request,
    }) => {
      // The browser itself logs the failure as an error: a page of its own.
      const page = await context.newPage()
      await page.goto(addressOf(await paid(request)))
      await expect(page).toHaveURL(`${AT.shop}/thank-you`)
      await page.route('**/api/get-order-details', (route) =>
        answer ? route.fulfill(answer) : route.abort(),
      )
      await page.reload()
      await expect(page.getByText('Failed to load order details')).toBeVisible()
      const problem = page.getByRole('alert').filter({ hasText: 'Unable to load order' })
      await expect(problem).toContainText(message)
      await expectNoFault(page)
      await page.getByRole('button', { name: 'Return Home' }).click()
      await expect(page).toHaveURL(`${AT.shop}/`)
    })
  }

  test('the page could not read the order: the browser looks it up itself', async ({ page, request }) => {
    const sessionId = await paid(request)
    // What the page looks like then: as for a reload, whose address names no session.
    await page.route('**/thank-you?**', async (route) => {
      await route.fulfill({ response: await route.fetch({ url: `${AT.shop}/thank-you` }) })
    })
    const lookUps = lookUpsOf(page)
    await page.goto(addressOf(sessionId))
    await expect(page.getByRole('status')).toContainText(PAID)
    expect(lookUps).toEqual([JSON.stringify({ sessionId })])
    await expect(page).toHaveURL(`${AT.shop}/thank-you`)
  })

  test('an unknown session says so in passing, too', async ({ page }) => {
    await page.goto(addressOf(NOBODYS))
    await expect(page.getByText('Failed to load order details')).toBeVisible()
    await expect(page).toHaveURL(`${AT.shop}/thank-you`)
  })
})
