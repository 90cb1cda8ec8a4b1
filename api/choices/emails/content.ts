import * as z from 'zod/mini'
import { FEE_REFUND_KEY } from '#api/choices/other-day.ts'
import { readChoice } from '#api/choices/queries.ts'
import { choiceAddress, choiceTokens } from '#api/choices/token.ts'
import type { Deps } from '#api/deps.ts'
import type { Rendered } from '#api/platform/mail/render.tsx'
import { type ChoiceMessage, type OutboxRow, wasSent } from '#api/platform/outbox/outbox.ts'
import { readForRefund } from '#api/refunds/queries.ts'
import { isAwaited } from '#domain/fulfilment.ts'
import { choiceAnswered } from './choice-answered.tsx'
import { choiceClosed } from './choice-closed.tsx'
import { promiseChoice } from './promise-choice.tsx'

const ofChoice = z.object({ choiceId: z.string() })

/**
 * Renders an email about a promise in danger. The link's token is derived here; it is not stored.
 * @returns null when it is not so any more: the choice is closed before it was sent, the order is over or called off
 * @throws Error when the key that the link was made with was removed
 */
export async function choiceContent(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  kind: ChoiceMessage,
  row: OutboxRow,
): Promise<Rendered | null> {
  const { origin } = config
  const found = await readChoice(db, { id: ofChoice.parse(row.payload).choiceId })
  if (!found || !isAwaited(found.order)) return null
  const { choice, order, item } = found
  switch (kind) {
    case 'promise-choice': {
      if (choice.closedAt !== null || choice.expiresAt === null) return null
      const tokens = await choiceTokens(config, choice.id)
      const issued = tokens.find(({ hash }) => hash === choice.tokenHash)
      if (!issued) throw new Error(`Message ${row.id} needs a key that is gone`)
      const { waitUntil, expiresAt } = choice
      return promiseChoice({ order, item, waitUntil, expiresAt }, choiceAddress(origin, issued.token), origin)
    }
    case 'choice-answered': {
      const { outcome } = choice
      if (outcome !== 'wait' && outcome !== 'day') return null
      const { refunds } = await readForRefund(db, order.id)
      const fee = refunds.find(({ idempotencyKey }) => idempotencyKey === `${FEE_REFUND_KEY}${order.id}`)
      // Of this choice, not of an earlier one.
      const isOwn = outcome === 'day' && fee?.createdAt === choice.closedAt && fee.status !== 'failed'
      return choiceAnswered(
        { order, item, answer: outcome, feeRefundCents: isOwn ? fee.amountCents : 0 },
        origin,
      )
    }
    case 'choice-closed':
      // A buyer who was not asked gets no message that the danger is over.
      return (await wasSent(db, `promise-choice:${choice.id}`)) ? choiceClosed({ order, item }, origin) : null
  }
}
