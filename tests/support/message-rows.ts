import type { jobCursors, providerEvents } from '#drizzle/schema/checkout.ts'
import type { changeRecords, mailSuppressions, outbox, waitlist } from '#drizzle/schema/messages.ts'
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

export function mailSuppression(
  changes: Changes<typeof mailSuppressions> = {},
): Row<typeof mailSuppressions> {
  return { mailboxHash: next('mailbox'), complainedAt: STAMP, liftedAt: null, ...changes }
}

export function changeRecord(changes: Changes<typeof changeRecords> = {}): Row<typeof changeRecords> {
  return {
    id: next('change'),
    entity: 'product',
    entityId: 'product-1',
    action: 'update',
    field: 'title',
    before: 'Bad',
    after: 'Rather Bad',
    actorId: null,
    version: 2,
    createdAt: STAMP,
    ...changes,
  }
}

export function providerEvent(changes: Changes<typeof providerEvents> = {}): Row<typeof providerEvents> {
  return {
    id: next('evt'),
    type: 'checkout.session.completed',
    outcome: 'settled',
    receivedAt: STAMP,
    ...changes,
  }
}

export function jobCursor(changes: Changes<typeof jobCursors> = {}): Row<typeof jobCursors> {
  return { job: next('job'), cursor: null, updatedAt: STAMP, ...changes }
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
