import { eq, ne } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { allowTexts, phoneHash, stopTexts } from '#api/platform/outbox/text-stops.ts'
import { TextError } from '#api/platform/texts/texts.ts'
import { floristDevices, markets, shops } from '#drizzle/schema/markets.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { outboxMessage } from '#tests/support/message-rows.ts'
import { openRingingFlorists, type RingingFlorists } from '#tests/support/ringing-florists.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

const shop = await shareTestShop()
let florists: RingingFlorists
let fixture: RingingFlorists['fixture']
let texts: RingingFlorists['texts']

beforeEach(async () => {
  florists = await openRingingFlorists(shop)
  ;({ fixture, texts } = florists)
})

const shopWith = (...names: string[]) => florists.shopWith(...names)
const ask = (shopId: string) => florists.ask(shopId)
const later = (seconds: number) => florists.later(seconds)
const rows = (orderId: string) => shop.db.select().from(outbox).where(eq(outbox.orderId, orderId))
const devicesOf = (shopId: string) =>
  shop.db.select().from(floristDevices).where(eq(floristDevices.shopId, shopId))
const look = async (email: string | null) => {
  const [token = ''] = await fixture.tokensOf(String(email))
  return shop.post('/florist/order', { token })
}

test('every phone of the shop rings in the request that assigns, once', async () => {
  const { florist, devices } = await shopWith('Counter', 'Anna’s phone')
  await ask(florist.id)
  expect(shop.push.sent.map(({ endpoint }) => endpoint).toSorted()).toEqual(
    devices.map(({ endpoint }) => endpoint).toSorted(),
  )
  expect(JSON.parse(shop.push.sent[0]?.payload ?? '{}')).toEqual({
    title: expect.stringMatching(/^Can you make this\? /),
    body: expect.stringContaining('9 Elm St, 10011'),
    url: expect.stringMatching(/\/florist\?token=\S+$/),
    tag: expect.any(String),
  })
  await later(10)
  await sendDue(shop.deps)
  expect(shop.push.sent).toHaveLength(2)
  expect((await devicesOf(florist.id)).map(({ lastAnswer }) => lastAnswer)).toEqual(['Rang', 'Rang'])
})

test('a phone rings and its email goes at once, however many messages are due before', async () => {
  const nextAttemptAt = new Date(shop.clock.at.getTime() - 60_000).toISOString()
  const before = { channel: 'push', kind: 'florist-ring', recipient: 'no-such-phone', nextAttemptAt } as const
  await shop.db
    .insert(outbox)
    .values(Array.from({ length: 30 }, () => outboxMessage({ ...before, payload: { shopOrderId: 'none' } })))
  const { florist } = await shopWith('Counter')
  await ask(florist.id)
  expect(shop.push.sent).toHaveLength(1)
  expect(await shop.messages(String(florist.email))).toHaveLength(1)
})

test('a ring that cannot be written keeps no email waiting, and rings once it can', async () => {
  const { florist } = await shopWith('Counter')
  const { renderRing } = shop.deps
  shop.deps.renderRing = () => Promise.reject(new Error('The database is away'))
  await ask(florist.id)
  expect(await shop.messages(String(florist.email))).toHaveLength(1)
  shop.deps.renderRing = renderRing
  await later(15)
  expect(shop.push.sent).toHaveLength(1)
  await later(30)
  expect(texts.sent).toHaveLength(1)
})

test('a payment rings the florist before any email about it goes', async () => {
  const { florist } = await shopWith('Counter')
  const { db, clock } = shop
  await db.update(shops).set({ active: false }).where(ne(shops.id, florist.id))
  await db
    .update(markets)
    .set({ asksForAnswer: true, assignsAutomatically: true, assignsSince: clock.at.toISOString() })
  const went: string[] = []
  const { mail } = shop.deps
  shop.deps.mail = { ...mail, send: (...args) => mail.send(...args).finally(() => went.push('email')) }
  shop.deps.push = {
    ...shop.push,
    send: (...args) => shop.push.send(...args).then(() => void went.push('ring')),
  }
  const { body } = await shop.post('/create-checkout-session', checkoutRequest())
  await shop.pay(String(body['sessionId']))
  const [event] = await shop.events('checkout.session.completed')
  if (!event) throw new Error('The provider made no event')
  await shop.deliver(event)
  await shop.settled()
  expect(went).toEqual(['ring', 'email', 'email', 'email'])
})

/** Has the push service answer once an email has gone. */
function pushAfterMail() {
  const mailed = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const { mail } = shop.deps
  shop.deps.mail = { ...mail, send: (...args) => mail.send(...args).finally(mailed.resolve) }
  shop.deps.push = {
    ...shop.push,
    send: async (...args) => {
      begun.resolve()
      await mailed.promise
      return shop.push.send(...args)
    },
  }
  return begun.promise
}

test('while a push service takes its time, the email beside it goes after a second', async () => {
  const ringing = pushAfterMail()
  const { florist } = await shopWith('Counter')
  const asking = ask(florist.id)
  await ringing
  shop.elapse(999)
  expect(await shop.messages(String(florist.email))).toEqual([])
  shop.elapse(1)
  await asking
  expect(shop.push.sent).toHaveLength(1)
})

test('while a push service takes its time, the job sends emails', async () => {
  const { florist } = await shopWith('Counter')
  const { order } = await ask(florist.id)
  const due = { status: 'pending', sentAt: null, nextAttemptAt: shop.clock.at.toISOString() } as const
  await shop.db.update(outbox).set(due).where(eq(outbox.orderId, order.id))
  const ringing = pushAfterMail()
  const running = later(0)
  await ringing
  shop.elapse(1_000)
  await running
  expect(shop.push.sent).toHaveLength(2)
})

test('a text follows after the seconds of the market, unless somebody has looked', async () => {
  const { florist } = await shopWith('Counter')
  await ask(florist.id)
  await later(29)
  expect(texts.sent).toEqual([])
  await later(1)
  expect(texts.sent).toEqual([
    {
      to: expect.stringMatching(/^\+1212555\d{4}$/),
      text: expect.stringMatching(/Reply 1 for yes, 2 for no/),
    },
  ])
  await later(300)
  expect(texts.sent).toHaveLength(1)

  const other = await shopWith('Counter')
  await ask(other.florist.id)
  await look(other.florist.email)
  await later(60)
  expect(texts.sent).toHaveLength(1)
})

test('a shop without a phone that rings is texted at once', async () => {
  const { florist } = await shopWith()
  await ask(florist.id)
  expect([shop.push.sent.length, texts.sent.length]).toEqual([0, 1])
})

test('a phone that its push service does not know any more is forgotten, and the text goes at once', async () => {
  const { florist } = await shopWith('Old phone')
  shop.push.failWith({ kind: 'gone' })
  await ask(florist.id)
  expect(texts.sent).toHaveLength(1)
  expect(await devicesOf(florist.id)).toEqual([])
})

test('a phone that is removed before it rings leaves it to the text, which goes at once', async () => {
  const { florist } = await shopWith('Old phone')
  const { db, deps } = shop
  const { renderRing } = deps
  deps.renderRing = async (...args) => {
    await db.delete(floristDevices).where(eq(floristDevices.shopId, florist.id))
    return renderRing(...args)
  }
  await ask(florist.id)
  expect([shop.push.sent.length, texts.sent.length]).toEqual([0, 1])
})

test('the text waits as long as another phone of the shop rings', async () => {
  const { florist, devices } = await shopWith('Old phone', 'Counter')
  shop.push.failWith({ kind: 'gone' }, devices[0]?.endpoint)
  await ask(florist.id)
  expect([shop.push.sent.length, texts.sent.length]).toEqual([1, 0])
})

test('while the push service is away the text goes at once, and the phone rings once it is back', async () => {
  const { florist } = await shopWith('Counter')
  shop.push.failWith({ kind: 'unavailable' })
  await ask(florist.id)
  expect([shop.push.sent.length, texts.sent.length]).toEqual([0, 1])
  shop.push.failWith(null)
  await later(15)
  expect([shop.push.sent.length, texts.sent.length]).toEqual([1, 1])
})

test('a ring that fails again starts nothing once the text has gone', async () => {
  const { florist } = await shopWith('Counter')
  shop.push.failWith({ kind: 'busy' })
  await ask(florist.id)
  shop.pass(1)
  const { waitUntil } = shop.deps
  const started: Promise<unknown>[] = []
  shop.deps.waitUntil = (work) => started.push(work)
  await sendDue(shop.deps)
  shop.deps.waitUntil = waitUntil
  expect(shop.push.tried).toHaveLength(2)
  expect([started.length, texts.sent.length]).toEqual([0, 1])
})

test('while the push service is away the text goes at once, however many phones the shop has', async () => {
  const { florist } = await shopWith('Counter', 'Back room')
  shop.push.failWith({ kind: 'unavailable' })
  await ask(florist.id)
  expect([shop.push.sent.length, texts.sent.length]).toEqual([0, 1])
})

test('a phone that did not ring within five minutes is not rung for the offer any more', async () => {
  const { florist } = await shopWith('Counter')
  shop.push.failWith({ kind: 'unavailable' })
  const { order } = await ask(florist.id)
  for (let minute = 0; minute < 6; minute += 1) await later(60)
  shop.push.failWith(null)
  await later(60)
  expect(shop.push.sent).toEqual([])
  const [ring] = (await rows(order.id)).filter(({ kind }) => kind === 'florist-ring')
  expect(ring).toMatchObject({ status: 'failed', dismissedAt: expect.any(String) })
})

test.each(['accept', 'reject'] as const)('after a florist’s %s nothing rings any more', async (answer) => {
  const { florist } = await shopWith('Counter')
  shop.push.failWith({ kind: 'unavailable' })
  texts.fails = new TextError('Busy', 'busy', { retryAfterSeconds: 60 })
  await ask(florist.id)
  const [token = ''] = await fixture.tokensOf(String(florist.email))
  const reason = answer === 'reject' ? { reason: 'We are full' } : {}
  expect((await shop.post('/florist/answer', { token, answer, ...reason })).status).toBe(200)
  shop.push.failWith(null)
  texts.fails = null
  await later(60)
  await later(60)
  expect([shop.push.sent, texts.sent]).toEqual([[], []])
})

test('a florist who lost the order is not rung; who has it now is', async () => {
  const [first, next] = [await shopWith('Counter'), await shopWith('Counter')]
  shop.push.failWith({ kind: 'unavailable' })
  texts.fails = new TextError('Busy', 'busy', { retryAfterSeconds: 60 })
  const { order, id } = await ask(first.florist.id)
  shop.push.failWith(null)
  texts.fails = null
  await fixture.assigned({ orderId: order.id, shopId: next.florist.id, replaces: id })
  await shop.settled()
  await later(120)
  expect(shop.push.sent.map(({ endpoint }) => endpoint)).toEqual(next.devices.map(({ endpoint }) => endpoint))
  expect(texts.sent.map(({ to }) => to)).toEqual([`+1${next.florist.phone?.replace(/\D/g, '')}`])
})

test('a text is not tried again when nobody knows whether it went', async () => {
  const { florist } = await shopWith()
  texts.fails = new TextError('No answer', 'unavailable')
  await ask(florist.id)
  texts.fails = null
  await later(60)
  expect(texts.sent).toEqual([])
})

test('a number that said STOP is not texted, until it says START', async () => {
  const { florist } = await shopWith()
  const { db, clock } = shop
  const hash = phoneHash(String(florist.phone))
  for (const each of stopTexts(db, hash, clock.at.toISOString())) await each
  await ask(florist.id)
  expect(texts.sent).toEqual([])
  shop.pass(1)
  for (const each of allowTexts(db, hash, clock.at.toISOString())) await each
  await ask(florist.id)
  expect(texts.sent).toHaveLength(1)
})

test('who has not looked for the seconds of the market is to be called', async () => {
  const { florist } = await shopWith('Counter')
  const { id } = await ask(florist.id)
  await later(119)
  const { body: before } = await fixture.admin.get(`/admin/shop-orders/${id}`)
  expect(before).toMatchObject({ situation: { kind: 'asked' } })
  await later(1)
  const { body } = await fixture.admin.get(`/admin/shop-orders/${id}`)
  expect(body).toMatchObject({ situation: { kind: 'unseen', actions: ['call'] } })
  const { body: dashboard } = await fixture.admin.get('/admin/dashboard')
  const sentence = `${florist.name} hasn’t looked at the order.`
  expect(dashboard).toMatchObject({
    unreachedFlorists: { total: 1, rows: [{ reason: null, situation: { kind: 'unseen', sentence } }] },
  })
  await look(florist.email)
  expect((await fixture.admin.get(`/admin/shop-orders/${id}`)).body).toMatchObject({
    situation: { kind: 'asked' },
  })
})

test('without push and texts no phone rings, and the email goes as before', async () => {
  const { florist } = await shopWith('Counter')
  shop.deps.push = null
  shop.deps.texts = null
  const { order } = await ask(florist.id)
  await later(60)
  expect((await rows(order.id)).map(({ channel, kind }) => `${channel} ${kind}`)).toEqual([
    'mail florist-order',
  ])
})
