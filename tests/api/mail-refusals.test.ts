import { describe, expect, test } from 'vitest'
import { resendMail } from '#api/platform/mail/resend.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import type { Dashboard } from '#src/admin/dashboard/queries.ts'
import { outboxMessage } from '#tests/support/message-rows.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { signIn } from '#tests/support/staff.ts'

const shop = await shareTestShop()

const EARLIER = '2026-06-04T14:00:00.000Z'
const stored = () => shop.db.select().from(outbox).orderBy(outbox.recipient)
const sent = async () => (await shop.messages()).length

async function queue(...recipients: string[]): Promise<void> {
  const message = (recipient: string) =>
    outboxMessage({
      kind: 'account-notice',
      payload: { news: 'password-changed' },
      recipient,
      createdAt: EARLIER,
      nextAttemptAt: EARLIER,
    })
  await shop.db.insert(outbox).values(recipients.map(message))
}

async function heldMail() {
  const admin = await signIn(shop)
  return ((await admin.get('/admin/dashboard')).body as unknown as Dashboard).heldMail
}

/** From now on the provider does not know our key. */
function withWrongKey(): void {
  const mail = resendMail({
    apiKey: 're_revoked',
    apiUrl: shop.mail.url,
    webhookSecret: 'whsec_',
    from: 'Shop <shop@example.com>',
  })
  shop.deps.mail.send = mail.send
}

describe('a rate-limiting mail provider', () => {
  test('is not called before retry-after, and messages lose no attempt', async () => {
    await queue('a@example.com', 'b@example.com', 'c@example.com')
    shop.mail.setFault({ kind: 'rate-limit', ms: 30 * 60_000, times: 1 })
    await sendDue(shop.deps)
    const until = new Date(shop.clock.at.getTime() + 30 * 60_000).toISOString()
    expect(await stored()).toMatchObject(
      Array(3).fill({
        status: 'pending',
        attempts: 0,
        nextAttemptAt: until,
        lastError: 'The mail provider answered 429: rate_limit_exceeded',
      }),
    )
    shop.pass(29)
    await sendDue(shop.deps)
    expect(await sent()).toBe(0)
    shop.pass(1)
    await sendDue(shop.deps)
    expect(await sent()).toBe(3)
    expect(await stored()).toMatchObject(Array(3).fill({ status: 'sent', attempts: 1, lastError: null }))
  })

  test('without retry-after is not called for a minute', async () => {
    await queue('a@example.com')
    const { send } = shop.deps.mail
    const { MailError } = await import('#api/platform/mail/mail.ts')
    shop.deps.mail.send = async () => {
      throw new MailError('The mail provider answered 429: rate_limit_exceeded', 'busy')
    }
    await sendDue(shop.deps)
    shop.deps.mail.send = send
    expect(await stored()).toMatchObject([
      { nextAttemptAt: new Date(shop.clock.at.getTime() + 60_000).toISOString() },
    ])
  })
})

describe('a mail provider that refuses the API key', () => {
  test('is a fault of the configuration: one call a run, an error in the log, no attempt lost', async () => {
    await queue('a@example.com', 'b@example.com', 'c@example.com')
    withWrongKey()
    await sendDue(shop.deps)
    const errors = shop.logged.filter(({ event }) => event === 'message_failed')
    expect(errors).toMatchObject([{ level: 'error', fields: { failure: 'configuration' } }])
    const reason = 'The mail provider answered 403: invalid_api_key'
    expect(await stored()).toMatchObject(Array(3).fill({ status: 'pending', attempts: 0, lastError: reason }))
    await sendDue(shop.deps)
    expect(shop.logged.filter(({ event }) => event === 'message_failed')).toHaveLength(1)
    shop.pass(1)
    await sendDue(shop.deps)
    expect(shop.logged.filter(({ event }) => event === 'message_failed')).toHaveLength(2)
  })

  test('is shown on the dashboard after ten minutes', async () => {
    expect(await heldMail()).toBeNull()
    await queue('a@example.com', 'b@example.com')
    withWrongKey()
    shop.clock.at = new Date('2026-06-04T14:09:00.000Z')
    await sendDue(shop.deps)
    expect(await heldMail()).toBeNull()
    shop.pass(1)
    expect(await heldMail()).toEqual({
      waiting: { total: 2, capped: false },
      since: EARLIER,
      reason: 'The mail provider answered 403: invalid_api_key',
    })
  })
})
