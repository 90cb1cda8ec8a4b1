import type { SQL } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { BUYER_MESSAGES } from '#domain/order/causes.ts'
import { SITE } from '#domain/site.ts'
import { addMessage, FLORIST_MESSAGES, type OutboxRow } from './outbox.ts'
import { mailboxHash } from './suppressions.ts'

/** Messages whose recipient waits for them: a buyer or a florist. */
const AWAITED: ReadonlySet<string> = new Set([...BUYER_MESSAGES, ...FLORIST_MESSAGES])

/**
 * Statements that notify the owner of a message that did not reach a buyer or a florist: about a buyer's address once per
 * order, about a florist's each message. None for messages that need no action.
 * @param onlyIf nothing is written unless this holds at this point of the batch
 */
export function undeliveredNotices(db: Db, row: OutboxRow, at: string, onlyIf: SQL) {
  const { id, kind, orderId, recipient } = row
  if (orderId === null || !AWAITED.has(kind)) return []
  const isFlorist = FLORIST_MESSAGES.some((florist) => florist === kind)
  const message = {
    kind: 'undelivered-notice',
    about: isFlorist ? id : `${orderId}:${mailboxHash(recipient)}`,
    orderId,
    recipient: SITE.ownerEmail,
    payload: { messageId: id },
  } as const
  return [addMessage(db, message, at, onlyIf)]
}
