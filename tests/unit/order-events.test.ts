import { describe, expect, test } from 'vitest'
import { FLORIST_MESSAGES, ORDER_MESSAGES } from '#api/platform/outbox/outbox.ts'
import {
  cellOf,
  effectsOf,
  MESSAGES,
  ORDER_EVENTS,
  type OrderEvent,
  type OrderParts,
  PARTS,
  type Part,
  partsAfter,
} from '#domain/order/events.ts'
import { promisesDocument } from '#tests/support/promises-document.ts'

const NOTHING: OrderParts = {
  order: 'absent',
  shopOrder: 'none',
  place: 'none',
  choice: 'none',
  substitution: 'none',
  refund: 'none',
}
const parts = Object.keys(PARTS) as Part[]

/** Every state that events can lead to, with the events that are possible in it. */
function reachable(): Map<string, { state: OrderParts; events: OrderEvent[] }> {
  const found = new Map<string, { state: OrderParts; events: OrderEvent[] }>()
  const waiting = [NOTHING]
  for (let state = waiting.pop(); state; state = waiting.pop()) {
    const key = JSON.stringify(state)
    if (found.has(key)) continue
    const steps = ORDER_EVENTS.flatMap((event) => {
      const next = partsAfter(state, event)
      return next ? [{ event, next }] : []
    })
    found.set(key, { state, events: steps.map(({ event }) => event) })
    waiting.push(...steps.map(({ next }) => next))
  }
  return found
}

const states = [...reachable().values()]
const all = states.map(({ state }) => state)
const steps = states.flatMap(({ state, events }) =>
  events.map((event) => ({ before: state, event, after: partsAfter(state, event) ?? state })),
)
/** The first few of what breaks a rule: a list of thousands says no more. */
const broken = <T>(list: readonly T[], breaks: (item: T) => boolean) => list.filter(breaks).slice(0, 3)

test('docs/promises.md says what the tables say', async () => {
  await expect(promisesDocument()).toMatchFileSnapshot('../../docs/promises.md')
})

describe('the tables', () => {
  test.each(parts)('%s: every state is reached, and every cell that is not refused is used', (part) => {
    const listed: readonly string[] = PARTS[part]
    expect(listed.filter((name) => !all.some((state) => state[part] === name))).toEqual([])
    const unused = ORDER_EVENTS.flatMap((event) =>
      listed.flatMap((state) => {
        const cell = cellOf(part, event, state as never)
        const used = steps.some((step) => step.event === event && step.before[part] === state)
        return cell !== 'refused' && cell !== 'stays' && !used ? [`${event} in ${state}`] : []
      }),
    )
    expect(unused).toEqual([])
  })

  test('every event can happen', () => {
    const possible = new Set(steps.map(({ event }) => event))
    expect(ORDER_EVENTS.filter((event) => !possible.has(event))).toEqual([])
  })
})

describe('in every state that can be reached', () => {
  test('an order takes a place exactly while it is neither called off nor refunded', () => {
    const place = { unpaid: ['held', 'over'], paid: ['final', 'over'], delivered: ['final', 'over'] }
    expect(
      broken(all, ({ order, place: taken }) => {
        const expected: readonly string[] = Reflect.get(place, order) ?? ['none']
        return !expected.includes(taken)
      }),
    ).toEqual([])
  })

  test('a buyer is asked, or to be asked, only about a paid order that is not over', () => {
    expect(
      broken(all, ({ order, choice }) => choice !== 'none' && choice !== 'ended' && order !== 'paid'),
    ).toEqual([])
    expect(
      broken(all, ({ order, choice }) => choice === 'ended' && order !== 'cancelled' && order !== 'refunded'),
    ).toEqual([])
  })

  test('a buyer is asked about other flowers only while a florist makes a paid order', () => {
    const isWrong = ({ order, shopOrder, substitution }: OrderParts) =>
      substitution === 'asked' && (order !== 'paid' || shopOrder !== 'accepted')
    expect(broken(all, isWrong)).toEqual([])
  })

  test('a choice that ended an order asked for its refund', () => {
    expect(broken(all, ({ choice, refund }) => choice === 'ended' && refund === 'none')).toEqual([])
  })

  test('all of the money is back exactly when the order is refunded', () => {
    expect(broken(all, ({ order, refund }) => (order === 'refunded') !== (refund === 'full'))).toEqual([])
  })

  test('an order that is not there has nothing', () => {
    expect(all.filter(({ order }) => order === 'absent')).toEqual([NOTHING])
  })
})

describe('every step', () => {
  test('what a choice or missing flowers end is taken back from its shop', () => {
    const ending: readonly OrderEvent[] = [
      ...(['chose_cancel', 'choice_expired', 'cancelled_by_buyer'] as const),
      ...(['substitution_refunded', 'substitution_declined'] as const),
    ]
    expect(
      broken(
        steps.filter(({ event }) => ending.includes(event)),
        ({ after: { shopOrder, place, refund } }) =>
          ['asked', 'accepted', 'ready'].includes(shopOrder) || place !== 'none' || refund !== 'requested',
      ),
    ).toEqual([])
  })

  test('nobody is refunded unasked once a florist has made the flowers ready or delivered them', () => {
    expect(
      broken(steps, ({ event, before }) =>
        event === 'choice_expired'
          ? ['ready', 'delivered'].includes(before.shopOrder) || before.choice !== 'offered'
          : false,
      ),
    ).toEqual([])
  })

  test('a buyer who was asked hears how it ends', () => {
    const closing = steps.filter(
      ({ before, after }) => before.choice === 'offered' && after.choice !== 'offered',
    )
    expect(closing.length).toBeGreaterThan(0)
    expect(
      broken(
        closing,
        ({ event, before }) => !effectsOf(event, before).some((effect) => isTo('buyer', effect)),
      ),
    ).toEqual([])
  })

  test('a buyer who was asked about other flowers hears how it ends, unless they have said yes', () => {
    const closing = steps.filter(
      ({ before, after }) => before.substitution === 'asked' && after.substitution !== 'asked',
    )
    expect(closing.length).toBeGreaterThan(0)
    const isUntold = ({ event, before }: (typeof steps)[number]) =>
      event !== 'substitution_agreed' && !effectsOf(event, before).some((effect) => isTo('buyer', effect))
    expect(broken(closing, isUntold)).toEqual([])
  })

  test('a florist who waits for an answer about other flowers hears it', () => {
    const answering = steps.filter(({ event }) => /^substitution_(agreed|declined|silent)$/.test(event))
    const isUntold = ({ event, before }: (typeof steps)[number]) =>
      !effectsOf(event, before).some((effect) => isTo('florist', effect))
    expect(answering.length).toBeGreaterThan(0)
    expect(broken(answering, isUntold)).toEqual([])
  })

  test('a shop that loses an order to make hears of it', () => {
    const losing = steps.filter(
      ({ before, after }) =>
        ['asked', 'accepted', 'ready'].includes(before.shopOrder) &&
        ['silent', 'withdrawn'].includes(after.shopOrder),
    )
    expect(
      broken(
        losing,
        ({ event, before }) => !effectsOf(event, before).some((effect) => isTo('florist', effect)),
      ),
    ).toEqual([])
  })

  test('a payment or a reopening that finds no room is flagged, and nothing else is', () => {
    const flagged = (step: (typeof steps)[number]) =>
      effectsOf(step.event, step.before).some((effect) => 'flag' in effect && effect.flag === 'over_capacity')
    expect(
      broken(
        steps,
        (step) => flagged(step) !== (step.after.place === 'over' && step.before.place !== 'over'),
      ),
    ).toEqual([])
  })

  test('news that come twice change nothing', () => {
    const once: readonly OrderEvent[] = [
      ...(['paid', 'paid_without_room', 'paid_after_cancellation', 'session_ended', 'placed'] as const),
      ...(['chose_wait', 'chose_day', 'chose_cancel', 'choice_expired', 'accepted', 'silent'] as const),
      ...(['refunded_in_full', 'refund_failed', 'danger', 'choice_offered'] as const),
      ...(['substitution_asked', 'substitution_agreed', 'substitution_declined'] as const),
      ...(['substitution_silent', 'substitution_refunded', 'flowers_found'] as const),
    ]
    expect(
      broken(
        steps.filter(({ event }) => once.includes(event)),
        ({ event, after }) => partsAfter(after, event) !== null,
      ),
    ).toEqual([])
  })
})

test('every message to be sent is one that the outbox knows', () => {
  const known: readonly string[] = [...ORDER_MESSAGES, ...FLORIST_MESSAGES]
  expect(Object.keys(MESSAGES).filter((kind) => !known.includes(kind))).toEqual([])
})

function isTo(reader: string, effect: ReturnType<typeof effectsOf>[number]): boolean {
  return ('send' in effect && MESSAGES[effect.send].to === reader) || 'byStatus' in effect
}
