import * as z from 'zod/mini'
import { TEXT_KINDS } from '#domain/order/causes.ts'
import { buyerText } from './buyer-portal/texts.ts'
import type { Deps } from './deps.ts'
import { floristRing } from './florist-portal/ring.ts'
import { type OutboxRow, TEXT_REPLY } from './platform/outbox/outbox.ts'
import type { Ring } from './platform/outbox/send-ring.ts'

/** The answer to a text is written already. */
const reply = z.object({ text: z.string() })

/**
 * Writes out a text of the outbox, or what a phone shows when it rings.
 * @returns null when there is nothing to send any more
 */
export async function renderRing(
  deps: Pick<Deps, 'db' | 'config' | 'clock'>,
  row: OutboxRow,
): Promise<Ring | null> {
  if (row.kind === TEXT_REPLY) return { channel: 'text', to: row.recipient, ...reply.parse(row.payload) }
  const text = TEXT_KINDS.find((kind) => kind === row.kind)
  return text ? buyerText(deps, text, row) : floristRing(deps, row)
}
