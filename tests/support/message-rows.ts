import { outbox, waitlist } from '#drizzle/schema/messages.ts'
import { problems } from '#drizzle/schema/problems.ts'
import { type Changes, filled, next, STAMP, STAMPS } from './row-kit.ts'

// Rows of messages and logs, made as in rows.ts.

export function waitlistEntry(changes: Changes<typeof waitlist> = {}) {
  const id = next('waiting')
  return filled(waitlist, {
    id,
    email: `${id}@example.com`,
    city: 'Oakland',
    state: 'CA',
    zipCode: '94601',
    unsubscribeToken: next('unsubscribe'),
    createdAt: STAMP,
    ...changes,
  })
}

export function outboxMessage(changes: Changes<typeof outbox> = {}) {
  return filled(outbox, {
    id: next('message'),
    kind: 'order-confirmation',
    dedupeKey: next('order-confirmation'),
    recipient: 'sam@example.com',
    payload: {},
    nextAttemptAt: STAMP,
    ...STAMPS,
    ...changes,
  })
}

export function problem(changes: Changes<typeof problems> = {}) {
  return filled(problems, {
    fingerprint: next('problem'),
    source: 'server',
    event: 'unknown_error',
    place: '/api/products',
    error: 'TypeError',
    message: 'It is not a function',
    stack: 'at settle (settle.ts:1:1)',
    firstAt: STAMP,
    lastAt: STAMP,
    ...changes,
  })
}
