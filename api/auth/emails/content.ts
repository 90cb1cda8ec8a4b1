import * as z from 'zod/mini'
import { canBeUsed, linkOf } from '#api/auth/link-queries.ts'
import { linkAddress, linkTokens } from '#api/auth/one-time-link.ts'
import type { Deps } from '#api/deps.ts'
import type { Rendered } from '#api/platform/mail/render.ts'
import type { AccountMessage, OutboxRow } from '#api/platform/outbox/outbox.ts'
import { ACCOUNT_NEWS, accountNotice } from './account-notice.tsx'
import { invitation } from './invitation.tsx'
import { passwordReset } from './password-reset.tsx'

const ofLink = z.object({ linkId: z.string() })
const ofNotice = z.object({ news: z.enum(ACCOUNT_NEWS) })

/**
 * Writes out a message about an account. The secret of a link is told from its id here and stands nowhere before.
 * @returns null when the link is over: used, withdrawn, too old
 * @throws Error when the key is gone that the link was made with
 */
export async function accountContent(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  kind: AccountMessage,
  row: OutboxRow,
): Promise<Rendered | null> {
  const { origin } = config
  if (kind === 'account-notice') return accountNotice(ofNotice.parse(row.payload).news, origin)
  const link = await linkOf(db, { id: ofLink.parse(row.payload).linkId })
  if (!link || !canBeUsed(link, clock.now().toISOString())) return null
  const made = (await linkTokens(config, link.id)).find(({ hash }) => hash === link.tokenHash)
  if (!made) throw new Error(`Message ${row.id} needs a key that is gone`)
  const address = linkAddress(origin, link.kind, made.token)
  return link.kind === 'invitation' ? invitation(link, address, origin) : passwordReset(address, origin)
}
