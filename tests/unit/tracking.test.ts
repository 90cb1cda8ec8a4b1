import { expect, test } from 'vitest'
import { type Tracked, trackingState, trackingSteps } from '#src/domain/tracking.ts'

const T = (minute: number) => `2026-06-04T14:${String(minute).padStart(2, '0')}:00.000Z`

const tracked = (changes: Partial<Tracked> = {}): Tracked => ({
  status: 'confirmed',
  paymentStatus: 'paid',
  createdAt: T(0),
  paidAt: T(1),
  shopOrderStatus: null,
  shopOrderStamps: {},
  deliveredAt: null,
  ...changes,
})

/** The steps that are done, with their times. */
const done = (of: Tracked) => trackingSteps(of).flatMap((at) => (at.done ? [[at.step, at.at]] : []))

const ALL = { confirmed: T(2), ready: T(3), delivered: T(4) }

test.each<[string, Partial<Tracked>, [string, string | null][]]>([
  ['paid', {}, []],
  ['at a shop that has not answered', { shopOrderStatus: 'pending' }, []],
  ['accepted', { shopOrderStatus: 'confirmed', shopOrderStamps: { confirmed: T(2) } }, [['accepted', T(2)]]],
  ['at work on it, by an admin’s word only', { shopOrderStatus: 'processing' }, [['accepted', null]]],
  [
    'ready',
    { shopOrderStatus: 'ready', shopOrderStamps: { confirmed: T(2), ready: T(3) } },
    [
      ['accepted', T(2)],
      ['ready', T(3)],
    ],
  ],
  [
    'delivered by the shop',
    { status: 'delivered', shopOrderStatus: 'delivered', shopOrderStamps: ALL, deliveredAt: T(4) },
    [
      ['accepted', T(2)],
      ['ready', T(3)],
      ['delivered', T(4)],
    ],
  ],
  [
    'delivered, and nobody noted a thing',
    { status: 'completed' },
    [
      ['accepted', null],
      ['ready', null],
      ['delivered', null],
    ],
  ],
  [
    'accepted again after an admin had set it back: what is undone shows no time',
    { shopOrderStatus: 'confirmed', shopOrderStamps: ALL },
    [['accepted', T(2)]],
  ],
])('%s', (_, changes, expected) => {
  expect(done(tracked(changes))).toEqual([['ordered', T(0)], ['paid', T(1)], ...expected])
})

test.each<[Partial<Tracked>, string]>([
  [{}, 'on-its-way'],
  [{ status: 'delivered' }, 'delivered'],
  [{ status: 'completed' }, 'delivered'],
  [{ shopOrderStatus: 'delivered' }, 'delivered'],
  [{ status: 'cancelled' }, 'cancelled'],
  [{ status: 'cancelled', paymentStatus: 'refunded' }, 'refunded'],
  [{ status: 'delivered', paymentStatus: 'refunded' }, 'refunded'],
])('%j is %s', (changes, state) => {
  expect(trackingState(tracked(changes))).toBe(state)
})
