import { describe, expect, test } from 'vitest'
import { nextPause } from '#api/platform/outbox/send-due.ts'
import { SITE } from '#domain/site.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { addPerson, openBrowser } from '#tests/support/browser.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { outboxMessage } from '#tests/support/message-rows.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

const shop = await shareTestShop()

/** An order that is paid and whose email is still to be sent. */
async function paidOrder(): Promise<void> {
  const { body } = await shop.post('/create-checkout-session', checkoutRequest())
  await shop.pay(String(body['sessionId']))
  const [event] = await shop.events('checkout.session.completed')
  if (!event) throw new Error('The provider made no event')
  await shop.deliver(event)
  await shop.settled()
}

const BUYER = 'sam@example.com'
const theMessage = async () =>
  (await shop.db.select().from(outbox)).find(({ kind }) => kind === 'order-confirmation')

test('the confirmation says what was bought, for how much, where and by when', async () => {
  await paidOrder()
  const [order] = await shop.db.select().from(orders)
  const [message] = await shop.messages(BUYER)
  expect(message?.subject).toBe(`Order confirmed: flowers by 8 PM EST (${order?.orderReference})`)
  for (const form of [message?.html, message?.text]) {
    for (const fact of [
      'Really Bad',
      '$49.99',
      '$9.99',
      '$3.60',
      '$63.58',
      '350 5th Ave',
      'Thu Jun 4, 8 PM EST',
    ]) {
      expect(form).toContain(fact)
    }
    expect(form).toContain(order?.orderReference)
  }
  expect(message?.html).toContain('http://localhost:8787/bouquets/really-bad-16x9.jpg')
})

test('who pays hears of it at once, however many messages are due before', async () => {
  const nextAttemptAt = new Date(shop.clock.at.getTime() - 60_000).toISOString()
  const before = { channel: 'push', kind: 'florist-ring', recipient: 'no-such-phone', nextAttemptAt } as const
  const rings = Array.from({ length: 30 }, () =>
    outboxMessage({ ...before, payload: { shopOrderId: 'none' } }),
  )
  await shop.db.insert(outbox).values(rings)
  await paidOrder()
  expect(await shop.messages(BUYER)).toHaveLength(1)
})

test('one that went though its answer was lost, and that reads otherwise by now, went: it is not given up in the end', async () => {
  const { body } = await shop.post('/create-checkout-session', checkoutRequest())
  await shop.pay(String(body['sessionId']))
  // The mails to the buyer and to the owner lose their answers.
  shop.mail.setFault({ kind: 'lost-answer', times: 2 })
  await shop.scheduled()
  await shop.db.update(orders).set({ deliveryAddress: '9 Another St' })
  shop.pass(2)
  await shop.scheduled()
  expect((await shop.db.select().from(outbox)).map(({ status, attempts }) => [status, attempts])).toEqual([
    ['sent', 2],
    ['sent', 2],
  ])
  expect(await shop.messages(BUYER)).toHaveLength(1)
})

test('one that went is not tried again because that could not be written down at once', async () => {
  const { body } = await shop.post('/create-checkout-session', checkoutRequest())
  await shop.pay(String(body['sessionId']))
  const send = shop.deps.mail.send
  shop.deps.mail.send = async (...message) => {
    const sent = await send(...message)
    shop.setDatabaseFault({ kind: 'error', times: 1 })
    return sent
  }
  await shop.scheduled()
  expect(await theMessage()).toMatchObject({ status: 'sent', lastError: null })
})

test('what a buyer typed is text in the email, whatever it looks like', async () => {
  const note = '<img src=x onerror=alert(1)> & "sorry"'
  const { body } = await shop.post('/create-checkout-session', checkoutRequest({ customerInfo: { note } }))
  await shop.pay(String(body['sessionId']))
  await shop.scheduled()
  const [message] = await shop.messages(BUYER)
  expect(message?.html).not.toContain('<img src=x')
  expect(message?.html).toContain('&lt;img src=x')
  // The card breaks its lines.
  expect(message?.text.replace(/\s+/g, ' ')).toContain(note)
})

test('the text form keeps the lines of a note and the columns of the amounts', async () => {
  const note = 'I was wrong about\nthe dishwasher.\n\nAnd the cat.'
  const { body } = await shop.post('/create-checkout-session', checkoutRequest({ customerInfo: { note } }))
  await shop.pay(String(body['sessionId']))
  await shop.scheduled()
  const [message] = await shop.messages(BUYER)
  expect(message?.text).toContain(note)
  expect(message?.text).toMatch(/^Tax +\$3\.60$/m)
  expect(message?.text).toMatch(/^Total +\$63\.58$/m)
})

describe('the owner’s notice of a paid order', () => {
  test('says all that a florist has to know, and leads to the order', async () => {
    await paidOrder()
    const [order] = await shop.db.select().from(orders)
    const [notice, ...others] = await shop.messages(SITE.ownerEmail)
    expect(others).toEqual([])
    expect(notice?.subject).toContain(order?.orderReference)
    for (const form of [notice?.html, notice?.text]) {
      for (const fact of [
        'Really Bad',
        'By end of day',
        'Thu Jun 4, 8 PM EST',
        'Sam Sorry',
        BUYER,
        '(212) 555-0100',
        'Alex',
        '350 5th Ave, New York, NY 10001',
        'Ring twice',
        'I was wrong about the',
        'dishwasher.',
        '$49.99',
        '$9.99',
        '$3.60',
        '$63.58',
        `http://localhost:8787/admin/orders/${order?.id}`,
      ]) {
        expect(form).toContain(fact)
      }
      expect(form).not.toMatch(/refund/i)
    }
  })

  test('leaves out what nobody filled in', async () => {
    const customerInfo = { recipientName: '', note: '', instructions: '' }
    const { body } = await shop.post('/create-checkout-session', checkoutRequest({ customerInfo }))
    await shop.pay(String(body['sessionId']))
    await shop.scheduled()
    const [notice] = await shop.messages(SITE.ownerEmail)
    for (const label of ['Recipient', 'Delivery instructions', 'Note for the card']) {
      expect(notice?.text).not.toContain(label)
    }
  })

  test('says that a refund is needed when the payment came after a cancellation, whatever comes later', async () => {
    const { body } = await shop.post('/create-checkout-session', checkoutRequest())
    await shop.pay(String(body['sessionId']))
    await shop.db.update(orders).set({ status: 'cancelled' })
    shop.mail.setFault({ kind: 'error-before' })
    await shop.scheduled()
    await shop.db.update(orders).set({ status: 'processing' })
    shop.mail.setFault({ kind: 'none' })
    shop.pass(2)
    await shop.scheduled()
    const [notice, ...others] = await shop.messages(SITE.ownerEmail)
    expect(others).toEqual([])
    expect(notice?.subject).toMatch(/^Refund needed/)
    expect(notice?.text).toContain('Please refund it: the refund isn’t automatic')
  })

  test('an order that is cancelled after it was paid is no refund of ours to announce', async () => {
    shop.mail.setFault({ kind: 'error-before' })
    await paidOrder()
    await shop.db.update(orders).set({ status: 'cancelled' })
    shop.mail.setFault({ kind: 'none' })
    shop.pass(2)
    await shop.scheduled()
    const [notice] = await shop.messages(SITE.ownerEmail)
    expect(notice?.text).not.toMatch(/refund/i)
  })
})

describe('mail that is down delays mail and loses no order', () => {
  test('it is sent once mail is back', async () => {
    shop.mail.setFault({ kind: 'error-before' })
    await paidOrder()
    expect((await shop.db.select().from(orders))[0]).toMatchObject({ paymentStatus: 'paid' })
    expect(await theMessage()).toMatchObject({
      status: 'pending',
      attempts: 1,
      lastError: expect.any(String),
    })
    shop.mail.setFault({ kind: 'none' })
    await shop.scheduled()
    expect(await shop.messages(BUYER)).toEqual([])
    shop.pass(1)
    await shop.scheduled()
    expect(await shop.messages(BUYER)).toHaveLength(1)
    expect(await theMessage()).toMatchObject({
      status: 'sent',
      attempts: 2,
      providerMessageId: expect.any(String),
    })
  })

  test.each(['error-after', 'lost-answer'] as const)('%s: tried again, and still one email', async (kind) => {
    shop.mail.setFault({ kind, times: 1 })
    await paidOrder()
    shop.pass(2)
    await shop.scheduled()
    expect(await theMessage()).toMatchObject({ status: 'sent' })
    expect(await shop.messages(BUYER)).toHaveLength(1)
  })

  test('after 24 hours it is shown as failed', async () => {
    shop.mail.setFault({ kind: 'error-before' })
    await paidOrder()
    for (let hour = 0; hour < 25; hour++) {
      shop.pass(61)
      await shop.scheduled()
    }
    expect(await theMessage()).toMatchObject({ status: 'failed' })
    const { attempts } = (await theMessage()) ?? {}
    shop.pass(600)
    await shop.scheduled()
    expect(await theMessage()).toMatchObject({ attempts })
  })

  test('a day later the provider would not know it again: what may have gone waits for a person', async () => {
    shop.mail.setFault({ kind: 'lost-answer', times: 2 })
    await paidOrder()
    shop.pass(25 * 60)
    await shop.scheduled()
    expect(await shop.messages(BUYER)).toHaveLength(1)
    expect(await theMessage()).toMatchObject({ status: 'failed', attempts: 1, lastError: expect.any(String) })
  })

  test('so does what somebody was cut off in the middle of, and it says so', async () => {
    shop.mail.setFault({ kind: 'lost-answer', times: 2 })
    await paidOrder()
    await shop.db.update(outbox).set({ lastError: null })
    shop.pass(25 * 60)
    await shop.scheduled()
    expect(await theMessage()).toMatchObject({
      status: 'failed',
      lastError: 'The mail provider never confirmed it',
    })
  })

  test('what was never tried is sent, however late', async () => {
    shop.mail.setFault({ kind: 'error-before' })
    await paidOrder()
    shop.mail.setFault({ kind: 'none' })
    await shop.db.update(outbox).set({ attempts: 0 })
    shop.pass(25 * 60)
    await shop.scheduled()
    expect(await shop.messages(BUYER)).toHaveLength(1)
  })

  test('the pauses grow to an hour', () => {
    expect([1, 2, 3, 6, 7, 30].map((attempts) => nextPause(attempts) / 60_000)).toEqual([1, 2, 4, 32, 60, 60])
  })

  test('scheduled runs that overlap send one email', async () => {
    shop.mail.setFault({ kind: 'error-before', times: 2 })
    await paidOrder()
    shop.pass(2)
    await Promise.all(Array.from({ length: 5 }, () => shop.scheduled()))
    expect(await shop.messages(BUYER)).toHaveLength(1)
    expect(await theMessage()).toMatchObject({ attempts: 2 })
  })

  test('a provider that is down does not keep mail from going out', async () => {
    shop.mail.setFault({ kind: 'error-before', times: 1 })
    await paidOrder()
    shop.pass(2)
    shop.payments.setFault({ kind: 'error-before' })
    await shop.scheduled()
    expect(await shop.messages(BUYER)).toHaveLength(1)
    expect(shop.logged).toContainEqual(
      expect.objectContaining({
        event: 'scheduled_failed',
        fields: expect.objectContaining({ job: 'reconcile' }),
      }),
    )
  })
})

test('nothing that was logged names the buyer', async () => {
  shop.mail.setFault({ kind: 'error-before', times: 1 })
  await paidOrder()
  shop.pass(2)
  await shop.scheduled()
  const lines = JSON.stringify(shop.logged)
  expect(shop.logged.length).toBeGreaterThan(3)
  for (const secret of [BUYER, 'Sam Sorry', '350 5th', '555-0100', 'dishwasher', 'Alex']) {
    expect(lines).not.toContain(secret)
  }
})

test('a waiting email whose link needs a key that is gone says so, and goes once the key is back', async () => {
  const { config } = shop.deps
  const keys = config.authKeys
  const { email } = await addPerson(shop, { email: 'forgetful@example.com', role: 'admin' })
  shop.mail.setFault({ kind: 'error-before', times: 1 })
  await openBrowser(shop).post('/auth/forgotten-password', { email })
  await shop.settled()
  shop.pass(5)
  Object.assign(config, { authKeys: [{ id: 'newer', secret: 'another-secret-of-the-tests-alone' }] })
  await shop.scheduled()
  const reset = async () =>
    (await shop.db.select().from(outbox)).find(({ kind }) => kind === 'password-reset')
  expect(await reset()).toMatchObject({
    status: 'pending',
    lastError:
      'Its link was signed with a key that AUTH_KEYS no longer has. Add that key again after the newest one, or send a new link.',
  })
  Object.assign(config, { authKeys: [...config.authKeys, ...keys] })
  shop.pass(2)
  await shop.scheduled()
  expect((await reset())?.status).toBe('sent')
})
