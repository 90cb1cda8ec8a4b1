import * as z from 'zod/mini'
import type { Deps } from '#api/deps.ts'
import type { StoredOrder } from '#api/orders/state-queries.ts'
import { LinkKeyMissing } from '#api/platform/mail/mail.ts'
import type { Rendered } from '#api/platform/mail/render.tsx'
import type { FloristMessage, OutboxRow } from '#api/platform/outbox/outbox.ts'
import { openFloristAddress } from '#api/shop-orders/florist-link.ts'
import { FLORIST_PARTS, type FloristPart } from '#domain/order/changes.ts'
import { fulfilmentOf, isAtWork, isCancelledOrRefunded } from '#domain/order/fulfilment.ts'
import { goesIn } from '#domain/order/questions.ts'
import { orderAndShop } from '#domain/order/state.ts'
import {
  floristCancelled,
  floristChanged,
  floristNewTime,
  floristReopened,
  floristSubstitution,
  floristUnanswered,
  floristWithdrawn,
} from './florist-news.tsx'
import { floristOrderMail } from './florist-order.tsx'

const ofLink = z.object({ linkId: z.string() })
const ofSubstitution = z.object({ substitutionId: z.string() })
const ofWithdrawal = z.object({ unansweredBy: z.optional(z.string()) })
const ofChange = z.object({ parts: z.array(z.enum(FLORIST_PARTS)) })

/**
 * Renders an email to a florist. The link's token is derived here; it is not stored.
 * @returns null when there is nothing to send: the link was revoked or has expired, the order is over or deleted, is not
 *   cancelled any more, or the florist was never asked to make the order that is cancelled
 * @throws LinkKeyMissing when the key that the link was made with was removed
 */
export async function floristContent(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  kind: FloristMessage,
  state: StoredOrder | null,
  row: OutboxRow,
): Promise<Rendered | null> {
  const { origin } = config
  const now = clock.now()
  if (!state?.item) return null
  const { order, item } = state
  if (kind === 'florist-withdrawn' || kind === 'florist-cancelled') {
    const wasAsked = state.messages.some(
      (asked) => asked.kind === 'florist-order' && asked.recipient === row.recipient && asked.tried,
    )
    if (!wasAsked) return null
    const stopped = { order, item, sentAt: now }
    if (kind === 'florist-cancelled') {
      return isCancelledOrRefunded(order) ? floristCancelled(stopped, origin) : null
    }
    const { unansweredBy } = ofWithdrawal.parse(row.payload)
    if (unansweredBy === undefined) return floristWithdrawn(stopped, origin)
    const silent = state.shopOrders.findLast(
      ({ email, answeredBy }) => email === row.recipient && answeredBy === 'system',
    )
    const link = silent ? await openFloristAddress(config, silent, now) : null
    return floristUnanswered({ ...stopped, unansweredBy, link }, origin)
  }
  const { linkId } = ofLink.parse(row.payload)
  const shopOrder = state.shopOrders.find(({ link }) => link?.id === linkId)
  const link = shopOrder?.link
  if (!link || link.expiresAt <= now.toISOString()) return null
  const is = orderAndShop(state, shopOrder)
  if (!isAtWork(fulfilmentOf(is).florist)) return null
  const address = await openFloristAddress(config, shopOrder, now)
  if (address === null) throw new LinkKeyMissing()
  const mail = { order, item, assignment: is.assignment, sentAt: now }
  switch (kind) {
    case 'florist-order':
      return floristOrderMail({ ...mail, shopOrder, expiresAt: link.expiresAt }, address, origin)
    case 'florist-reopened':
      return floristReopened(mail, address, origin)
    case 'florist-changed':
      return floristChanged({ ...mail, parts: partsOf(row.payload) }, address, origin)
    case 'florist-substitution': {
      const { substitutionId } = ofSubstitution.parse(row.payload)
      const substitution = state.substitutions.find(({ id }) => id === substitutionId)
      return substitution && goesIn(substitution)
        ? floristSubstitution({ ...mail, substitution }, address, origin)
        : null
    }
    case 'florist-new-time':
      return floristNewTime(mail, address, origin)
  }
}

function partsOf(payload: unknown): FloristPart[] {
  const { parts } = ofChange.parse(payload)
  return FLORIST_PARTS.filter((part) => parts.includes(part))
}
