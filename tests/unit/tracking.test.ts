import { expect, test } from 'vitest'
import { type Tracked, trackingState, trackingSteps } from '#domain/tracking.ts'
import { lastChange } from '#src/storefront/tracking/messages.ts'

const T = (minute: number) => `2026-06-04T14:${String(minute).padStart(2, '0')}:00.000Z`

const tracked = (changes: Partial<Tracked> = {}): Tracked => ({
  status: 'confirmed',
  paymentStatus: 'paid',
  createdAt: T(0),
  paidAt: T(1),
  assignment: 'none',
  shopOrderStamps: {},
  deliveredAt: null,
  cancelledAt: null,
  refundedAt: null,
  refundedCents: 0,
  ...changes,
})

/** The steps that are done, with their times. */
const done = (of: Tracked) => trackingSteps(of).flatMap((at) => (at.done ? [[at.step, at.at]] : []))

const ALL = { accepted: T(2), ready: T(3), delivered: T(4) }

test.each<[string, Partial<Tracked>, [string, string | null][]]>([
  ['paid', {}, []],
  ['at a shop that has not answered', { assignment: 'pending' }, []],
  ['accepted', { assignment: 'confirmed', shopOrderStamps: { accepted: T(2) } }, [['accepted', T(2)]]],
  ['at work on it, by an admin’s word only', { assignment: 'processing' }, [['accepted', null]]],
  [
    'ready',
    { assignment: 'ready', shopOrderStamps: { accepted: T(2), ready: T(3) } },
    [
      ['accepted', T(2)],
      ['ready', T(3)],
    ],
  ],
  [
    'delivered by the shop',
    { status: 'delivered', assignment: 'delivered', shopOrderStamps: ALL, deliveredAt: T(4) },
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
    'delivered by an admin’s word',
    { status: 'delivered', deliveredAt: T(5) },
    [
      ['accepted', null],
      ['ready', null],
      ['delivered', T(5)],
    ],
  ],
  [
    'delivered by the shop’s word',
    { assignment: 'delivered', shopOrderStamps: ALL },
    [
      ['accepted', T(2)],
      ['ready', T(3)],
      ['delivered', T(4)],
    ],
  ],
  [
    'delivered by both: the house’s time',
    { status: 'delivered', assignment: 'delivered', shopOrderStamps: ALL, deliveredAt: T(6) },
    [
      ['accepted', T(2)],
      ['ready', T(3)],
      ['delivered', T(6)],
    ],
  ],
  [
    'paid, and the money went back',
    { paymentStatus: 'refunded', refundedCents: 6358, refundedAt: T(7) },
    [['refunded', T(7)]],
  ],
  ['cancelled', { status: 'cancelled', cancelledAt: T(7) }, [['cancelled', T(7)]]],
  [
    'cancelled, nobody noted when, and refunded in part',
    { status: 'cancelled', refundedCents: 2000, refundedAt: T(8) },
    [
      ['cancelled', null],
      ['refunded', T(8)],
    ],
  ],
  [
    'cancelled after a florist had it',
    { status: 'cancelled', cancelledAt: T(7), assignment: 'confirmed', shopOrderStamps: { accepted: T(2) } },
    [
      ['accepted', T(2)],
      ['cancelled', T(7)],
    ],
  ],
  ['refunded in part, and on its way', { refundedCents: 2000, refundedAt: T(8) }, []],
  [
    'accepted again after an admin had set it back: what is undone shows no time',
    { assignment: 'confirmed', shopOrderStamps: ALL },
    [['accepted', T(2)]],
  ],
])('%s', (_, changes, expected) => {
  expect(done(tracked(changes))).toEqual([['ordered', T(0)], ['paid', T(1)], ...expected])
})

test.each<[string, Partial<Tracked>, boolean]>([
  ['on its way', {}, true],
  ['delivered', { status: 'delivered' }, false],
  ['cancelled', { status: 'cancelled' }, false],
  ['refunded', { paymentStatus: 'refunded', refundedCents: 6358 }, false],
])('an order that is %s lists what is still to come only while something is', (_, changes, open) => {
  expect(trackingSteps(tracked(changes)).some(({ done: isDone }) => !isDone)).toBe(open)
})

test.each<[Tracked['paymentStatus']]>([['pending'], ['failed']])(
  '%s: ordered, and no more',
  (paymentStatus) => {
    expect(done(tracked({ paymentStatus, paidAt: null }))).toEqual([['ordered', T(0)]])
  },
)

test.each<[Partial<Tracked>, string]>([
  [{}, 'on-its-way'],
  [{ status: 'delivered' }, 'delivered'],
  [{ status: 'completed' }, 'delivered'],
  [{ assignment: 'delivered' }, 'delivered'],
  [{ status: 'cancelled' }, 'cancelled'],
  [{ status: 'cancelled', paymentStatus: 'refunded' }, 'refunded'],
  [{ status: 'delivered', paymentStatus: 'refunded' }, 'refunded'],
])('%j is %s', (changes, state) => {
  expect(trackingState(tracked(changes))).toBe(state)
})

const answerOf = (of: Tracked) => ({
  reference: 'ORD-0123ABCD',
  firstName: 'Sam',
  city: 'New York',
  deliveryState: 'NY',
  bouquet: 'Really Bad',
  imageUrl: '/bouquets/really-bad.jpg',
  promisedBy: T(30),
  timeZone: 'America/New_York',
  state: trackingState(of),
  headline: { heading: '', text: '' },
  isAsked: false,
  attempt: null,
  substitutions: [],
  refund: { refundedCents: 0, requestedCents: 0, inFull: false },
  steps: trackingSteps(of),
  photos: [],
})

test.each<[string, string, string]>([
  ['of today is a time', '2026-06-04T20:00:00.000Z', 'Updated 10:05 AM EST'],
  ['of another day has its day', '2026-06-05T14:00:00.000Z', 'Updated Thu Jun 4, 10:05 AM EST'],
])('the last change %s', (_, now, text) => {
  const answer = answerOf(tracked({ assignment: 'confirmed', shopOrderStamps: { accepted: T(5) } }))
  expect(lastChange(answer, new Date(now))).toBe(text)
})
