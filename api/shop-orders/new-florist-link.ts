import type { Deps } from '#api/deps.ts'
import { floristLinkExpiry } from '#domain/florist.ts'
import type { NewFloristLink } from './florist-link-queries.ts'
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
