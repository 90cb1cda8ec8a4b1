import { beforeEach, expect, test } from 'vitest'
import { outbox, waitlist } from '#drizzle/schema/messages.ts'
import { outboxMessage, waitlistEntry } from '#tests/support/message-rows.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { signIn } from '#tests/support/staff.ts'

const shop = await shareTestShop()
let admin: Awaited<ReturnType<typeof signIn>>

beforeEach(async () => {
  admin = await signIn(shop)
})

const MONTHS_AGO = '2026-01-04T12:00:00.000Z'

async function message(changes: Parameters<typeof outboxMessage>[0] = {}) {
  const entry = waitlistEntry({ email: 'lee@x.yz' })
  const row = outboxMessage({
    id: 'failed',
    kind: 'waitlist-receipt',
    recipient: 'lee@x.yz',
    payload: { entryId: entry.id },
    status: 'failed',
    attempts: 30,
    lastError: 'The mail provider did not answer',
    createdAt: MONTHS_AGO,
    updatedAt: MONTHS_AGO,
    nextAttemptAt: MONTHS_AGO,
    ...changes,
  })
  await shop.db.insert(waitlist).values(entry)
  await shop.db.insert(outbox).values(row)
}

const again = (id = 'failed') => admin.post(`/admin/outbox/${id}/send-again`)
const stored = async () => (await shop.db.select().from(outbox))[0]

// The count of tries starts over: a person has decided.
test('is sent right after the answer, under the key it had', async () => {
  await message()
  expect(await again()).toMatchObject({ status: 200, body: { status: 'pending' } })
  await shop.settled()
  expect(await stored()).toMatchObject({ id: 'failed', status: 'sent', attempts: 1, lastError: null })
  expect(await shop.messages('lee@x.yz')).toHaveLength(1)
})

test('is sent before everything else that is due', async () => {
  await shop.db
    .insert(outbox)
    .values(Array.from({ length: 40 }, () => outboxMessage({ nextAttemptAt: MONTHS_AGO })))
  await message()
  await again()
  await shop.settled()
  expect(await shop.messages('lee@x.yz')).toHaveLength(1)
})

test('ten clicks at once are one message', async () => {
  await message()
  const answers = await Promise.all(Array.from({ length: 10 }, () => again()))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await shop.settled()
  expect(await stored()).toMatchObject({ status: 'sent', attempts: 1 })
  expect(await shop.messages('lee@x.yz')).toHaveLength(1)
  expect((await again()).body).toEqual({ status: 'sent' })
  await shop.settled()
  expect(await shop.messages('lee@x.yz')).toHaveLength(1)
})

test('a click while it is on its way by itself changes nothing', async () => {
  await message({ status: 'pending', nextAttemptAt: '2026-06-05T00:00:00.000Z' })
  const before = await stored()
  expect((await again()).body).toEqual({ status: 'pending' })
  await shop.settled()
  expect(await stored()).toEqual(before)
  expect(await shop.messages()).toEqual([])
})

test('what fails again is shown as failed again, with the reason of now', async () => {
  await message()
  shop.mail.setFault({ kind: 'error-before' })
  await again()
  await shop.settled()
  expect(await stored()).toMatchObject({
    status: 'failed',
    attempts: 1,
    lastError: expect.stringContaining('The mail provider answered'),
    updatedAt: shop.clock.at.toISOString(),
  })
})

test('an unknown message is not found', async () => {
  expect(await again('nothing')).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
})
