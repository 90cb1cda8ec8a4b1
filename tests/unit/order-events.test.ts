import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { FLORIST_MESSAGES, ORDER_MESSAGES } from '#api/platform/outbox/outbox.ts'
import {
  flagEntry,
  MESSAGE_KINDS,
  MESSAGES,
  ORDER_FLAGS,
  type OrderFlag,
  TEXT_KINDS,
} from '#domain/order/causes.ts'
import { partsOf } from '#domain/order/current-parts.ts'
import { decide } from '#domain/order/decide.ts'
import { cellOf, ORDER_EVENTS, type OrderEvent, partsAfter, rowOf } from '#domain/order/events.ts'
import { isUntrue } from '#domain/order/evolve.ts'
import { matches, type OrderParts, PART_NAMES, PARTS, type Part } from '#domain/order/parts.ts'
import { Refused } from '#domain/order/refused.ts'
import type { OrderState } from '#domain/order/state.ts'
import {
  AT,
  allHappenings,
  asStored,
  type Happening,
  happeningOf,
  orderIn,
} from '#tests/support/order-states.ts'
import { promisesDocument } from '#tests/support/promises-document.ts'
import { NOTHING, reachableStates } from '#tests/support/reachable-states.ts'

/** Events that are no command of a stored order, or have a way of their own. */
const OTHERS: readonly OrderEvent[] = [
  ...(['placed', 'sample_created', 'rebuilt', 'undone', 'checkout_opened', 'checkout_renewed'] as const),
  ...(['shop_order_edited', 'shop_order_payment', 'contact_added', 'photo_added', 'photo_deleted'] as const),
]
const EVENTS = ORDER_EVENTS.filter((event) => !OTHERS.includes(event))

const states = reachableStates()
const orders = states.flatMap((parts) => orderIn(parts) ?? [])

type Outcome = { events: OrderEvent[]; facts: unknown; after: OrderState }

/** Null: it was refused, or nothing changed. */
function outcome(state: OrderState, { command, by, hasRoom = true, at = AT }: Happening): Outcome | null {
  try {
    const { patches, after } = decide(state, command, at, by, hasRoom)
    const events = patches.flatMap((patch) => ('log' in patch ? patch.log : []))
    return patches.length === 0 ? null : { events, facts: patches, after }
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

function outcomeOf(event: OrderEvent, state: OrderState): Outcome | null {
  const happening = happeningOf(event, state)
  return happening && outcome(state, happening)
}

/**
 * All flags are up and all messages wait to be sent that may be so, so that whatever ends one shows.
 * @param heard the last that the florist heard
 */
function loaded(
  state: OrderState,
  heard: 'florist-order' | 'florist-cancelled' = 'florist-order',
): OrderState {
  const parts = partsOf(state)
  const lives = (kind: OrderFlag) =>
    kind === 'over_capacity'
      ? parts.place === 'over'
      : !flagEntry(kind).until.some((until) => matches(parts, until))
  const message = (kind: string, tried: boolean) => ({
    id: `${kind} ${tried}`,
    kind,
    dedupeKey: `${kind}:before:${tried}`,
    recipient: 'stems@example.com',
    payload: {},
    tried,
    failed: false,
    at: AT,
  })
  return {
    ...state,
    flags: ORDER_FLAGS.filter(lives).map((kind) => ({ kind, detail: null })),
    messages: [
      ...state.messages,
      message(heard, true),
      ...MESSAGE_KINDS.filter(
        (kind) => !isUntrue(kind, parts) && (MESSAGES[kind].to !== 'florist' || parts.shopOrder !== 'none'),
      ).map((kind) => message(kind, false)),
    ],
  }
}

/** The first few of what breaks a rule: a list of thousands says no more. */
const broken = <T>(list: readonly T[], breaks: (item: T) => boolean) => list.filter(breaks).slice(0, 3)

test('docs/promises.md says what the tables say', async () => {
  await expect(promisesDocument()).toMatchFileSnapshot('../../docs/promises.md')
})

test('every message to be sent is one that the outbox knows', () => {
  const known: readonly string[] = [...ORDER_MESSAGES, ...TEXT_KINDS, ...FLORIST_MESSAGES]
  expect(Object.keys(MESSAGES).filter((kind) => !known.includes(kind))).toEqual([])
})

describe('the table', () => {
  test.each(PART_NAMES)('reaches every state of %s', (part) => {
    const reached = new Set<string>([...states.map((state) => state[part]), 'absent'])
    expect(PARTS[part].filter((state) => !reached.has(state))).toEqual([])
  })

  test('lets every event happen', () => {
    const possible = (event: OrderEvent) =>
      [NOTHING, ...states].some((state) => partsAfter(state, event) !== null)
    expect(ORDER_EVENTS.filter((event) => !possible(event))).toEqual([])
  })

  test('moves an order to what its rows say, whatever is asked of it', () => {
    const wrong: unknown[] = []
    for (const state of orders) {
      for (const happening of allHappenings(state)) {
        const found = outcome(state, happening)
        if (!found || found.events.includes('deleted')) continue
        const before = partsOf(state)
        const after = found.events.reduce(
          (parts, event) => asStored(partsAfter(parts, event) ?? parts),
          before,
        )
        const is = partsOf(found.after)
        if (!isDeepStrictEqual(is, after)) wrong.push({ before, ...found, facts: null, is, after: after })
      }
    }
    expect(wrong.slice(0, 2)).toEqual([])
  })

  test('is taken by a command wherever it allows the event', () => {
    const isFree = (event: OrderEvent, state: OrderState) => outcomeOf(event, state)?.events.includes(event)
    const never = EVENTS.filter((event) => {
      const wishes = (['florist', 'ask', 'refund'] as const).flatMap((substitutionPreference) =>
        orders.map((state) => ({
          ...state,
          order: { ...state.order, substitutionPreference, status: statusFor(event, state) },
          flags: [...state.flags, { kind: 'rebuilt' as const, detail: null }],
          disputes: event === 'dispute_closed' ? [DISPUTE] : [],
        })),
      )
      return !wishes.some((state) => isFree(event, state))
    })
    expect(never).toEqual([])
  })
})

const DISPUTE = { id: 'dp_1', status: 'needs_response', updatedAt: '2026-06-01T00:00:00.000Z' } as const

/** The part `refunded` does not say what the order's own status is. */
function statusFor(event: OrderEvent, { order }: OrderState): OrderState['order']['status'] {
  if (order.paymentStatus !== 'refunded') return order.status
  if (event === 'refund_returned_cancelled') return 'cancelled'
  return event === 'refund_returned_delivered' ? 'delivered' : order.status
}

describe('it runs: taken out in memory, each changes what is decided', () => {
  type Mutable = Record<string, unknown>
  const samples = new Map<OrderEvent, { state: OrderState; happening: Happening }[]>()
  for (const event of EVENTS) {
    const found: { state: OrderState; happening: Happening }[] = []
    const wishes = /^substitut/.test(event) ? (['ask', 'refund', 'florist'] as const) : (['ask'] as const)
    for (const state of orders) {
      for (const substitutionPreference of wishes) {
        for (const heard of ['florist-order', 'florist-cancelled'] as const) {
          const order = { ...state.order, substitutionPreference, status: statusFor(event, state) }
          const one = {
            ...loaded(state, heard),
            order,
            disputes: event === 'dispute_closed' ? [DISPUTE] : [],
          }
          const happening = happeningOf(event, one)
          if (happening && outcome(one, happening)?.events.includes(event))
            found.push({ state: one, happening })
        }
      }
    }
    samples.set(event, found)
  }
  const known = new Map(
    [...samples].map(([event, list]) => [
      event,
      list.map(({ state, happening }) => outcome(state, happening)?.facts),
    ]),
  )

  /** True if some decision is another one while `change` is in force. */
  function isNoticed(event: OrderEvent, isIn: (parts: OrderParts) => boolean): boolean {
    const list = samples.get(event) ?? []
    return list.some(({ state, happening }, n) => {
      if (!isIn(partsOf(state))) return false
      try {
        return !isDeepStrictEqual(outcome(state, happening)?.facts, known.get(event)?.[n])
      } catch {
        return true
      }
    })
  }

  /** Pages offer these by `mayHappen`, beside what a command makes of them: before `delivered` comes `handed_over`. */
  const ON_PAGES: readonly OrderEvent[] = ['delivered']

  test('each cell', { timeout: 60_000 }, () => {
    const unnoticed: string[] = []
    for (const event of EVENTS) {
      const row = rowOf(event) as unknown as Mutable
      for (const part of PART_NAMES) {
        const cells = row[part] as Mutable | undefined
        for (const state of Object.keys(cells ?? {})) {
          row[part] = Object.fromEntries(Object.entries(cells ?? {}).filter(([name]) => name !== state))
          const isSeen = ON_PAGES.includes(event) || isNoticed(event, (parts) => parts[part] === state)
          if (!isSeen && isReached(event, part, state)) {
            unnoticed.push(`${event}.${part}.${state}`)
          }
          row[part] = cells
        }
      }
    }
    expect(unnoticed).toEqual([])
  })

  const isReached = (event: OrderEvent, part: Part, state: string) =>
    states.some((parts) => parts[part] === state && partsAfter(parts, event) !== null)

  test('each cell leads where it can be', () => {
    const dead = EVENTS.flatMap((event) =>
      PART_NAMES.flatMap((part) =>
        rowOf(event)[part] === undefined
          ? []
          : PARTS[part].flatMap((state) =>
              cellOf(part, event, state as never) === 'refused' || isReached(event, part, state)
                ? []
                : `${event}.${part}.${state}`,
            ),
      ),
    )
    expect(dead).toEqual([])
  })

  test('each cause, and each condition of it', { timeout: 60_000 }, () => {
    const unnoticed: string[] = []
    for (const event of EVENTS) {
      const row = rowOf(event) as unknown as { causes?: readonly Mutable[] }
      const { causes = [] } = row
      for (const [n, cause] of causes.entries()) {
        const name = `${event}: ${String(cause['send'] ?? cause['flag'])}`
        row.causes = causes.filter((each) => each !== cause)
        const isSeen = () => isNoticed(event, () => true) || isFlagSeen(event, cause)
        if (!isSeen()) unnoticed.push(name)
        for (const [part, list] of Object.entries((cause['when'] ?? {}) as Record<string, string[]>)) {
          for (const state of list) {
            const when = { ...(cause['when'] as Mutable), [part]: list.filter((each) => each !== state) }
            row.causes = causes.toSpliced(n, 1, { ...cause, when })
            if (!isSeen()) unnoticed.push(`${name} when ${part} is ${state}`)
          }
        }
        row.causes = causes
      }
    }
    expect(unnoticed).toEqual([])
  })

  /** A flag that is up already is not raised: so without any. */
  function isFlagSeen(event: OrderEvent, cause: Mutable): boolean {
    if (!('flag' in cause)) return false
    return (samples.get(event) ?? []).some(({ state, happening }) => {
      const bare = { ...state, flags: [] }
      const after = outcome(bare, happening)?.after
      return after !== undefined && !after.flags.some(({ kind }) => kind === cause['flag'])
    })
  }

  test('each state until which a flag lives', () => {
    const unnoticed = ORDER_FLAGS.flatMap((kind) => {
      const entry = flagEntry(kind)
      const all: readonly object[] = entry.until
      return all.flatMap((each, n) => {
        Object.assign(entry, { until: all.toSpliced(n, 1) })
        const isSeen = EVENTS.some((event) => isNoticed(event, () => true))
        Object.assign(entry, { until: all })
        return isSeen ? [] : `${kind}: ${JSON.stringify(each)}`
      })
    })
    expect(unnoticed).toEqual([])
  })

  test('each state in which a message is untrue', () => {
    const unnoticed = MESSAGE_KINDS.flatMap((kind) => {
      const entry = MESSAGES[kind] as { untrue?: readonly object[] }
      const all = entry.untrue ?? []
      return all.flatMap((each, n) => {
        entry.untrue = all.toSpliced(n, 1)
        const isSeen = EVENTS.some((event) => isNoticed(event, () => true))
        entry.untrue = all
        return isSeen ? [] : `${kind}: ${JSON.stringify(each)}`
      })
    })
    expect(unnoticed).toEqual([])
  })
})

describe('in every state that can be reached', () => {
  test('a buyer is asked, or to be asked, only about a paid order that is not over', () => {
    expect(
      broken(states, ({ order, choice }) => choice !== 'none' && choice !== 'ended' && order !== 'paid'),
    ).toEqual([])
  })

  test('a buyer is asked about other flowers only while a florist makes a paid order', () => {
    const isWrong = ({ order, shopOrder, substitution }: OrderParts) =>
      substitution === 'asked' && (order !== 'paid' || shopOrder !== 'accepted')
    expect(broken(states, isWrong)).toEqual([])
  })

  test('nobody is refunded unasked once the flowers are made or were at the door', () => {
    const isMade = ({ shopOrder, attempts }: OrderParts) => shopOrder === 'ready' || attempts !== 'none'
    const ends: readonly OrderEvent[] = ['choice_expired', 'substitution_declined', 'substitution_refunded']
    expect(
      broken(states, (parts) => isMade(parts) && ends.some((event) => partsAfter(parts, event) !== null)),
    ).toEqual([])
  })

  test('no message may be sent that says what is not so', () => {
    const wrong = orders.flatMap((state) =>
      allHappenings(state).flatMap((happening) => {
        const found = outcome(loaded(state), happening)
        const after = found && found.events.length > 0 ? found.after : undefined
        const parts = after && partsOf(after)
        return (after?.messages ?? [])
          .filter(({ kind, tried }) => parts && !tried && isUntrue(kind, parts))
          .map(({ kind }) => ({ kind, command: happening.command.type }))
      }),
    )
    expect(wrong.slice(0, 3)).toEqual([])
  })
})

describe('Undo', () => {
  const statuses = ['pending', 'processing', 'confirmed', 'completed', 'delivered', 'cancelled'] as const
  const shopStatuses = ['pending', 'confirmed', 'processing', 'ready', 'delivered', 'rejected'] as const
  const by = { actor: 'admin', actorId: 'admin-1' } as const

  /** What counts of a state: not the numbers of its versions, nor its log. */
  function essence({ log: _log, seq: _seq, order, shopOrders, messages, flags, ...rest }: OrderState) {
    const bare = ({ version: _version, updatedAt: _at, ...row }: { version: number; updatedAt: string }) =>
      row
    return {
      ...rest,
      order: bare(order),
      shopOrders: shopOrders.map((each) =>
        Object.fromEntries(Object.entries(bare(each)).filter(([, v]) => v !== null && v !== undefined)),
      ),
      messages: messages.map(({ dedupeKey }) => dedupeKey).sort(),
      flags: flags.map(({ kind, detail }) => `${kind} ${detail}`).sort(),
    }
  }

  test('gives back the state before, after every change of a status', () => {
    const wrong: unknown[] = []
    for (const bare of orders) {
      const state = loaded(bare)
      const shopOrder = state.shopOrders.at(-1)
      const changes = [
        ...statuses.map((to) => ({ type: 'set_status', to, version: state.order.version }) as const),
        ...(shopOrder
          ? shopStatuses.map(
              (to) =>
                ({ type: 'set_shop_order_status', to, shopOrderId: shopOrder.id, reason: null }) as const,
            )
          : []),
      ]
      for (const change of changes) {
        const done = outcome(state, { command: { ...change, holdEmails: true }, by })
        if (!done) continue
        const former = change.type === 'set_status' ? state.order.status : shopOrder?.status
        const undo = { ...change, to: former, version: undefined, undo: true }
        const { version } = done.after.order
        const command = (change.type === 'set_status' ? { ...undo, version } : undo) as Happening['command']
        const undone = outcome(done.after, { command, by })
        if (!undone || !isDeepStrictEqual(essence(undone.after), essence(state))) {
          wrong.push({
            before: partsOf(state),
            change,
            is: undone && essence(undone.after),
            was: essence(state),
          })
        } else if (!isDeepStrictEqual(partsOf(undone.after), partsOf(state))) {
          wrong.push({ change, is: partsOf(undone.after), was: partsOf(state) })
        }
      }
    }
    expect(wrong.slice(0, 2)).toEqual([])
  })
})
