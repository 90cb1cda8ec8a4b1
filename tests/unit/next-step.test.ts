import { expect, test } from 'vitest'
import { nextStep } from '#domain/order/next-step.ts'

type Facts = Parameters<typeof nextStep>[0]
type Shop = NonNullable<Facts['shop']>

const NOW = new Date('2026-06-04T15:00:00.000Z')
const MINUTE = 60_000
const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE).toISOString()

const shop = (assignment: Shop['assignment'], more: Partial<Shop> = {}): Shop => ({
  assignment,
  phone: '(212) 555-0100',
  email: 'stems@example.com',
  askedAt: inMinutes(-1),
  answerBy: null,
  ...more,
})

const order = (more: Partial<Facts> = {}): Facts => ({
  status: 'confirmed',
  paymentStatus: 'paid',
  deliveryOption: 'today',
  promisedBy: inMinutes(300),
  needsRefund: false,
  danger: null,
  shop: null,
  ...more,
})

const stepOf = (more: Partial<Facts>) => {
  const { situation, actions } = nextStep(order(more), NOW)
  return [situation, ...actions].join(' ')
}

const noPhone = { phone: null }
const noEmail = { email: null }
// Florists have 45 minutes to answer about an order of today.
const silent = { askedAt: inMinutes(-45) }

test.each<[string, Partial<Facts>, string]>([
  ['nobody has it', {}, 'unassigned assign'],
  ['nobody has paid for it', { paymentStatus: 'pending', status: 'pending' }, 'unpaid'],
  ['nobody has paid, and a shop has it', { paymentStatus: 'pending', shop: shop('pending') }, 'unpaid'],
  ['a shop was just asked', { shop: shop('pending') }, 'asked'],
  ['a shop has a minute left', { shop: shop('pending', { askedAt: inMinutes(-44) }) }, 'asked'],
  ['a shop says nothing', { shop: shop('pending', silent) }, 'unanswered remind'],
  [
    'a shop says nothing, and little time is left',
    { promisedBy: inMinutes(119), shop: shop('pending', silent) },
    'unanswered call',
  ],
  ['a shop without a phone', { shop: shop('pending', { ...silent, ...noPhone }) }, 'unanswered remind'],
  ['a shop without an email', { shop: shop('pending', { ...silent, ...noEmail }) }, 'unanswered call'],
  ['a shop without either', { shop: shop('pending', { ...silent, ...noPhone, ...noEmail }) }, 'unanswered'],
  [
    'a deadline counts before the usual minutes',
    { shop: shop('pending', { ...silent, answerBy: inMinutes(5) }) },
    'asked',
  ],
  ['a deadline that has passed', { shop: shop('pending', { answerBy: inMinutes(0) }) }, 'unanswered remind'],
  [
    'late, and a shop was just asked',
    { promisedBy: inMinutes(-1), shop: shop('pending') },
    'unanswered call',
  ],
  ['a shop is making it', { shop: shop('confirmed') }, 'making'],
  ['a shop is on it', { shop: shop('processing') }, 'making'],
  ['it is ready', { shop: shop('ready') }, 'ready'],
  ['it is ready and late', { promisedBy: inMinutes(-1), shop: shop('ready') }, 'overdue call'],
  [
    'late at a shop without a phone',
    { promisedBy: inMinutes(-1), shop: shop('confirmed', noPhone) },
    'overdue',
  ],
  ['the shop delivered it', { shop: shop('delivered') }, 'delivered'],
  ['an admin set it to completed', { status: 'completed' }, 'delivered'],
  ['cancelled', { status: 'cancelled' }, 'cancelled'],
  ['cancelled, and nobody had paid', { status: 'cancelled', paymentStatus: 'failed' }, 'cancelled'],
  ['all of the money went back', { paymentStatus: 'refunded' }, 'refunded'],
  ['cancelled, and the money is still here', { status: 'cancelled', needsRefund: true }, 'refund_due refund'],
])('%s', (_, facts, expected) => {
  expect(stepOf(facts)).toBe(expected)
})

const danger = (reason: 'late' | 'no_room' | 'no_florist' | 'too_late', offeredAt: string | null = null) => ({
  danger: { reason, offeredAt },
})

test.each<[string, Partial<Facts>, string]>([
  ['no florist is left', danger('no_florist'), 'danger ask assign'],
  ['too late to make it, nobody has it', danger('too_late'), 'danger assign ask'],
  [
    'too late, and a shop was asked',
    { ...danger('too_late'), shop: shop('pending') },
    'danger call ask reassign',
  ],
  [
    'the buyer was asked',
    { ...danger('too_late', inMinutes(-5)), shop: shop('pending') },
    'danger call reassign',
  ],
  ['a florist will be late', { ...danger('late'), shop: shop('confirmed') }, 'danger ask call reassign'],
  ['a late florist has it ready', { ...danger('late'), shop: shop('ready') }, 'danger ask call'],
  [
    'a late florist has no phone: an email would tell them nothing new',
    { ...danger('late'), shop: shop('confirmed', noPhone) },
    'danger ask reassign',
  ],
  ['a refund comes before a danger', { ...danger('no_room'), needsRefund: true }, 'refund_due refund'],
])('in danger: %s', (_, facts, expected) => {
  expect(stepOf(facts)).toBe(expected)
})
