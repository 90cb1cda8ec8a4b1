import { expect, test } from 'vitest'
import { SITUATIONS, type SituationFacts, situation } from '#domain/order/situation.ts'

type Shop = NonNullable<SituationFacts['shop']>

const NOW = new Date('2026-06-04T15:00:00.000Z')
const MINUTE = 60_000
const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE).toISOString()

const shop = (assignment: Shop['assignment'], more: Partial<Shop> = {}): Shop => ({
  name: 'Stems',
  assignment,
  phone: '(212) 555-0100',
  email: 'stems@example.com',
  askedAt: inMinutes(-1),
  answerBy: null,
  isUnreached: false,
  isUnseen: false,
  ...more,
})

const order = (more: Partial<SituationFacts> = {}): SituationFacts => ({
  status: 'confirmed',
  paymentStatus: 'paid',
  deliveryOption: 'today',
  promisedBy: inMinutes(300),
  timeZone: 'America/New_York',
  isSample: false,
  flags: [],
  disputes: [],
  money: 'here',
  danger: null,
  question: null,
  answered: null,
  missed: null,
  shop: null,
  lastShop: null,
  ...more,
})

const of = (more: Partial<SituationFacts>) => situation(order(more), NOW)
const stepOf = (more: Partial<SituationFacts>) => {
  const { kind, actions } = of(more)
  return [kind, ...actions].join(' ')
}
const WORDS = { firstName: 'Sam', city: 'New York', bouquet: 'Really Bad' }

const noPhone = { phone: null }
const noEmail = { email: null }
// Florists have 45 minutes to answer about an order of today.
const silent = { askedAt: inMinutes(-45) }

test.each<[string, Partial<SituationFacts>, string]>([
  ['nobody has it', {}, 'unassigned assign'],
  ['nobody has paid for it', { paymentStatus: 'pending', status: 'pending' }, 'unpaid'],
  ['nobody has paid, and a shop has it', { paymentStatus: 'pending', shop: shop('pending') }, 'unpaid'],
  ['a shop was just asked', { shop: shop('pending') }, 'asked'],
  ['a shop has a minute left', { shop: shop('pending', { askedAt: inMinutes(-44) }) }, 'asked'],
  ['the email has not reached the shop', { shop: shop('pending', { isUnreached: true }) }, 'unreached call'],
  ['nobody has looked for long', { shop: shop('pending', { isUnseen: true }) }, 'unseen call'],
  ['nobody had looked before the yes', { shop: shop('confirmed', { isUnseen: true }) }, 'making'],
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
  ['a late sample', { promisedBy: inMinutes(-1), shop: shop('ready'), isSample: true }, 'ready'],
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
])('%s', (_, facts, expected) => {
  expect(stepOf(facts)).toBe(expected)
})

const danger = (
  reason: 'late' | 'no_room' | 'no_florist' | 'too_late',
  offeredAt: string | null = null,
): Pick<SituationFacts, 'danger'> => ({
  danger: { reason, offeredAt, waitUntil: null, expiresAt: offeredAt && inMinutes(60) },
})

test.each<[string, Partial<SituationFacts>, string]>([
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
  ['a danger comes before a refund', { ...danger('no_room'), flags: ['needs_refund'] }, 'danger assign ask'],
  ['it was delivered after all', { ...danger('late'), shop: shop('delivered') }, 'delivered'],
])('in danger: %s', (_, facts, expected) => {
  expect(stepOf(facts)).toBe(expected)
})

const missed = { at: inMinutes(-5), nextStep: 'at_shop', nextAt: null } as const
const nobody = (more: Partial<SituationFacts['missed'] & object> = {}) =>
  ({
    flags: ['nobody_there'],
    missed: { ...missed, ...more },
    shop: shop('ready'),
  }) satisfies Partial<SituationFacts>

test.each<[string, Partial<SituationFacts>, string]>([
  ['nobody was there', nobody(), 'nobody_there call call_buyer settle'],
  ['the sender is to be asked', nobody({ nextStep: 'ask_sender' }), 'nobody_there call_buyer call settle'],
  ['nobody was there, and it is in danger', { ...nobody(), ...danger('late') }, 'danger ask call'],
  ['somebody has seen to it', { ...nobody(), flags: [] }, 'ready'],
  [
    'it is late, and a second attempt is promised',
    { ...nobody({ nextAt: inMinutes(60) }), flags: [], promisedBy: inMinutes(-60) },
    'ready',
  ],
  ['the second attempt is late', { ...nobody({ nextAt: inMinutes(-1) }), flags: [] }, 'overdue call'],
  ['it was delivered', { ...nobody(), shop: shop('delivered') }, 'delivered'],
  ['money is due', { status: 'cancelled', flags: ['needs_refund'] }, 'refund_due refund settle'],
  [
    'money is due that we cannot send',
    { status: 'cancelled', flags: ['needs_refund'], money: 'stuck' },
    'refund_due refund settle',
  ],
  ['the money is on its way', { status: 'cancelled', flags: ['needs_refund'], money: 'back' }, 'cancelled'],
  [
    'the bank holds the money',
    {
      status: 'cancelled',
      flags: ['needs_refund', 'disputed'],
      money: 'stuck',
      disputes: [{ status: 'needs_response' }],
    },
    'disputed settle',
  ],
  [
    'the bank wants an answer',
    { shop: shop('ready'), flags: ['disputed'], disputes: [{ status: 'needs_response' }] },
    'disputed settle',
  ],
  [
    'the bank decides',
    { shop: shop('ready'), flags: ['disputed'], disputes: [{ status: 'under_review' }] },
    'bank_decides settle',
  ],
  [
    'the bank decides, and nobody has it',
    { flags: ['disputed'], disputes: [{ status: 'under_review' }] },
    'unassigned assign',
  ],
  [
    'the dispute was lost',
    { shop: shop('delivered'), flags: ['disputed'], disputes: [{ status: 'lost' }] },
    'disputed settle',
  ],
  [
    'the buyer is asked about flowers',
    { shop: shop('confirmed'), question: { missing: 'peonies', instead: 'roses', expiresAt: inMinutes(30) } },
    'question',
  ],
])('flagged or asked: %s', (_, facts, expected) => {
  expect(stepOf(facts)).toBe(expected)
})

test.each<[string, Partial<SituationFacts>, look: string, label: string]>([
  ['in danger', danger('late'), 'red', 'In danger'],
  ['nobody there', nobody(), 'red', 'Nobody there'],
  ['disputed', { flags: ['disputed'] }, 'red', 'Disputed'],
  ['money due', { status: 'cancelled', flags: ['needs_refund'] }, 'red', 'Needs refund'],
  ['asked', { shop: shop('pending') }, 'amber', 'Waiting for the florist'],
  [
    'a question',
    { shop: shop('confirmed'), question: { missing: 'a', instead: 'b', expiresAt: inMinutes(9) } },
    'amber',
    'Buyer is asked',
  ],
  ['being made', { shop: shop('confirmed') }, 'plain', 'Being made'],
])('looks in a list: %s', (_, facts, look, label) => {
  expect(of(facts)).toMatchObject({ look, label })
})

const question = { missing: 'peonies.', instead: 'roses', expiresAt: inMinutes(30) }

test.each<[string, Partial<SituationFacts>, owner: string, florist: string, buyer: string]>([
  [
    'nobody has it',
    { lastShop: { name: 'Stems', ended: 'declined' } },
    'No shop has it. Stems declined it.',
    'This link is closed.',
    'We are on it.',
  ],
  [
    'it was withdrawn',
    { lastShop: { name: 'Stems', ended: 'withdrawn' } },
    'No shop has it. It was withdrawn from Stems.',
    'This link is closed.',
    'We are on it.',
  ],
  [
    'asked with a deadline',
    { shop: shop('pending', { answerBy: inMinutes(8) }) },
    'Waiting for Stems to answer.',
    'Can you make this? Please answer by 11:08 AM EST. After that we ask another florist.',
    'We are on it.',
  ],
  [
    'accepted',
    { shop: shop('confirmed') },
    'Stems is making it. There is nothing to do.',
    'It’s yours.',
    'A florist is on it.',
  ],
  [
    'the buyer is asked about flowers',
    { shop: shop('confirmed'), question },
    'The buyer is asked about other flowers: peonies are missing. There is nothing to do.',
    'We asked the sender. They can answer until 11:30 AM EST. No answer by then: go ahead with yours.',
    'A florist is on it.',
  ],
  [
    'they said yes',
    { shop: shop('confirmed'), answered: 'agreed' },
    'Stems is making it.',
    'They said yes. Go ahead. Tap Ready once it is tied.',
    'A florist is on it.',
  ],
  [
    'nobody was there, and they try again',
    nobody({ nextStep: 'second_attempt', nextAt: inMinutes(120) }),
    'Nobody was there Thu Jun 4, 10:55 AM EST. Second attempt by Thu Jun 4, 1 PM EST. See that it happens.',
    'Nobody was there. You try again by Thu Jun 4, 1 PM EST. Tap At the door when you get there again.',
    'We knocked. Nobody answered.',
  ],
  [
    'nobody was there, and the sender is asked',
    nobody({ nextStep: 'ask_sender' }),
    'Nobody was there Thu Jun 4, 10:55 AM EST. Ask the sender what to do. See that it happens.',
    'Nobody was there. We ask the sender what to do, and call you.',
    'We knocked. Nobody answered.',
  ],
  [
    'late by the florist’s word, the buyer asked',
    {
      danger: {
        reason: 'late',
        waitUntil: inMinutes(400),
        offeredAt: inMinutes(-5),
        expiresAt: inMinutes(60),
      },
      shop: shop('confirmed'),
    },
    'The florist will be late. New time: Thu Jun 4, 5:40 PM EST. The buyer can answer until Thu Jun 4, 12 PM EST.',
    'It’s yours.',
    'We may be late.',
  ],
  [
    'late',
    { promisedBy: inMinutes(-1), shop: shop('ready') },
    'Stems hasn’t delivered it.',
    'Ready to go.',
    'We are late.',
  ],
  [
    'cancelled at a shop',
    { status: 'cancelled', shop: shop('confirmed') },
    'Cancelled. Stems doesn’t need to make it. There is nothing to do.',
    'This order was cancelled.',
    'This order was cancelled.',
  ],
  [
    'delivered by an admin’s word',
    { status: 'delivered', shop: shop('confirmed') },
    'Delivered. Stems can no longer respond. There is nothing to do.',
    'This order is closed.',
    'Delivered.',
  ],
  [
    'the bank asks',
    { flags: ['disputed'], disputes: [{ status: 'warning_needs_response' }] },
    'The customer’s bank is asking about the payment. Respond at the payment provider, or refund it in full: either can settle it.',
    'This link is closed.',
    'We are on it.',
  ],
])('is told to each reader: %s', (_, facts, owner, florist, buyer) => {
  const { sentence, florist: seen, buyer: readByBuyer } = of(facts)
  expect(sentence).toContain(owner)
  expect(`${seen.heading} ${seen.text}`).toContain(florist)
  expect(readByBuyer(WORDS).heading).toBe(buyer)
})

test('each row has its sentence for each reader, and what an owner has to do has a step', () => {
  for (const [kind, row] of Object.entries(SITUATIONS)) {
    expect([kind, typeof row.owner, typeof row.florist, typeof row.buyer]).toEqual([
      kind,
      ...['function', 'function', 'function'],
    ])
    if (row.who === 'owner') expect([kind, 'actions' in row]).toEqual([kind, true])
  }
})
