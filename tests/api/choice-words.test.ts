import { beforeEach, describe, expect, test } from 'vitest'
import { formatMoney } from '#domain/money.ts'
import { disputes, refunds } from '#drizzle/schema/checkout.ts'
import { choiceOutcome } from '#src/storefront/question/kinds.ts'
import { type DangerFixture, openDangerFixture } from '#tests/support/danger-fixture.ts'
import { dispute, refund } from '#tests/support/rows.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { MORNING } from '#tests/support/shop.ts'
import { IS_SOAK } from '#tests/support/soak.ts'

// The email about a broken promise, the offers of its page and the outcome agree in every case.

const shop = await shareTestShop()
let fixture: DangerFixture

beforeEach(async () => {
  fixture = await openDangerFixture(shop)
  await fixture.setMarket({
    asksForAnswer: false,
    offersChoiceAfterMinutes: null,
    choiceHours: 24,
    pausedReason: null,
  })
})

const AT = ['none', 'asked', 'accepted', 'ready'] as const
const TIME = ['none', 'given'] as const
const MONEY = ['all', 'rest', 'requested', 'bank'] as const
const ANSWERS = ['wait', 'day', 'cancel', 'silence'] as const
type Cell = {
  shop: (typeof AT)[number]
  time: (typeof TIME)[number]
  money: (typeof MONEY)[number] | 'enquiry'
}

/** An order in danger whose buyer was just asked. */
async function offered({ shop: at, time, money }: Cell) {
  fixture.shop.clock.at = MORNING
  const given =
    at === 'none'
      ? { order: await fixture.bought(), token: '' }
      : await fixture.atFlorist(at === 'accepted' ? 'accept' : at === 'ready' ? 'ready' : undefined)
  const { id, customerEmail, totalCents } = given.order
  const { db } = fixture.shop
  if (money === 'rest')
    await db.insert(refunds).values(refund({ orderId: id, amountCents: 1000, status: 'succeeded' }))
  if (money === 'requested')
    await db.insert(refunds).values(refund({ orderId: id, amountCents: totalCents, status: 'pending' }))
  if (money === 'bank') await db.insert(disputes).values(dispute({ orderId: id, status: 'needs_response' }))
  if (money === 'enquiry')
    await db.insert(disputes).values(dispute({ orderId: id, status: 'warning_needs_response' }))
  if (at === 'accepted' || at === 'ready') await fixture.late(given.token, '2026-06-04T21:00')
  else fixture.passTo(given.order.promisedBy, -30)
  expect(await fixture.offer(id, time === 'given' ? '2026-06-04T21:00' : null)).toMatchObject({ status: 200 })
  const [token = ''] = await fixture.tokensOf(customerEmail)
  const [mail] = (await fixture.shop.messages(customerEmail)).filter(({ subject }) =>
    subject.includes('you choose'),
  )
  return { id, customerEmail, totalCents, token, mail: (mail?.text ?? '').replaceAll(/\s+/g, ' ') }
}

/** Makes a choice, or lets the time for it pass; what became of order and money, and whether it could be made. */
async function answer({ id, token }: Awaited<ReturnType<typeof offered>>, how: (typeof ANSWERS)[number]) {
  const before = await fixture.orders.refundsOf(id)
  const { body: page } = await fixture.look(token)
  const more = { wait: { waitUntil: '2026-06-05T01:00:00.000Z' }, day: { date: '2026-06-08' } }
  let status = 200
  if (how === 'silence') fixture.shop.pass(24 * 60)
  else status = (await fixture.answer(token, how, how === 'cancel' ? {} : more[how])).status
  await fixture.send()
  const after = await fixture.orders.row(id)
  const refunded = (await fixture.orders.refundsOf(id)).filter(
    (row) => !before.some((each) => each.id === row.id),
  )
  const [choice] = await fixture.choicesOf(id)
  return {
    page,
    made: status === 200,
    isCancelled: after.status === 'cancelled',
    refundedCents: refunded.reduce((sum, { amountCents }) => sum + amountCents, 0),
    outcome: choice?.outcome ?? null,
  }
}

const says = (text: string, part: string) => text.includes(part)

/** Every pair of two of them meets in the gate; the soak takes all three. */
const CELLS = TIME.flatMap((time, m) => ANSWERS.map((how, n) => ({ time, how, at: m + n })))

describe.each(AT)('the order at its shop: %s', (at) => {
  test.each(CELLS.filter((cell) => IS_SOAK || (cell.at + AT.indexOf(at)) % 2 === 0))(
    'new time $time, $how',
    async ({ time, how }) => {
      const cell = await offered({ shop: at, time, money: 'all' })
      const { page, made, isCancelled, refundedCents, outcome } = await answer(cell, how)
      // The email offers what the page offers.
      expect(says(cell.mail, 'You can wait')).toBe(page.offer?.waitUntil !== null)
      expect(says(cell.mail, 'take another day')).toBe((page.offer?.days.length ?? 0) > 0)
      expect(says(cell.mail, 'cancel and get all of your money back')).toBe(
        page.offer?.refundCents === cell.totalCents,
      )
      // A button that was offered works, and one that was not is refused.
      const isOffered = {
        wait: says(cell.mail, 'You can wait'),
        day: says(cell.mail, 'another day'),
        cancel: true,
        silence: true,
      }
      expect(made).toBe(isOffered[how])
      const cancels =
        how === 'cancel' || (how === 'silence' && says(cell.mail, 'we cancel the order and refund all of it'))
      expect([isCancelled, how === 'day' ? 0 : refundedCents]).toEqual([
        cancels,
        cancels ? cell.totalCents : 0,
      ])
      if (how === 'silence') {
        expect(says(cell.mail, 'nothing is cancelled')).toBe(!isCancelled)
        expect(outcome).toBe(isCancelled ? 'expired' : null)
      }
    },
  )
})

describe.each(MONEY)('the money: %s', (money) => {
  test.each(['cancel', 'silence'] as const)('%s', async (how) => {
    // A requested refund stays requested: the provider does not answer.
    if (money === 'requested')
      await fixture.orders.setFault({ kind: 'error-before', only: 'refunds', times: 100 })
    const cell = await offered({ shop: 'none', time: 'none', money })
    const { page, isCancelled, refundedCents } = await answer(cell, how)
    await fixture.orders.setFault({ kind: 'none' })
    const back = { all: cell.totalCents, rest: cell.totalCents - 1000, requested: 0, bank: 0 }[money]
    expect([isCancelled, refundedCents, page.offer?.refundCents, page.offer?.money]).toEqual([
      true,
      back,
      back,
      money,
    ])
    expect(says(cell.mail, 'all of your money')).toBe(money === 'all')
    expect(says(cell.mail, 'refund all of it')).toBe(money === 'all')
    expect(says(cell.mail, 'the rest of your money back')).toBe(money === 'rest')
    expect(says(cell.mail, 'Your money is on its way back already.')).toBe(money === 'requested')
    expect(says(cell.mail, 'Your bank decides about the money.')).toBe(money === 'bank')
    const closed = (await fixture.look(cell.token)).body
    expect(choiceOutcome(how === 'cancel' ? 'cancel' : 'expired', closed).text).toContain(
      {
        all: 'We refunded all of your payment',
        rest: 'We refunded all of your payment',
        requested: `A refund of ${formatMoney(cell.totalCents)} has been requested.`,
        bank: 'Your payment has not been refunded.',
      }[money],
    )
    const { refund: told } = closed
    expect(told && told.requestedCents + told.refundedCents > 0).toBe(money !== 'bank')
  })
})

test('while the bank only asks, another day gives no part of the payment back, and cancelling gives all of it', async () => {
  const asked = await offered({ shop: 'none', time: 'none', money: 'enquiry' })
  expect(await answer(asked, 'day')).toMatchObject({ made: true, refundedCents: 0 })
  const other = await offered({ shop: 'none', time: 'none', money: 'enquiry' })
  expect(await answer(other, 'cancel')).toMatchObject({ isCancelled: true, refundedCents: other.totalCents })
  const none = await offered({ shop: 'none', time: 'none', money: 'all' })
  expect((await answer(none, 'day')).refundedCents).toBeGreaterThan(0)
})

test('while its market is paused, another day is neither offered nor to be had', async () => {
  await fixture.setMarket({ pausedReason: 'A snow storm' })
  fixture.shop.clock.at = MORNING
  await fixture.setMarket({ pausedReason: null })
  const order = await fixture.bought()
  fixture.passTo(order.promisedBy, -30)
  await fixture.setMarket({ pausedReason: 'A snow storm' })
  await fixture.offer(order.id)
  const [token = ''] = await fixture.tokensOf(order.customerEmail)
  const [mail] = await fixture.shop.messages(order.customerEmail)
  expect(mail?.text).not.toContain('another day')
  expect((await fixture.look(token)).body.offer).toMatchObject({ days: [], waitUntil: null, money: 'all' })
})

test('an email that is sent after the new time has passed does not offer it', async () => {
  fixture.shop.clock.at = MORNING
  const order = await fixture.bought()
  fixture.passTo(order.promisedBy, -30)
  const { mail } = fixture.shop.deps
  fixture.shop.deps.mail = { ...mail, send: () => Promise.reject(new Error('down')) }
  await fixture.offer(order.id, '2026-06-04T20:30')
  await fixture.send()
  fixture.shop.deps.mail = mail
  fixture.passTo(order.promisedBy, 60)
  await fixture.tokensOf(order.customerEmail)
  const [sent] = (await fixture.shop.messages(order.customerEmail)).filter(({ subject }) =>
    subject.includes('you choose'),
  )
  expect(sent?.text).toContain('another day')
  expect(sent?.text).not.toContain('You can wait')
})

test('who chose to cancel is not told that we did', async () => {
  const cell = await offered({ shop: 'none', time: 'none', money: 'all' })
  await answer(cell, 'cancel')
  const [mail] = (await fixture.shop.messages(cell.customerEmail)).filter(({ subject }) =>
    subject.includes('cancelled'),
  )
  expect(mail?.text).toContain('You cancelled your order.')
})

describe('the florist who has the order hears that the buyer waits', () => {
  test.each(['asked', 'accepted', 'ready'] as const)('%s', async (at) => {
    const cell = await offered({ shop: at, time: 'given', money: 'all' })
    await answer(cell, 'wait')
    const [message, ...others] = await fixture.florists.messagesOf(cell.id, 'florist-new-time')
    expect([message?.status, others]).toEqual(['sent', []])
    const [mail] = await fixture.shop.messages(String(message?.recipient))
    expect(mail?.subject).toMatch(/^The sender waits: deliver order ORD-\w+ by .*9 PM/)
    expect(mail?.text).toMatch(/\/florist\?token=\S+/)
  })

  test.each(['day', 'cancel'] as const)('and nothing of it when the answer is %s', async (how) => {
    const cell = await offered({ shop: 'accepted', time: 'given', money: 'all' })
    await answer(cell, how)
    expect(await fixture.florists.messagesOf(cell.id, 'florist-new-time')).toEqual([])
  })
})
