import * as z from 'zod/mini'
import type { Deps } from '#api/deps.ts'
import { manageAddress } from '#api/orders/manage-link.ts'
import { readState } from '#api/orders/state-queries.ts'
import { LinkKeyMissing } from '#api/platform/mail/mail.ts'
import type { Rendered } from '#api/platform/mail/render.tsx'
import type { OutboxRow, SubstitutionMessage } from '#api/platform/outbox/outbox.ts'
import { questionLink } from '#api/substitutions/service.ts'
import { refundLimit } from '#domain/disputes.ts'
import { isAwaited, isCancelledOrRefunded } from '#domain/order/fulfilment.ts'
import { refundableNow } from '#domain/order/promise.ts'
import { liveShopOrder, orderAndShop } from '#domain/order/state.ts'
import { goesIn } from '#domain/order/substitution.ts'
import { orderSubstituted, substitutionClosed, substitutionQuestion } from './substitution-news.tsx'

const ofSubstitution = z.object({ substitutionId: z.string() })

/**
 * Renders an email to a buyer about missing flowers. The link's token is derived here; it is not stored.
 * @returns null when it is not so any more: the question is over before it was sent, the order is over, or another florist makes it
 * @throws LinkKeyMissing when the key that the link was made with was removed
 */
export async function substitutionContent(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  kind: SubstitutionMessage,
  row: OutboxRow,
): Promise<Rendered | null> {
  const { origin } = config
  if (row.orderId === null) return null
  const { state } = await readState(db, row.orderId)
  const { substitutionId } = ofSubstitution.parse(row.payload)
  const substitution = state?.substitutions.find(({ id }) => id === substitutionId)
  if (!substitution || !state?.item) return null
  const { order, item, disputes } = state
  const manageUrl = await manageAddress(config, order)
  const mail = { order, item, manageUrl, assignment: orderAndShop(state).assignment, substitution }
  switch (kind) {
    case 'substitution-question': {
      if (substitution.closedAt !== null || substitution.expiresAt === null) return null
      const link = await questionLink(config, order, substitution)
      if (!link) throw new LinkKeyMissing()
      const { expiresAt } = substitution
      const isDisputed = refundLimit(disputes) === 'none'
      const asked = { ...mail, expiresAt, refundCents: refundableNow(state), isDisputed }
      return substitutionQuestion(asked, link, origin)
    }
    case 'order-substituted': {
      const isOwn = liveShopOrder(state)?.id === substitution.shopOrderId
      if (!goesIn(substitution) || !isOwn || isCancelledOrRefunded(order)) return null
      const { outcome, preference } = substitution
      const because = outcome === 'silent' ? 'silent' : preference === 'ask' ? 'no_time' : 'preset'
      return orderSubstituted({ ...mail, because }, origin)
    }
    case 'substitution-closed': {
      // A buyer who was not asked gets no message that the question is over.
      const wasAsked = state.messages.some(
        ({ dedupeKey, tried }) => tried && dedupeKey === `substitution-question:${substitution.id}`,
      )
      const isFound = substitution.outcome === 'found'
      return wasAsked && isAwaited(order) ? substitutionClosed({ ...mail, isFound }, origin) : null
    }
  }
}
