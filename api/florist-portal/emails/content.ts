import * as z from 'zod/mini'
import type { Deps } from '#api/deps.ts'
import { orderWithItem } from '#api/orders/queries.ts'
import type { Rendered } from '#api/platform/mail/render.ts'
import { type FloristMessage, mayHaveGone, type OutboxRow } from '#api/platform/outbox/outbox.ts'
import { opens, standingOf } from '#api/shop-orders/florist-link.ts'
import { behindLink } from '#api/shop-orders/florist-link-queries.ts'
import { floristAddress, floristTokens } from '#api/shop-orders/florist-token.ts'
import { fulfilmentOf, isAtWork } from '#domain/fulfilment.ts'
import { floristCancelled } from './florist-cancelled.tsx'
import { floristOrderMail } from './florist-order.tsx'
import { floristReopened } from './florist-reopened.tsx'
import { floristWithdrawn } from './florist-withdrawn.tsx'

const ofLink = z.object({ linkId: z.string() })

/**
 * Writes out a message to a florist. The token of a link is told from its row here and stands nowhere before.
 * @returns null when there is nothing to say: the link was revoked or is too old, the order is over or gone, the florist
 *   whose order is off was never asked
 * @throws Error when the key is gone that the link was made with
 */
export async function floristContent(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  kind: FloristMessage,
  row: OutboxRow,
): Promise<Rendered | null> {
  const { origin } = config
  if (kind === 'florist-withdrawn' || kind === 'florist-cancelled') {
    const found = row.orderId === null ? null : await orderWithItem(db, row.orderId)
    // Who was never asked is not told that it is off.
    if (!found || !(await mayHaveGone(db, 'florist-order', row))) return null
    return kind === 'florist-withdrawn' ? floristWithdrawn(found, origin) : floristCancelled(found, origin)
  }
  const [found] = await behindLink(db, { id: ofLink.parse(row.payload).linkId })
  if (!found || !opens(found, clock.now().toISOString())) return null
  // Nobody is asked to make what is over or called off by now.
  if (!isAtWork(fulfilmentOf(standingOf(found)).florist)) return null
  const { link } = found
  const made = (await floristTokens(config, link)).find(({ hash }) => hash === link.tokenHash)
  if (!made) throw new Error(`Message ${row.id} needs a key that is gone`)
  const address = floristAddress(origin, made.token)
  if (kind === 'florist-reopened') return floristReopened(found, address, origin)
  return floristOrderMail({ ...found, expiresAt: link.expiresAt }, address, origin)
}
