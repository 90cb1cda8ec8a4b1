import * as z from 'zod/mini'
import { findLink, isUsable } from '#api/auth/link-queries.ts'
import { linkAddress, linkTokens } from '#api/auth/one-time-links.ts'
import type { Deps } from '#api/deps.ts'
import { LinkKeyMissing } from '#api/platform/mail/mail.ts'
import type { Rendered } from '#api/platform/mail/render.tsx'
import type { AccountMessage, OutboxRow } from '#api/platform/outbox/outbox.ts'
import { ACCOUNT_NEWS, accountNotice, invitation, passwordReset } from './account-news.tsx'

const ofLink = z.object({ linkId: z.string() })
const ofNotice = z.object({ news: z.enum(ACCOUNT_NEWS) })

/**
 * Renders an email about an account. The link's token is derived here; it is not stored.
 * @returns null when the link was used or revoked, or has expired
 * @throws LinkKeyMissing when the key that the link was made with was removed
 */
export async function accountContent(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  kind: AccountMessage,
  row: OutboxRow,
): Promise<Rendered | null> {
  const { origin } = config
  if (kind === 'account-notice') return accountNotice(ofNotice.parse(row.payload).news, origin)
  const link = await findLink(db, { id: ofLink.parse(row.payload).linkId })
  if (!link || !isUsable(link, clock.now().toISOString())) return null
  const issued = (await linkTokens(config, link.id)).find(({ hash }) => hash === link.tokenHash)
  if (!issued) throw new LinkKeyMissing()
  const address = linkAddress(origin, link.kind, issued.token)
  return kind === 'invitation' ? invitation(link, address, origin) : passwordReset(address, origin)
}
