import type { outbox, waitlist } from '#drizzle/schema/messages.ts'
import type { problems } from '#drizzle/schema/problems.ts'
import { type Changes, next, type Row, STAMP, STAMPS } from './row-kit.ts'

// Rows of messages and logs, made as in rows.ts.

export function waitlistEntry(changes: Changes<typeof waitlist> = {}): Row<typeof waitlist> {
  const id = next('waiting')
  return {
    id,
    email: `${id}@example.com`,
    mailbox: null,
    city: 'Oakland',
    state: 'CA',
    zipCode: '94601',
    story: null,
    contacted: false,
    unsubscribeToken: next('unsubscribe'),
    unsubscribedAt: null,
    notifiedAt: null,
    createdAt: STAMP,
    ...changes,
  }
}

export function outboxMessage(changes: Changes<typeof outbox> = {}): Row<typeof outbox> {
  return {
    id: next('message'),
    kind: 'order-confirmation',
    dedupeKey: next('order-confirmation'),
    orderId: null,
    recipient: 'sam@example.com',
    payload: {},
    status: 'pending',
    attempts: 0,
    nextAttemptAt: STAMP,
    lockedUntil: null,
    dueBeforePause: null,
    lastError: null,
    providerMessageId: null,
    sentAt: null,
    delivery: null,
    deliveryAt: null,
    deliveryDetail: null,
    dismissedAt: null,
    ...STAMPS,
    ...changes,
  }
}

export function problem(changes: Changes<typeof problems> = {}): Row<typeof problems> {
  return {
    fingerprint: next('problem'),
    source: 'server',
    event: 'unknown_error',
    place: '/api/products',
    error: 'TypeError',
    message: 'It is not a function',
    stack: 'at settle (settle.ts:1:1)',
    device: null,
    requestId: null,
    times: 1,
    firstAt: STAMP,
    lastAt: STAMP,
    ...changes,
  }
}
