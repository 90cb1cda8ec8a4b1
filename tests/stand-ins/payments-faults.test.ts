import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { postJson, refusal, sessionParams, startStandIn } from './payments-support.ts'

const KEY = { idempotencyKey: 'order-1:1' }

test('a call that never answers ends in a time-out, without effect, and frees its key', async () => {
  const { client, stripe, payments } = await startStandIn()
  payments.setFault({ kind: 'hang' })
  const error = await refusal(client({ timeout: 150 }).checkout.sessions.create(sessionParams(), KEY))
  expect(error).toBeInstanceOf(Stripe.errors.StripeConnectionError)
  expect(error.message).toContain('timeout')
  payments.setFault({ kind: 'none' })
  expect((await stripe.checkout.sessions.list()).data).toEqual([])
  await expect
    .poll(() => stripe.checkout.sessions.create(sessionParams(), KEY).catch(() => null))
    .not.toBeNull()
})

test('a slow call takes effect though the caller has left', async () => {
  const { client, stripe, payments } = await startStandIn()
  payments.setFault({ kind: 'slow', ms: 3_600_000, times: 1 })
  const leaving = new AbortController()
  const httpClient = Stripe.createFetchHttpClient((url: string | URL | Request, init?: RequestInit) =>
    fetch(url, { ...init, signal: leaving.signal }),
  )
  const left = refusal(client({ httpClient }).checkout.sessions.create(sessionParams(), KEY))
  await payments.held.whenHeld()
  leaving.abort()
  const error = await left
  expect(error).toBeInstanceOf(Stripe.errors.StripeConnectionError)
  const { data } = await stripe.checkout.sessions.list()
  expect(data).toHaveLength(1)
  await expect
    .poll(() =>
      stripe.checkout.sessions.create(sessionParams(), KEY).then(
        ({ id }) => id,
        () => null,
      ),
    )
    .toBe(data[0]?.id)
})

test('a fault hits the calls it is meant for, as often as it is meant to', async () => {
  const { stripe, payments, local } = await startStandIn()
  expect(await local('/_local/fault', { kind: 'error-before', times: 2, only: 'retrieve' })).toEqual({
    kind: 'error-before',
    times: 2,
    only: 'retrieve',
  })
  const session = await stripe.checkout.sessions.create(sessionParams())
  expect((await refusal(stripe.checkout.sessions.retrieve(session.id))).statusCode).toBe(500)
  expect((await refusal(stripe.checkout.sessions.list())).statusCode).toBe(500)
  expect((await stripe.checkout.sessions.retrieve(session.id)).id).toBe(session.id)

  await local('/_local/fault', { kind: 'error-after', only: 'expire' })
  expect((await refusal(stripe.checkout.sessions.expire(session.id))).statusCode).toBe(500)
  expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired')
  expect((await refusal(stripe.checkout.sessions.expire(session.id))).statusCode).toBe(400)
  await local('/_local/fault', { kind: 'none' })

  const wrong = await postJson(payments, '/_local/fault', { kind: 'explode' })
  expect(wrong.status).toBe(400)
})

test('too many calls are refused without effect, and the key stays free', async () => {
  const { stripe, payments } = await startStandIn()
  payments.setFault({ kind: 'rate-limit', times: 1 })
  const error = await refusal(stripe.checkout.sessions.create(sessionParams(), KEY))
  expect(error).toBeInstanceOf(Stripe.errors.StripeRateLimitError)
  await stripe.checkout.sessions.create(sessionParams(), KEY)
  expect((await stripe.checkout.sessions.list()).data).toHaveLength(1)
})
