import { afterAll, beforeAll, expect, test } from 'vitest'
import { SITE } from '#domain/site.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'
import { outboxMessage } from '#tests/support/message-rows.ts'
import { orderAtFlorist } from '#tests/support/placed-order.ts'

let fixture: FloristFixture

beforeAll(async () => {
  fixture = await openFloristFixture()
})
afterAll(() => fixture.shop.close())

/** Where answers to the emails to an address go, the newest first. */
async function repliesOf(email: string) {
  await fixture.shop.settled()
  await fixture.shop.scheduled()
  await fixture.shop.settled()
  return (await fixture.shop.messages(email)).map(({ subject, reply_to }) => [subject, reply_to])
}
const SUPPORT = [SITE.supportEmail]

test('an answer of the buyer or the florist goes to support', async () => {
  const { florist } = await orderAtFlorist(fixture, { email: 'answering@example.com' })
  const mails = [...(await repliesOf('answering@example.com')), ...(await repliesOf(String(florist.email)))]
  expect(mails.length).toBeGreaterThanOrEqual(2)
  for (const [subject, replyTo] of mails) expect(replyTo, String(subject)).toEqual(SUPPORT)
})

test('an answer to the owner’s notice about an order goes to its buyer', async () => {
  const { order } = await orderAtFlorist(fixture, { email: 'buying@example.com' })
  const notice = (await repliesOf(SITE.ownerEmail)).find(([subject]) =>
    String(subject).includes(order.orderReference),
  )
  expect(notice?.[1]).toEqual(['buying@example.com'])
})

test('an answer to a notice about an email that did not arrive goes to support', async () => {
  const { order } = await orderAtFlorist(fixture, { email: 'sam@example.com' })
  const nextAttemptAt = fixture.shop.clock.at.toISOString()
  const message = outboxMessage({ orderId: order.id, recipient: 'sam@example.com', status: 'failed' })
  await fixture.shop.db.insert(outbox).values([
    message,
    outboxMessage({
      kind: 'undelivered-notice',
      nextAttemptAt,
      orderId: order.id,
      recipient: SITE.ownerEmail,
      payload: { messageId: message.id },
    }),
  ])
  const notices = (await repliesOf(SITE.ownerEmail)).filter(([subject]) =>
    String(subject).endsWith('did not arrive'),
  )
  expect(notices).toHaveLength(1)
  for (const [, replyTo] of notices) expect(replyTo).toEqual(SUPPORT)
})

test('an answer of somebody on the waitlist goes to support', async () => {
  const person = { email: 'waiting@example.com', city: 'Boise', state: 'ID', zipCode: '83702' }
  expect((await fixture.shop.post('/waitlist', person)).status).toBe(200)
  expect(await repliesOf('waiting@example.com')).toMatchObject([[expect.any(String), SUPPORT]])
})
