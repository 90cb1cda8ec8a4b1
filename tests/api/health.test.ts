import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Health } from '#api/health/service.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { problems } from '#drizzle/schema/problems.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { outboxMessage, problem } from '#tests/support/message-rows.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { HEALTH_TOKEN } from '#tests/support/shop.ts'

const shop = await shareTestShop()

async function health() {
  const { status, body } = await shop.get('/health', { authorization: `Bearer ${HEALTH_TOKEN}` })
  return { status, health: body as Health & { error?: { code: string; message: string } } }
}

/** The next minutes, each with its scheduled run. */
async function minutes(count: number) {
  for (let n = 0; n < count; n++) {
    shop.pass(1)
    await shop.scheduled()
    await shop.settled()
  }
}

async function buy() {
  const { body } = await shop.post('/create-checkout-session', checkoutRequest())
  const sessionId = String(body['sessionId'])
  await shop.pay(sessionId)
  const event = (await shop.events('checkout.session.completed')).find(
    ({ data }) => data.object.id === sessionId,
  )
  if (event) await shop.deliver(event)
  await shop.settled()
}

const ago = (ms: number) => new Date(shop.clock.at.getTime() - ms).toISOString()

test('a shop that works is ok, and says its figures', async () => {
  await buy()
  await minutes(1)
  shop.elapse(20_000)
  expect(await health()).toEqual({
    status: 200,
    health: {
      ok: true,
      reasons: [],
      database: 'answers',
      scheduledRunAge: 20,
      oldestDueMessageAge: null,
      oldestDueOrderMessageAge: null,
      unreportedPaymentAge: null,
      // The stand-in's events do not come by themselves here.
      unreportedMessageAge: 80,
      unreportedTextAge: null,
      unsettledPayments: 0,
      placements: { asked: 1, refused: 0, opened: 1, paid: 1 },
      problemsOfLastHour: 0,
      wrongSettings: [],
    },
  })
})

describe('a person has to act', () => {
  test('before the first scheduled run, and once the last is older than 5 minutes', async () => {
    expect(await health()).toMatchObject({
      status: 503,
      health: {
        ok: false,
        scheduledRunAge: null,
        error: { code: 'unhealthy', message: 'The scheduled work has never run.' },
      },
    })
    await shop.scheduled()
    shop.pass(5)
    expect(await health()).toMatchObject({ status: 200, health: { scheduledRunAge: 300 } })
    shop.elapse(1000)
    expect(await health()).toMatchObject({
      status: 503,
      health: { reasons: ['The scheduled work has not run for more than 5 minutes.'], scheduledRunAge: 301 },
    })
    await shop.scheduled()
    expect((await health()).status).toBe(200)
  })

  test('while the database does not answer', async () => {
    await shop.scheduled()
    shop.setDatabaseFault({ kind: 'error' })
    expect(await health()).toEqual({
      status: 503,
      health: {
        error: {
          code: 'unhealthy',
          message: 'The database does not answer.',
          issues: [],
          requestId: expect.any(String),
        },
        ok: false,
        reasons: ['The database does not answer.'],
        database: 'does not answer',
        scheduledRunAge: null,
        oldestDueMessageAge: null,
        oldestDueOrderMessageAge: null,
        unreportedPaymentAge: null,
        unreportedMessageAge: null,
        unreportedTextAge: null,
        unsettledPayments: null,
        placements: null,
        problemsOfLastHour: null,
        wrongSettings: [],
      },
    })
    shop.setDatabaseFault(null)
    expect((await health()).status).toBe(200)
  })

  test('while the database lacks a table, as before its migrations', async () => {
    await shop.scheduled()
    await shop.db.run(sql`alter table job_cursors rename to lost`)
    const answer = await health()
    await shop.db.run(sql`alter table lost rename to job_cursors`)
    expect(answer).toMatchObject({
      status: 503,
      health: { database: 'fails', reasons: ['The database fails.'] },
    })
  })

  test('within two minutes of an outage of Stripe, until it is over', async () => {
    await minutes(1)
    shop.payments.setFault({ kind: 'error-before' })
    await minutes(2)
    expect(await health()).toMatchObject({
      status: 503,
      health: { reasons: ['Stripe does not answer, or refuses us.'] },
    })
    shop.payments.setFault({ kind: 'none' })
    await minutes(1)
    expect((await health()).status).toBe(200)
  })

  test('within two minutes of an outage of Resend with an order in it, until it is over', async () => {
    await minutes(1)
    shop.mail.setFault({ kind: 'error-before' })
    await buy()
    expect((await health()).status).toBe(200)
    await minutes(2)
    expect(await health()).toMatchObject({
      status: 503,
      health: { reasons: ['Emails about orders fail.'], oldestDueOrderMessageAge: 120 },
    })
    shop.mail.setFault({ kind: 'none' })
    await minutes(2)
    expect((await health()).status).toBe(200)
  })

  test('once an email about an order that nobody tried has been due for more than 10 minutes, whoever else waits', async () => {
    await shop.scheduled()
    const due = (kind: string, ms: number) =>
      shop.db
        .insert(outbox)
        .values(outboxMessage({ kind, nextAttemptAt: ago(ms), createdAt: ago(ms + 60_000) }))
    await due('waitlist-open', 30 * 60_000)
    await due('order-confirmation', 600_000)
    await due('order-notice', -60_000)
    expect(await health()).toMatchObject({
      status: 200,
      health: { oldestDueMessageAge: 1800, oldestDueOrderMessageAge: 600 },
    })
    shop.elapse(1000)
    expect(await health()).toMatchObject({
      status: 503,
      health: { reasons: ['An email about an order has waited for more than 10 minutes.'] },
    })
  })

  test('once a payment has no result 10 minutes after its session ended', async () => {
    await shop.post('/create-checkout-session', checkoutRequest())
    const unpaid = await health()
    expect(unpaid.health.unsettledPayments).toBe(0)
    shop.pass(60 * 24)
    await shop.settled()
    expect(await health()).toMatchObject({
      status: 503,
      health: {
        reasons: expect.arrayContaining(['Payments are not settled 10 minutes after their session ended.']),
        unsettledPayments: 1,
      },
    })
    await minutes(1)
    expect(await health()).toMatchObject({ status: 200, health: { unsettledPayments: 0 } })
  })
})

test('problems of the last hour are counted, and wrong settings named, without a person having to act', async () => {
  await shop.scheduled()
  shop.deps.config.wrongSettings = ['RECONCILE_HOURS']
  const at = (ms: number) => problem({ lastAt: ago(ms) })
  await shop.db.insert(problems).values([at(0), at(3_600_000), at(3_601_000)])
  expect(await health()).toMatchObject({
    status: 200,
    health: { ok: true, problemsOfLastHour: 2, wrongSettings: ['RECONCILE_HOURS'] },
  })
})

describe('strangers learn only whether the shop is well', () => {
  const asked = async (authorization?: string) => {
    const { status, body } = await shop.get('/health', authorization === undefined ? {} : { authorization })
    return { status, body }
  }

  test.each([
    ['without a token', undefined],
    ['with another token', `Bearer ${HEALTH_TOKEN}s`],
    ['with a part of it', `Bearer ${HEALTH_TOKEN.slice(0, -1)}`],
    ['with an empty one', 'Bearer '],
    ['with the token as a password', `Basic ${btoa(`health:${HEALTH_TOKEN}`)}`],
  ])('%s', async (_, authorization) => {
    expect(await asked(authorization)).toEqual({ status: 503, body: { ok: false } })
    await shop.scheduled()
    shop.deps.config.wrongSettings = ['RECONCILE_HOURS']
    expect(await asked(authorization)).toEqual({ status: 200, body: { ok: true } })
    shop.setDatabaseFault({ kind: 'error' })
    expect(await asked(authorization)).toEqual({ status: 503, body: { ok: false } })
  })

  test('and so does everybody while there is no token, whatever they send', async () => {
    shop.deps.config.healthToken = null
    for (const authorization of [`Bearer ${HEALTH_TOKEN}`, 'Bearer null', 'Bearer undefined', 'Bearer '])
      expect(await asked(authorization)).toEqual({ status: 503, body: { ok: false } })
  })
})
