import { beforeEach, describe, expect, test } from 'vitest'
import { SITE } from '#domain/site.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { signIn } from '#tests/support/staff.ts'

const shop = await shareTestShop()
let admin: Awaited<ReturnType<typeof signIn>>
beforeEach(async () => {
  admin = await signIn(shop)
})

/** A paid order whose two emails meet a provider that is away. */
async function boughtDuringOutage() {
  shop.mail.setFault({ kind: 'error-before' })
  const { body } = await shop.post('/create-checkout-session', checkoutRequest())
  await shop.pay(String(body['sessionId']))
  const [event] = await shop.events('checkout.session.completed')
  if (event) await shop.deliver(event)
  await shop.settled()
  return String((await rows())[0]?.orderId)
}

const rows = () => shop.db.select().from(outbox)
const confirmation = async () => (await rows()).find(({ kind }) => kind === 'order-confirmation')
const one = (id: string) => admin.post(`/admin/outbox/${id}/send-now`)
const all = () => admin.post('/admin/outbox/send-now')
type Email = { type: string; id: string; nextTryAt: string | null; status: string }
const timeline = async (orderId: string) => {
  const { body } = await admin.get(`/admin/orders/${orderId}`)
  const { timeline: entries } = (body['order'] ?? body) as { timeline: Email[] }
  return entries.filter(({ type }) => type === 'email')
}

describe('send now', () => {
  test('of one message tries it at once; the order’s page says when it would be tried by itself', async () => {
    const orderId = await boughtDuringOutage()
    const waiting = (await timeline(orderId)).map(({ nextTryAt }) => nextTryAt)
    expect(waiting).toHaveLength(2)
    for (const nextTryAt of waiting) expect(nextTryAt).toMatch(/^2026-06-04T14:3/)
    shop.mail.setFault({ kind: 'none' })
    const { id = '' } = (await confirmation()) ?? {}
    expect(await one(id)).toMatchObject({ status: 200, body: { status: 'pending' } })
    await shop.settled()
    expect(await confirmation()).toMatchObject({ status: 'sent', lastError: null })
    expect((await timeline(orderId)).find((email) => email.id === id)).toMatchObject({
      nextTryAt: null,
      status: 'sent',
    })
  })

  test('pressed ten times at once sends one message', async () => {
    await boughtDuringOutage()
    shop.mail.setFault({ kind: 'none' })
    const { id = '', recipient = '' } = (await confirmation()) ?? {}
    const answers = await Promise.all(Array.from({ length: 10 }, () => one(id)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await shop.settled()
    expect(await shop.messages(recipient)).toHaveLength(1)
    expect(await one(id)).toMatchObject({ status: 200, body: { status: 'sent' } })
    await shop.settled()
    expect(await shop.messages(recipient)).toHaveLength(1)
  })

  test('of all tries whatever waits, and says how many', async () => {
    await boughtDuringOutage()
    shop.mail.setFault({ kind: 'none' })
    expect(await all()).toMatchObject({ status: 200, body: { tried: 2 } })
    await shop.settled()
    expect((await shop.messages()).map(({ to }) => to[0]).sort()).toEqual([
      SITE.ownerEmail,
      'sam@example.com',
    ])
    expect(await all()).toMatchObject({ status: 200, body: { tried: 0 } })
  })

  test('during the outage leaves the message waiting', async () => {
    await boughtDuringOutage()
    const { id = '' } = (await confirmation()) ?? {}
    expect((await one(id)).status).toBe(200)
    await shop.settled()
    expect(await confirmation()).toMatchObject({ status: 'pending', attempts: 2 })
  })

  test('leaves a message alone that is held for an undo', async () => {
    await boughtDuringOutage()
    const later = new Date(shop.clock.at.getTime() + 60_000).toISOString()
    await shop.db
      .update(outbox)
      .set({ attempts: 0, lastError: null, dueBeforePause: null, nextAttemptAt: later })
    shop.mail.setFault({ kind: 'none' })
    expect(await all()).toMatchObject({ body: { tried: 0 } })
    const { id = '' } = (await confirmation()) ?? {}
    expect(await one(id)).toMatchObject({ status: 200, body: { status: 'pending' } })
    await shop.settled()
    expect(await shop.messages()).toEqual([])
  })

  test('refuses what is no message', async () => {
    expect((await one('nothing')).status).toBe(404)
  })
})
