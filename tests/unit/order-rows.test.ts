import { expect, expectTypeOf, test } from 'vitest'
import { flagEntry, messageEntry } from '#domain/order/causes.ts'
import { event, send } from '#domain/order/events.ts'

// What is forgotten in a row or an entry does not compile: the type check reads this file, and fails if one of these errors is gone.

const said = { says: 'it happened', order: { paid: 'stays' } } as const

test('a row sends a message about an attempt or a refund only if its event names that one', () => {
  const rows: object[] = [
    event<{ attemptId: string }>()({ ...said, causes: [send('delivery-missed')] }),
    event<{ refundId: string }>()({ ...said, causes: [send('order-refunded')] }),
    event<{ note: string }>()({ ...said, causes: [send('order-cancelled')] }),
    // @ts-expect-error The event has no `attemptId`.
    event<{ note: string }>()({ ...said, causes: [send('delivery-missed')] }),
    // @ts-expect-error The event has no `refundId`.
    event<{ attemptId: string }>()({ ...said, causes: [send('order-refunded')] }),
    // @ts-expect-error An event without data has neither.
    event()({ ...said, causes: [send('delivery-missed')] }),
    // @ts-expect-error There is no such message.
    event()({ ...said, causes: [send('nobody-home')] }),
    // @ts-expect-error It does not say what has happened.
    event()({ order: { paid: 'stays' } }),
    // @ts-expect-error An order has no such state.
    event()({ ...said, order: { lost: 'stays' } }),
  ]
  expect(rows).toHaveLength(9)
})

test('a flag says until when it lives and what a person reads, a message to whom it goes and what it is about', () => {
  type Flag = ReturnType<typeof flagEntry>
  type Message = ReturnType<typeof messageEntry>
  const label = { short: 'Lost', title: 'The courier lost it', todo: 'Call the florist.' }
  expectTypeOf({ label, until: [] }).toExtend<Flag>()
  expectTypeOf({ label }).not.toExtend<Flag>()
  expectTypeOf({ until: [] }).not.toExtend<Flag>()
  expectTypeOf<{ to: 'owner'; about: 'attempt' }>().toExtend<Message>()
  expectTypeOf<{ to: 'owner' }>().not.toExtend<Message>()
  expectTypeOf<{ about: 'attempt' }>().not.toExtend<Message>()
  expect(flagEntry('nobody_there').until).not.toEqual([])
  expect(messageEntry('delivery-missed')).toMatchObject({ to: 'buyer', about: 'attempt' })
})
