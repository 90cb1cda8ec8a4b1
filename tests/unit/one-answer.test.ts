import { describe, expect, test } from 'vitest'
import { listOf } from '#api/dashboard/task-queries.ts'
import { headlineOf } from '#api/florist-portal/florist-order.ts'
import { forList, forOwner, situationOf } from '#api/orders/situation.ts'
import type { StoredOrder } from '#api/orders/state-queries.ts'
import { ANSWER_RULES } from '#domain/florist.ts'
import { toldAttempt } from '#domain/order/attempt.ts'
import { FLAGS, MESSAGES, type MessageKind, type OrderFlag } from '#domain/order/causes.ts'
import { partsOf } from '#domain/order/current-parts.ts'
import { isUntrue } from '#domain/order/evolve.ts'
import { mayHappen } from '#domain/order/may.ts'
import { matches, type OrderParts } from '#domain/order/parts.ts'
import { type BuyerHeadline, SITUATIONS } from '#domain/order/situation.ts'
import { liveShopOrder, type OrderState } from '#domain/order/state.ts'
import { orderIn } from '#tests/support/order-states.ts'
import { reachableStates } from '#tests/support/reachable-states.ts'

// For every reachable state and every reader: page, list, dashboard, florist's page, buyer's page, letters and buttons say one thing.

const WORDS = { firstName: 'Sam', city: 'New York', bouquet: 'Really Bad' }
/** A florist was just asked; they should have answered; the promise is broken. */
const TIMES = ['2026-06-04T15:00:00.000Z', '2026-06-05T14:00:00.000Z', '2026-06-05T17:00:00.000Z'] as const
const FLAGGED = ['nobody_there', 'needs_refund', 'disputed'] as const satisfies OrderFlag[]
const STAMP = '2026-06-04T14:00:00.000Z'

/** The state with what only a database knows. */
function stored(state: OrderState, flags: readonly OrderFlag[]): StoredOrder {
  const shopOrders = state.shopOrders.map((each) => ({
    ...each,
    phone: '(212) 555-0111',
    link: each.link && { ...each.link, createdAt: STAMP, openedAt: null },
  }))
  const messages = state.messages.map((each) => ({
    ...each,
    status: 'sent',
    delivery: null,
    createdAt: STAMP,
  }))
  const open = [...state.flags, ...flags.map((kind) => ({ kind, detail: null }))]
  return { ...state, shopOrders, messages, flags: open, market: null } as unknown as StoredOrder
}

/** The sets of flags that can be open in a state. */
function flagsIn(parts: OrderParts): OrderFlag[][] {
  const alive = FLAGGED.filter((flag) => !FLAGS[flag].until.some((when) => matches(parts, when)))
  const sets: OrderFlag[][] = [[]]
  for (const flag of alive) sets.push(...sets.map((set) => [...set, flag]))
  return sets
}

const cases = reachableStates().flatMap((parts) => {
  const state = orderIn(parts)
  if (!state) return []
  return flagsIn(parts).flatMap((flags) =>
    TIMES.map((time) => {
      const order = stored(state, flags)
      const now = new Date(time)
      const said = situationOf(order, now)
      return {
        name: JSON.stringify({ ...parts, flags, time }),
        parts: partsOf(order),
        flags,
        order,
        now,
        said,
      }
    }),
  )
})
type Case = (typeof cases)[number]

/** The first cases in which something is wrong. */
const wrong = (isWrong: (each: Case) => boolean) =>
  cases
    .filter(isWrong)
    .slice(0, 5)
    .map(({ name, said }) => `${said.kind} ${name}`)
const says = ({ said }: Case) => said.buyer(WORDS).says
const florist = ({ order, now }: Case) => {
  const shopOrder = order.shopOrders.at(-1)
  return shopOrder ? headlineOf({ ...order, shopOrder }, now) : null
}
/** As api/emails.ts asks before it writes a letter: of an attempt, only the one that the buyer is told of. */
const mayBeSent = ({ parts, order }: Case, kind: MessageKind) =>
  !isUntrue(kind, parts) && (kind !== 'delivery-missed' || toldAttempt(order) !== null)

test('there are many states, and every kind of situation that they can lead to', () => {
  expect(cases.length).toBeGreaterThan(1_000)
  // The tables know neither what a bank said, nor what became of an email, nor who else tried to order.
  const elsewhere = ['bank_decides', 'unreached', 'unseen', 'blocked_again']
  const kinds = Object.keys(SITUATIONS).filter((kind) => !elsewhere.includes(kind))
  expect([...new Set(cases.map(({ said }) => said.kind))].toSorted()).toEqual(kinds.toSorted())
})

describe('the owner', () => {
  test('has a step exactly where it is their turn, on the page as on the dashboard', () => {
    expect(wrong(({ said }) => (said.who === 'owner') !== said.actions.length > 0)).toEqual([])
    expect(wrong(({ said }) => said.who === 'owner' && listOf(said.kind) === null)).toEqual([])
  })

  test('reads that there is nothing to do only where nothing is', () => {
    const isIdle = ({ said }: Case) => said.sentence.includes('There is nothing to do')
    expect(
      wrong((each) => isIdle(each) && (each.said.actions.length > 0 || listOf(each.said.kind) !== null)),
    ).toEqual([])
  })

  test('sees in a list what the page says', () => {
    expect(wrong(({ said }) => forList(said).label !== forOwner(said).label)).toEqual([])
    expect(wrong(({ said }) => said.look === 'red' && said.who !== 'owner')).toEqual([])
    expect(wrong(({ said }) => said.flag !== null && !said.actions.includes('settle'))).toEqual([])
  })

  test('is offered no step that is refused', () => {
    expect(
      wrong(({ said, order }) => said.actions.includes('assign') && !mayHappen(order, 'assigned')),
    ).toEqual([])
  })
})

describe('the florist who has the order', () => {
  const live = (each: Case) => liveShopOrder(each.order) !== null
  const text = (each: Case) => {
    const seen = florist(each)
    return seen ? `${seen.heading} ${seen.text}` : ''
  }

  test.each([
    ['accept', /^Can you make this\?/],
    ['ready', /Tap Ready/],
    ['delivered', /Tap At the door/],
  ] as const)('is told to answer %s only where the page has that button', (answer, words) => {
    const { event } = ANSWER_RULES[answer]
    expect(wrong((each) => live(each) && words.test(text(each)) && !mayHappen(each.order, event))).toEqual([])
  })

  test('reads that nobody was there until the flowers are delivered or the order is over', () => {
    const isMissed = ({ parts }: Case) =>
      parts.attempts !== 'none' && parts.shopOrder === 'ready' && ['unpaid', 'paid'].includes(parts.order)
    expect(cases.filter(isMissed).length).toBeGreaterThan(10)
    expect(wrong((each) => isMissed(each) && florist(each)?.heading !== 'Nobody was there.')).toEqual([])
  })

  test('is not told to make what the owner reads is over', () => {
    const isOver = ({ said }: Case) => ['cancelled', 'refunded', 'delivered'].includes(said.kind)
    expect(wrong((each) => isOver(each) && florist(each)?.tone === 'open')).toEqual([])
  })
})

/** What the buyer's pages may say where a letter may still be sent. */
const PAGES_BESIDE: Partial<Record<MessageKind, readonly BuyerHeadline['says'][]>> = {
  'order-delivered': ['delivered', 'cancelled', 'refunded'],
  'delivery-missed': ['missed', 'asked'],
  'order-cancelled': ['cancelled', 'refunded'],
}

describe('the buyer', () => {
  test.each(Object.entries(PAGES_BESIDE) as [MessageKind, readonly BuyerHeadline['says'][]][])(
    'gets no %s against the page',
    (kind, allowed) => {
      const sent = cases.filter((each) => mayBeSent(each, kind))
      expect(sent.length).toBeGreaterThan(0)
      expect(wrong((each) => mayBeSent(each, kind) && !allowed.includes(says(each)))).toEqual([])
    },
  )

  test('gets no question that the pages do not know of', () => {
    const isAsked = ({ parts }: Case) => parts.choice === 'asked' && parts.order === 'paid'
    expect(
      wrong((each) => isAsked(each) && mayBeSent(each, 'promise-choice') && says(each) !== 'asked'),
    ).toEqual([])
    expect(wrong((each) => says(each) === 'asked' && !mayBeSent(each, 'promise-choice'))).toEqual([])
  })

  test('is never told the opposite of what the owner reads', () => {
    const beside: Partial<Record<string, readonly BuyerHeadline['says'][]>> = {
      cancelled: ['cancelled'],
      refunded: ['refunded'],
      delivered: ['delivered'],
      // Nobody opened, and what comes next is late.
      overdue: ['late', 'missed'],
      nobody_there: ['missed'],
    }
    expect(wrong((each) => beside[each.said.kind]?.includes(says(each)) === false)).toEqual([])
  })
})

test('each letter to a buyer is one that this test knows, or is true for ever', () => {
  const known = [...Object.keys(PAGES_BESIDE), 'order-accepted', 'promise-choice', 'substitution-question']
  const withStates = Object.entries(MESSAGES).filter(([, entry]) => entry.to === 'buyer' && 'untrue' in entry)
  expect(withStates.map(([kind]) => kind).toSorted()).toEqual(known.toSorted())
})
