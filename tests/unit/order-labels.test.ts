import { expect, test } from 'vitest'
import { ANSWER_RULES } from '#domain/florist.ts'
import { ORDER_STATUSES, PAYMENT_STATUSES } from '#domain/order-status.ts'
import { usualOrdersText, wayTexts } from '#src/admin/dashboard/figures.tsx'
import { splitText } from '#src/admin/orders/columns.tsx'
import type { OrderDetail } from '#src/admin/orders/queries.ts'
import { closesCheckout, ownerOf } from '#src/admin/orders/status-buttons.tsx'
import { flagDetails, flagLabel } from '#src/admin/orders/warnings.tsx'
import { actorLabel, eventLabel } from '#src/admin/ui/event-labels.ts'
import { linesAfter } from '#src/admin/ui/status-change.tsx'

// The words of the order screens that are made up of what is stored.

test('an event is described with amounts and names, also with incomplete data', () => {
  const said = (kind: string, data: Record<string, unknown>) => eventLabel({ kind, data })
  expect(said('placed', { totalCents: 9539, option: 'tomorrow' })).toEqual({
    title: 'Order placed',
    detail: '$95.39, tomorrow',
  })
  expect(said('placed', { platform: 'Assistant (agents.example)' }).title).toBe(
    'Order placed through an agent of Assistant (agents.example)',
  )
  expect(said('status_set', { from: 'pending', to: 'confirmed' }).title).toBe('Status: Pending → Confirmed')
  expect(said('corrected', { fields: { recipientName: { before: null, after: 'Alex' } } }).changes).toEqual([
    { field: 'recipientName', before: null, after: 'Alex' },
  ])
  expect(
    said('shop_order_edited', { shop: 'Stems', before: { shopNotes: null }, after: { shopNotes: 'Kind' } }),
  ).toEqual({
    title: 'Notes or details for Stems changed',
    changes: [{ field: 'shopNotes', before: null, after: 'Kind' }],
  })
  expect(said('declined', { shop: 'Stems', from: 'pending', to: 'rejected', reason: 'Closed' })).toEqual({
    title: 'Stems: Pending → Rejected',
    detail: 'Closed',
    bad: true,
  })
  expect(said('accepted', { shop: 'Stems', from: 'pending', to: 'confirmed', channel: 'text' }).title).toBe(
    'Stems: Pending → Confirmed, by text',
  )
  expect(said('refunded', { amountCents: 'much' }).title).toBe('Refunded')
  expect(said('corrected', { fields: 'none' }).changes).toEqual([])
  expect(said('from_the_future', {}).title).toBe('From the future')
  expect(actorLabel({ actor: 'admin', actorEmail: 'a@b.example' })).toBe('a@b.example')
  expect(actorLabel({ actor: 'florist', actorEmail: null })).toBe('The florist')
})

test('what a florist reports by a button of its own has the words of the button', () => {
  const answer = ANSWER_RULES.ready
  const reported = () =>
    eventLabel({ kind: answer.event, data: { shop: 'Stems', from: 'confirmed', to: 'ready' } })
  expect(reported().title).toBe('Stems: Confirmed → Ready')
  Object.assign(answer, { button: 'It is tied' })
  expect(reported()).toEqual({ title: 'Stems: It is tied', bad: true })
  Object.assign(answer, { button: undefined })
})

test('the ways on which florists were reached are compared once there is more than email', () => {
  const way = (reachedBy: Parameters<typeof wayTexts>[0][number]['reachedBy'], medianSeconds: number) => ({
    reachedBy,
    answers: 3,
    medianSeconds,
  })
  expect(wayTexts([way('mail', 600)])).toEqual([])
  expect(wayTexts([way('push', 45), way('text', 120), way('mail', 7800)])).toEqual([
    'push less than 1 min',
    'text 2 min',
    'email 2 h 10 min',
  ])
})

test('the split is told in percent, one decimal at most', () => {
  expect([80, 33.3, 0, 100].map(splitText)).toEqual(['80/20', '33.3/66.7', '0/100', '100/0'])
})

test('a status change names who gets an email about it', () => {
  const shopOrders = [
    { live: false, shopName: 'Old' },
    { live: true, shopName: 'New' },
  ]
  const order = ownerOf({ customerEmail: 'sam@example.com', shopOrders } as unknown as OrderDetail)
  const lines = (changed: Parameters<typeof linesAfter>[2]) => linesAfter(order, 'delivered', changed)
  expect(lines({ emails: [], wrongEmails: [] })).toEqual(['Order status updated to delivered'])
  expect(
    lines({ emails: ['order-delivered', 'florist-reopened'], wrongEmails: ['order-cancelled'] }),
  ).toEqual([
    'Order status updated to delivered',
    'sam@example.com gets an email that the flowers were delivered.',
    'New is told that the order is back on, by email.',
    'sam@example.com already got an email that it was cancelled. Please call them.',
  ])
})

test('only cancelling an order that can still be paid closes its checkout', () => {
  const closing = ORDER_STATUSES.flatMap((status) =>
    PAYMENT_STATUSES.flatMap((paymentStatus) =>
      ORDER_STATUSES.filter((to) => closesCheckout({ status, paymentStatus }, to)).map(
        (to) => `${status} ${paymentStatus} ${to}`,
      ),
    ),
  )
  expect(closing).toEqual(
    ['pending', 'processing', 'confirmed', 'completed', 'delivered'].map(
      (status) => `${status} pending cancelled`,
    ),
  )
})

test.each([
  [['needs_response'], 'The payment is disputed', /^The customer’s bank wants the money back/],
  [['under_review'], 'The payment is disputed', /^We’ve responded/],
  [['lost'], 'The dispute was lost', /^The bank returned the money/],
  [['warning_needs_response'], 'The customer’s bank is asking about the payment', /refund it in full/],
  [['warning_under_review'], 'The customer’s bank is asking about the payment', /^We’ve responded/],
  [['warning_closed', 'needs_response'], 'The payment is disputed', /^The customer’s bank wants/],
  [['prevented'], 'The dispute was lost', /^The bank returned the money/],
  [['lost', 'under_review'], 'The payment is disputed', /^We’ve responded/],
  [['lost', 'needs_response'], 'The payment is disputed', /^The customer’s bank wants/],
] as const)('the flag of an order with disputes %j says what is to be done', (statuses, title, todo) => {
  const disputes = statuses.map((status, n) => ({
    id: `du_${n}`,
    orderId: 'order-1',
    amountCents: 6358,
    reason: 'fraudulent',
    status,
    respondBy: null,
    createdAt: '2026-06-04T14:30:00.000Z',
    updatedAt: '2026-06-04T14:30:00.000Z',
  }))
  const words = flagLabel('disputed', { disputes })
  expect(words.title).toBe(title)
  expect(words.todo).toMatch(todo)
})

const disputedFor = (reason: string) =>
  flagDetails(
    { kind: 'disputed', detail: `${reason}, $105.98` },
    {
      disputes: [
        {
          id: 'du_1',
          orderId: 'order-1',
          amountCents: 10598,
          reason,
          status: 'needs_response',
          respondBy: null,
          createdAt: '2026-06-04T14:30:00.000Z',
          updatedAt: '2026-06-04T14:30:00.000Z',
        },
      ],
    },
  )

test('a dispute says what the customer says, also in orders whose flag has the provider’s word for it', () => {
  expect(disputedFor('fraudulent')).toEqual(['The customer says they didn’t make this payment: $105.98'])
  expect(disputedFor('a_new_word')).toEqual(['The bank gave no clear reason: $105.98'])
  const { detail } = eventLabel({ kind: 'disputed', data: { amountCents: 10598, reason: 'duplicate' } })
  expect(detail).toBe('The customer says they paid twice.')
})

test('the facts of another flag are its own', () => {
  const flag = { kind: 'amount_mismatch', detail: 'Paid $63.57, not $63.58' } as const
  expect(flagDetails(flag, { disputes: [] })).toEqual(['Paid $63.57, not $63.58'])
  expect(flagDetails({ ...flag, detail: null }, { disputes: [] })).toEqual([])
})

test.each([
  [0, '0 orders'],
  [0.3, 'less than one order'],
  [1.2, '1 order'],
  [12.3, '12 orders'],
])('a usual day of %d orders is written as %s', (mean, text) => {
  expect(usualOrdersText(mean)).toBe(text)
})
