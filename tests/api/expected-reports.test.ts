import { describe, expect, test } from 'vitest'
import type { Health } from '#api/health/service.ts'
import { signedHeaders } from '#local/mail/signature.ts'
import type { Dashboard } from '#src/admin/dashboard/queries.ts'
import type { Problem } from '#src/admin/problems/queries.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { HEALTH_TOKEN } from '#tests/support/shop.ts'
import { signIn } from '#tests/support/staff.ts'

// The silence of an expected signal: webhooks with a wrong secret, or that were never created.

const shop = await shareTestShop()

const PAYMENTS = 'Payments are reported by nobody: check the webhook'
const MAIL = 'No report about an email for an hour'
const WRONG_SECRET = 'whsec_d3JvbmctYnV0LXdlbGwtZm9ybWVkLXNlY3JldA=='

async function reasons(): Promise<string[]> {
  const { body } = await shop.get('/health', { authorization: `Bearer ${HEALTH_TOKEN}` })
  return (body as Health).reasons
}

/** Lets minutes pass, the last one with its scheduled run. */
async function minutes(count: number) {
  shop.pass(count)
  await shop.scheduled()
  await shop.settled()
}

/** A purchase that no webhook reports. @returns its session */
async function buy(): Promise<string> {
  const { body } = await shop.post('/create-checkout-session', checkoutRequest())
  const sessionId = String(body['sessionId'])
  await shop.pay(sessionId)
  return sessionId
}

async function paymentEvent(sessionId: string) {
  const events = await shop.events('checkout.session.completed')
  const event = events.find(({ data }) => data.object.id === sessionId)
  if (!event) throw new Error('There is no event')
  return event
}

/** Sends everything that both providers have to say, with secrets that are not ours. @returns the statuses */
async function deliverWithWrongSecrets(): Promise<number[]> {
  const statuses: number[] = []
  for (const event of await shop.events('checkout.session.completed')) {
    const body = JSON.stringify(event)
    const headers = { 'stripe-signature': shop.signed(body, shop.clock.at, WRONG_SECRET) }
    statuses.push((await shop.post('/webhooks/stripe', body, headers)).status)
  }
  for (const { id, body } of await shop.mailEvents()) {
    const headers = signedHeaders(id, body, WRONG_SECRET, shop.clock.at)
    statuses.push((await shop.post('/webhooks/resend', body, headers)).status)
  }
  await shop.settled()
  return statuses
}

async function deliverMailEvents() {
  for (const event of await shop.mailEvents()) expect((await shop.deliverMailEvent(event)).status).toBe(200)
}

async function admin() {
  const { get } = await signIn(shop)
  return {
    problems: async () => (await get('/admin/problems')).body['rows'] as Problem[],
    healthReasons: async () => ((await get('/admin/dashboard')).body as unknown as Dashboard).healthReasons,
  }
}

describe('within an hour health and the dashboard name', () => {
  test('wrong secrets, and each refused event is a warning and part of one problem', async () => {
    await buy()
    await minutes(2)
    const statuses = await deliverWithWrongSecrets()
    expect(statuses.length).toBeGreaterThan(2)
    expect(new Set(statuses)).toEqual(new Set([400]))
    expect(await reasons()).toEqual([])
    await minutes(58)
    expect(await reasons()).toContain(PAYMENTS)
    await minutes(3)
    expect(await reasons()).toEqual([PAYMENTS, MAIL])
    const { problems, healthReasons } = await admin()
    expect(await healthReasons()).toEqual(['payments_unreported', 'mail_unreported'])
    const refused = shop.logged.filter(({ event }) => event === 'webhook_refused')
    expect(refused).toHaveLength(statuses.length)
    expect(refused[0]).toEqual({
      level: 'warn',
      event: 'webhook_refused',
      fields: {
        requestId: expect.any(String),
        route: '/api/webhooks/stripe',
        setting: 'STRIPE_WEBHOOK_SECRET',
        claimedType: 'checkout.session.completed',
      },
    })
    const rows = await problems()
    expect(rows.map(({ event, place, times }) => [event, place, times]).sort()).toEqual([
      ['webhook_refused', '/api/webhooks/resend', statuses.length - 1],
      ['webhook_refused', '/api/webhooks/stripe', 1],
    ])
  })

  test('endpoints that were never created, whether the job or the look-up settles; an accepted event of each ends it', async () => {
    await shop.scheduled()
    const sessionId = await buy()
    await shop.post('/get-order-details', { sessionId })
    await shop.settled()
    await minutes(61)
    expect(await reasons()).toEqual([PAYMENTS, MAIL])
    // An event that was acted on before is a sign of life, too.
    expect((await shop.deliver(await paymentEvent(sessionId))).status).toBe(200)
    await shop.settled()
    expect(await reasons()).toEqual([MAIL])
    await deliverMailEvents()
    await shop.settled()
    expect(await reasons()).toEqual([])
    await minutes(120)
    expect(await reasons()).toEqual([])
  })
})

describe('nothing is named', () => {
  test('in a shop that sold nothing and sent nothing, nor with sample orders', async () => {
    await shop.scheduled()
    const { post } = await signIn(shop)
    expect((await post('/admin/orders/sample', {})).status).toBe(200)
    await minutes(130)
    expect(await reasons()).toEqual([])
  })

  test('in a shop whose webhooks come, whoever settles first', async () => {
    await shop.scheduled()
    const reported = await buy()
    await shop.deliver(await paymentEvent(reported))
    const lookedUp = await buy()
    await shop.post('/get-order-details', { sessionId: lookedUp })
    await shop.deliver(await paymentEvent(lookedUp))
    await shop.settled()
    await minutes(2)
    await deliverMailEvents()
    await shop.settled()
    await minutes(130)
    expect(await reasons()).toEqual([])
  })

  test('of an email whose report came before the answer to its sending', async () => {
    const { send } = shop.deps.mail
    // The provider reports at once, while its answer is still on the way.
    shop.deps.mail.send = async (message, key) => {
      const id = await send(message, key)
      await deliverMailEvents()
      return id
    }
    const sessionId = await buy()
    await shop.deliver(await paymentEvent(sessionId))
    await shop.settled()
    await minutes(1)
    expect((await shop.messages()).length).toBeGreaterThan(1)
    await minutes(130)
    expect(await reasons()).toEqual([])
  })

  test('of requests without a signature, which anybody makes', async () => {
    await shop.scheduled()
    expect((await shop.post('/webhooks/stripe', '{}')).status).toBe(400)
    expect((await shop.post('/webhooks/resend', '{}')).status).toBe(400)
    await shop.settled()
    expect(shop.logged.filter(({ event }) => event === 'webhook_refused')).toEqual([])
    expect(await (await admin()).problems()).toEqual([])
  })
})
