import { type SQL, sql } from 'drizzle-orm'
import type { AccountNews } from '#api/auth/emails/account-notice.tsx'
import type { Db } from '#api/deps.ts'
import { addMessage } from '#api/platform/outbox/outbox.ts'

/** Tells a person what was done to their account, in case it was not them; a statement for a batch. */
export function addNotice(db: Db, email: string, news: AccountNews, at: string, onlyIf: SQL = sql`true`) {
  const payload = sql`${JSON.stringify({ news })}`
  const about = crypto.randomUUID()
  return addMessage(
    db,
    { kind: 'account-notice', about, orderId: null, recipient: email, payload },
    at,
    onlyIf,
  )
}
