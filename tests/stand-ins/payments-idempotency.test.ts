import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { headerOf, line, refusal, sessionParams, startStandIn } from './payments-support.ts'

const KEY = { idempotencyKey: 'order-1:1' }
const total = async (stripe: Stripe) => (await stripe.checkout.sessions.list({ limit: 100 })).data.length

test('the same key with the same parameters answers the same, marked as a replay', async () => {
  const { stripe } = await startStandIn()
  const first = await stripe.checkout.sessions.create(sessionParams(), KEY)
  const second = await stripe.checkout.sessions.create(sessionParams(), KEY)
  expect(second).toEqual(first)
  expect(headerOf(first, 'idempotent-replayed')).toBeNull()
  expect(headerOf(second, 'idempotent-replayed')).toBe('true')
  expect(headerOf(second, 'original-request')).toBe(first.lastResponse.requestId)
  expect(headerOf(second, 'idempotency-key')).toBe(KEY.idempotencyKey)
  expect(second.lastResponse.requestId).not.toBe(first.lastResponse.requestId)
  expect(await total(stripe)).toBe(1)
})

test('the same key with other parameters, or elsewhere, is refused', async () => {
  const { stripe } = await startStandIn()
  const { id } = await stripe.checkout.sessions.create(sessionParams(), KEY)
  const other = await refusal(
    stripe.checkout.sessions.create(sessionParams({ client_reference_id: 'order-2' }), KEY),
  )
  expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
  expect(other.statusCode).toBe(400)
  expect(other.message).toBe(
    "Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than 'order-1:1' if you meant to execute a different request.",
  )
  const elsewhere = await refusal(stripe.checkout.sessions.expire(id, {}, KEY))
  expect(elsewhere).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('open')
})

test('a 500 before taking effect is kept: the key is spent, another one works', async () => {
  const { stripe, payments } = await startStandIn()
  payments.setFault({ kind: 'error-before', times: 1, only: 'create' })
  for (const replayed of [undefined, 'true']) {
    const error = await refusal(stripe.checkout.sessions.create(sessionParams(), KEY))
    expect(error).toBeInstanceOf(Stripe.errors.StripeAPIError)
    expect(error.statusCode).toBe(500)
    expect(error.headers?.['idempotent-replayed']).toBe(replayed)
  }
  expect(await total(stripe)).toBe(0)
  expect(
    await stripe.checkout.sessions.create(sessionParams(), { idempotencyKey: 'order-1:2' }),
  ).toMatchObject({ status: 'open' })
})

test('a 500 after taking effect is kept too, and the session is there', async () => {
  const { stripe, payments } = await startStandIn()
  payments.setFault({ kind: 'error-after', times: 1 })
  expect((await refusal(stripe.checkout.sessions.create(sessionParams(), KEY))).statusCode).toBe(500)
  expect((await refusal(stripe.checkout.sessions.create(sessionParams(), KEY))).statusCode).toBe(500)
  expect((await stripe.checkout.sessions.list()).data).toMatchObject([
    { client_reference_id: 'order-1', status: 'open' },
  ])
})

test('an answer that got lost is had again by the same key', async () => {
  const { stripe, payments } = await startStandIn()
  payments.setFault({ kind: 'lost-answer', times: 1, only: 'create' })
  const error = await refusal(stripe.checkout.sessions.create(sessionParams(), KEY))
  expect(error).toBeInstanceOf(Stripe.errors.StripeConnectionError)
  const session = await stripe.checkout.sessions.create(sessionParams(), KEY)
  expect(headerOf(session, 'idempotent-replayed')).toBe('true')
  expect((await stripe.checkout.sessions.list()).data.map(({ id }) => id)).toEqual([session.id])
})

test('a key in use is refused with 409, which is not kept', async () => {
  const { stripe, payments } = await startStandIn()
  payments.setFault({ kind: 'slow', times: 1, ms: 3_600_000 })
  const create = () => stripe.checkout.sessions.create(sessionParams(), KEY)
  const first = create()
  await payments.held.whenHeld()
  expect(await refusal(create())).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
  payments.held.release()
  const { id } = await first
  expect((await create()).id).toBe(id)
  expect(await total(stripe)).toBe(1)
})

test('what failed validation leaves the key free; what was refused in doing does not', async () => {
  const { stripe } = await startStandIn()
  const cheap = sessionParams({ line_items: [line('Petal', 1)] })
  expect((await refusal(stripe.checkout.sessions.create(cheap, KEY))).statusCode).toBe(400)
  const session = await stripe.checkout.sessions.create(sessionParams(), KEY)

  await stripe.checkout.sessions.expire(session.id)
  const again = { idempotencyKey: 'expire-1' }
  await refusal(stripe.checkout.sessions.expire(session.id, {}, again))
  const replayed = await refusal(stripe.checkout.sessions.expire(session.id, {}, again))
  expect(replayed.headers?.['idempotent-replayed']).toBe('true')
})

test('a key is forgotten after 24 hours, not before', async () => {
  let offset = 0
  const { stripe } = await startStandIn({ now: () => new Date(Date.now() + offset) })
  const first = await stripe.checkout.sessions.create(sessionParams(), KEY)
  offset = 24 * 60 * 60 * 1000 - 5000
  expect((await stripe.checkout.sessions.create(sessionParams(), KEY)).id).toBe(first.id)
  offset = 24 * 60 * 60 * 1000 + 5000
  expect((await stripe.checkout.sessions.create(sessionParams(), KEY)).id).not.toBe(first.id)
})
