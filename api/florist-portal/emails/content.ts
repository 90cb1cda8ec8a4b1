import * as z from 'zod/mini'
import type { Deps } from '#api/deps.ts'
import { orderWithItem } from '#api/orders/queries.ts'
import type { Rendered } from '#api/platform/mail/render.tsx'
import { type FloristMessage, mayHaveBeenSent, type OutboxRow } from '#api/platform/outbox/outbox.ts'
import { floristAddress, floristTokens, linkWorks, orderAndShopState } from '#api/shop-orders/florist-link.ts'
import { floristLinkTarget } from '#api/shop-orders/florist-link-queries.ts'
import { FLORIST_PARTS, type FloristPart } from '#domain/order/changes.ts'
import { fulfilmentOf, isAtWork, isCancelledOrRefunded } from '#domain/order/fulfilment.ts'
import {
  floristCancelled,
  floristChanged,
  floristNewTime,
  floristReopened,
  floristUnanswered,
  floristWithdrawn,
} from './florist-news.tsx'
import { floristOrderMail } from './florist-order.tsx'

const ofLink = z.object({ linkId: z.string() })
const ofWithdrawal = z.object({ unansweredBy: z.optional(z.string()) })
const ofChange = z.object({ parts: z.array(z.enum(FLORIST_PARTS)) })

/**
 * Renders an email to a florist. The link's token is derived here; it is not stored.
 * @returns null when there is nothing to send: the link was revoked or has expired, the order is over or deleted, is not
 *   cancelled any more, or the florist was never asked to make the order that is cancelled
 * @throws Error when the key that the link was made with was removed
 */
export async function floristContent(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  kind: FloristMessage,
  row: OutboxRow,
): Promise<Rendered | null> {
  const { origin } = config
  if (kind === 'florist-withdrawn' || kind === 'florist-cancelled') {
    const found = row.orderId === null ? null : await orderWithItem(db, row.orderId)
    if (!found || !(await mayHaveBeenSent(db, 'florist-order', row))) return null
    if (kind === 'florist-withdrawn') {
      const { unansweredBy } = ofWithdrawal.parse(row.payload)
      return unansweredBy === undefined
        ? floristWithdrawn(found, origin)
        : floristUnanswered({ ...found, unansweredBy, sentAt: clock.now() }, origin)
    }
    return isCancelledOrRefunded(found.order) ? floristCancelled(found, origin) : null
  }
  const [found] = await floristLinkTarget(db, { id: ofLink.parse(row.payload).linkId })
  if (!found || !linkWorks(found, clock.now().toISOString())) return null
  if (!isAtWork(fulfilmentOf(orderAndShopState(found)).florist)) return null
  const { link } = found
  const issued = (await floristTokens(config, link)).find(({ hash }) => hash === link.tokenHash)
  if (!issued) throw new Error(`Message ${row.id} needs a key that is gone`)
  const address = floristAddress(origin, issued.token)
  switch (kind) {
    case 'florist-order':
      return floristOrderMail({ ...found, expiresAt: link.expiresAt, sentAt: clock.now() }, address, origin)
    case 'florist-reopened':
      return floristReopened(found, address, origin)
    case 'florist-changed':
      return floristChanged({ ...found, parts: partsOf(row.payload) }, address, origin)
    case 'florist-new-time':
      return floristNewTime(found, address, origin)
  }
}

function partsOf(payload: unknown): FloristPart[] {
  const { parts } = ofChange.parse(payload)
  return FLORIST_PARTS.filter((part) => parts.includes(part))
}
