import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#src/lib/api.ts'
import type { ConfirmationOrder } from '#src/lib/shop-api.ts'
import { progressMessage } from '#src/storefront/confirmation/messages.ts'
import { failed, type OrderState } from '#src/storefront/confirmation/order-state.ts'
import { watchOrder } from '#src/storefront/confirmation/watch-order.ts'
import { CONFIRMATION_ORDER } from '#tests/support/confirmation-order.ts'

const CONFIRMING: ConfirmationOrder = {
  ...CONFIRMATION_ORDER,
  paymentState: 'confirming',
  paymentChecked: false,
}
const LOADING: OrderState = { state: 'loading' }
const STEP_MS = 250

const apiError = (status: number, code: string) =>
  new ApiError(status, { error: { code, message: `It is ${code}`, issues: [], requestId: 'r-1' } })
const AWAY = () => Promise.reject(apiError(500, 'unknown'))
const PAID = () => Promise.resolve(CONFIRMATION_ORDER)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Lets everything go on that does not wait for a timer. */
const idle = () => new Promise((resolve) => setImmediate(resolve))

/** A clock for any number of pages. */
function clock() {
  const started = performance.now()
  const now = () => performance.now() - started
  return {
    now,
    async pass(ms: number) {
      await idle()
      for (const end = now() + ms; now() < end; ) {
        vi.advanceTimersByTime(STEP_MS)
        await idle()
      }
    },
  }
}

type Page = { answer: () => Promise<ConfirmationOrder>; stored?: OrderState; random?: () => number }

/** An open page. `asked` is when it looked up, in seconds since the start. */
function open({ answer, stored = LOADING, random = () => 0.5 }: Page, time = clock()) {
  const page = { answer, visible: true, asked: [] as number[], shown: [] as OrderState[] }
  const watch = watchOrder(stored, {
    lookUp() {
      page.asked.push(time.now() / 1000)
      return page.answer()
    },
    isVisible: () => page.visible,
    random,
    show: (state) => page.shown.push(state),
  })
  watch.start()
  return { page, watch, time, last: () => page.shown.at(-1) }
}

/** An answer that comes when it is told to. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<ConfirmationOrder>()
  return { answer: () => promise, resolve, reject }
}

describe('while the order cannot be looked up', () => {
  test('says so at once and looks again by itself, with growing pauses up to a minute', async () => {
    const { page, time, last } = open({ answer: AWAY })
    await idle()
    expect(last()).toMatchObject({
      state: 'error',
      reason: 'unanswered',
      trying: 'waiting',
      requestId: 'r-1',
    })
    await time.pass(240_000)
    expect(page.asked).toEqual([0, 5, 15, 35, 75, 135, 195])
  })

  test('becomes the confirmation by itself, and looks no more', async () => {
    const { page, time, last } = open({ answer: AWAY })
    await time.pass(20_000)
    page.answer = PAID
    await time.pass(20_000)
    expect(last()).toEqual({ state: 'loaded', order: CONFIRMATION_ORDER, waiting: false })
    const asked = page.asked.length
    await time.pass(600_000)
    expect(page.asked).toHaveLength(asked)
  })

  test.each([
    ['no answer at all', new TypeError('Failed to fetch')],
    ['a time-out', new DOMException('signal timed out', 'TimeoutError')],
    ['an answer that takes us too long', apiError(503, 'too_slow')],
    ['an answer of a proxy', new Error('Unreadable')],
  ])('%s may pass', async (_, error) => {
    const { page, time, last } = open({ answer: () => Promise.reject(error) })
    await time.pass(6_000)
    expect(last()).toMatchObject({ state: 'error', trying: 'waiting' })
    expect(page.asked).toEqual([0, 5])
  })

  test('too many look-ups: the next one comes a minute later', async () => {
    const { page, time } = open({ answer: () => Promise.reject(apiError(429, 'rate_limited')) })
    await time.pass(121_000)
    expect(page.asked).toEqual([0, 60, 120])
  })

  test('a page that nobody sees does not look; seen again, it looks at once', async () => {
    const { page, watch, time } = open({ answer: AWAY })
    await idle()
    page.visible = false
    await time.pass(600_000)
    expect(page.asked).toEqual([0])
    page.visible = true
    watch.onVisible()
    watch.onVisible()
    await idle()
    expect(page.asked).toEqual([0, 600])
  })

  test('hidden for less than a pause, it keeps the pause', async () => {
    const { page, watch, time } = open({ answer: AWAY })
    await idle()
    page.visible = false
    await time.pass(1_000)
    page.visible = true
    watch.onVisible()
    await time.pass(5_000)
    expect(page.asked).toEqual([0, 5])
  })

  test('with a network again, it looks at once', async () => {
    const { page, watch, time } = open({ answer: AWAY })
    await time.pass(1_000)
    watch.onOnline()
    watch.onOnline()
    await idle()
    expect(page.asked).toEqual([0, 1])
  })

  test('a page that was left shows and asks nothing more', async () => {
    const { answer, reject } = held()
    const { page, watch, time } = open({ answer })
    watch.stop()
    reject(apiError(500, 'unknown'))
    await time.pass(600_000)
    expect([page.asked, page.shown]).toEqual([[0], []])
  })

  test('what the server could not read either is looked up by the browser', async () => {
    const { page, last } = open({ answer: PAID, stored: failed(apiError(500, 'unknown')) })
    await idle()
    expect(page.shown.map(({ state }) => state)).toEqual(['error', 'error', 'loaded'])
    expect(last()).toMatchObject({ order: CONFIRMATION_ORDER })
  })
})

describe('Try Again', () => {
  test('looks at once, pressed twice only once, and shows for a second that it does', async () => {
    const { page, watch, time, last } = open({ answer: AWAY })
    await time.pass(2_000)
    watch.tryAgain()
    watch.tryAgain()
    await idle()
    watch.tryAgain()
    expect(last()).toMatchObject({ trying: 'pressed' })
    expect(page.asked).toEqual([0, 2])
    await time.pass(1_000)
    expect(last()).toMatchObject({ trying: 'waiting', triedAgain: true })
    expect(page.asked).toEqual([0, 2])
    // The pauses go on growing.
    await time.pass(11_000)
    expect(page.asked).toEqual([0, 2, 13])
  })

  test('pressed without end asks once a second', async () => {
    const { page, watch, time } = open({ answer: AWAY })
    for (let presses = 0; presses < 40; presses++) {
      watch.tryAgain()
      await time.pass(STEP_MS)
    }
    expect(page.asked.length).toBeLessThanOrEqual(11)
  })

  test('joins a look-up that is under way', async () => {
    const { page, watch, time, last } = open({ answer: AWAY })
    const second = held()
    page.answer = second.answer
    await time.pass(5_000)
    expect(last()).toMatchObject({ trying: 'looking' })
    watch.tryAgain()
    expect(last()).toMatchObject({ trying: 'pressed' })
    second.resolve(CONFIRMATION_ORDER)
    await idle()
    expect(last()).toMatchObject({ state: 'loaded' })
    expect(page.asked).toEqual([0, 5])
  })

  test('shows an order as soon as it is there', async () => {
    const { page, watch, last } = open({ answer: AWAY })
    await idle()
    page.answer = PAID
    watch.tryAgain()
    await idle()
    expect(last()).toMatchObject({ state: 'loaded' })
  })

  test('is read out: that it tries, and that it failed; look-ups by themselves are not', async () => {
    const { page, watch, time } = open({ answer: AWAY })
    await time.pass(40_000)
    watch.tryAgain()
    await time.pass(300_000)
    const texts = page.shown.map((state) => (state.state === 'error' ? progressMessage(state) : ''))
    expect(texts.filter((text, i) => text !== texts[i - 1])).toEqual([
      'This page keeps trying by itself.',
      'Trying again…',
      'Still no answer. This page keeps trying by itself.',
    ])
  })
})

describe('an answer that is no order', () => {
  test.each([
    ['success: false', apiError(200, 'unknown'), 'refused'],
    ['an unknown session', apiError(404, 'order_not_found'), 'not-found'],
    ['a malformed session', apiError(422, 'invalid'), 'malformed'],
  ])('%s ends the look-ups at once; Try Again asks once more', async (_, error, reason) => {
    const { page, watch, time, last } = open({ answer: () => Promise.reject(error) })
    await idle()
    expect(last()).toMatchObject({ state: 'error', reason, message: error.message, trying: 'no' })
    await time.pass(600_000)
    watch.onVisible()
    watch.onOnline()
    expect(page.asked).toEqual([0])
    watch.tryAgain()
    await time.pass(600_000)
    expect(page.asked).toEqual([0, 600])
    expect(last()).toMatchObject({ trying: 'no', triedAgain: true })
  })

  test('known to the server already, it is not asked for again', async () => {
    const { page, time } = open({ answer: PAID, stored: failed(apiError(404, 'order_not_found')) })
    await time.pass(600_000)
    expect([page.asked, page.shown.length]).toEqual([[], 1])
  })
})

describe('with an order on the page', () => {
  const stored: OrderState = { state: 'loaded', order: CONFIRMING, waiting: true }

  test('that is settled: not looked up', async () => {
    const { page, time } = open({
      answer: AWAY,
      stored: { state: 'loaded', order: CONFIRMATION_ORDER, waiting: false },
    })
    await time.pass(600_000)
    expect([page.asked, page.shown]).toEqual([[], []])
  })

  test('whose payment is on its way: asked about for a minute', async () => {
    const { page, time, last } = open({ answer: () => Promise.resolve(CONFIRMING), stored })
    await time.pass(600_000)
    expect(page.asked[0]).toBe(0)
    expect(page.asked.at(-1)).toBeGreaterThanOrEqual(60)
    expect(page.asked.at(-1)).toBeLessThanOrEqual(70)
    expect(last()).toEqual({ state: 'loaded', order: CONFIRMING, waiting: false })
  })

  test('failed look-ups are not shown, and pause longer', async () => {
    const { page, time, last } = open({ answer: AWAY, stored })
    await time.pass(600_000)
    expect(page.shown.every(({ state }) => state === 'loaded')).toBe(true)
    expect(page.asked).toEqual([0, 5, 15, 35, 75])
    expect(last()).toEqual({ state: 'loaded', order: CONFIRMING, waiting: false })
  })

  test('that was found late: its payment still gets its minute', async () => {
    const { page, time, last } = open({ answer: AWAY })
    await time.pass(300_000)
    page.answer = () => Promise.resolve(CONFIRMING)
    await time.pass(70_000)
    expect(last()).toMatchObject({ state: 'loaded', waiting: true })
    page.answer = PAID
    await time.pass(20_000)
    expect(last()).toEqual({ state: 'loaded', order: CONFIRMATION_ORDER, waiting: false })
  })
})

test('200 pages whose look-ups failed at the same moment do not come back together', async () => {
  const time = clock()
  const pages = Array.from({ length: 200 }, (_, page) => {
    let draws = 0
    // Spread evenly from 0 to 1, differently at each draw.
    const random = () => ((page + 1) * 0.618034 + ++draws * 0.754878) % 1
    return open({ answer: AWAY, random }, time)
  })
  await time.pass(600_000)
  const asked = pages.flatMap(({ page }) => page.asked)
  const most = (from: number, to: number) => {
    const counts = Array.from(
      { length: to - from },
      (_, second) => asked.filter((at) => Math.floor(at) === from + second).length,
    )
    return Math.max(...counts)
  }
  expect(most(0, 1)).toBe(200)
  expect(most(1, 60)).toBeLessThanOrEqual(50)
  expect(most(120, 600)).toBeLessThanOrEqual(12)
  for (const { page } of pages) page.answer = PAID
  await time.pass(90_000)
  for (const { last } of pages) expect(last()).toMatchObject({ state: 'loaded' })
})
