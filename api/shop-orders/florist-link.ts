import type { Deps } from '#api/deps.ts'
import { floristLinkExpiry } from '#domain/florist.ts'
import { assignmentState, fulfilmentOf, type Standing } from '#domain/fulfilment.ts'
import type { BehindLink, NewFloristLink } from './florist-link-queries.ts'
import { floristTokens } from './florist-token.ts'

/** A new link to a shop order; its token is told from it when the mail is written. */
export async function newFloristLink(
  { config }: Pick<Deps, 'config'>,
  shopOrderId: string,
  promisedBy: string,
  now: Date,
): Promise<NewFloristLink> {
  const id = crypto.randomUUID()
  const expiresAt = floristLinkExpiry(new Date(promisedBy), now).toISOString()
  const link = { id, shopOrderId, createdAt: now.toISOString(), expiresAt }
  const [{ hash }] = await floristTokens(config, link)
  return { id, tokenHash: hash, expiresAt }
}

/** Whether a link leads anywhere. @param at ISO instant */
export function opens(found: BehindLink, at: string): boolean {
  const { link } = found
  return (
    link.revokedAt === null && link.expiresAt > at && fulfilmentOf(standingOf(found)).florist !== 'closed'
  )
}

export function standingOf({ order, shopOrder }: Pick<BehindLink, 'order' | 'shopOrder'>): Standing {
  const { status, paymentStatus } = order
  return { status, paymentStatus, assignment: assignmentState(shopOrder) }
}
