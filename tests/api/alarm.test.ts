import { describe, expect, test } from 'vitest'
import type { Health } from '#api/health/service.ts'
import type { Dashboard } from '#src/admin/dashboard/queries.ts'
import type { Problem } from '#src/admin/problems/queries.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { HEALTH_TOKEN } from '#tests/support/shop.ts'
import { signIn } from '#tests/support/staff.ts'

// The alarm for the thing itself: does the shop sell?

const shop = await shareTestShop()

const FAIL = 'Purchases fail'

async function health() {
  const { status, body } = await shop.get('/health', { authorization: `Bearer ${HEALTH_TOKEN}` })
  const { reasons, placements } = body as Health
  return { status, reasons, placements }
}

type Changes = Parameters<typeof checkoutRequest>[0]

const place = (changes: Changes = {}) => shop.post('/create-checkout-session', checkoutRequest(changes))

/** Buyers one after the other, one every five seconds. @returns the answers' statuses */
async function buyers(count: number, changes: Changes = {}): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < count; n++) {
    statuses.push((await place(changes)).status)
    await shop.settled()
    shop.elapse(5_000)
  }
  return statuses
}

async function problems(): Promise<Problem[]> {
  const admin = await signIn(shop)
  return (await admin.get('/admin/problems')).body['rows'] as Problem[]
}

async function dashboard(): Promise<Dashboard> {
  const admin = await signIn(shop)
  return (await admin.get('/admin/dashboard')).body as unknown as Dashboard
}

describe('purchases fail', () => {
  test('while Stripe is dead: health within two minutes, the dashboard, one line with the number of buyers', async () => {
    await shop.scheduled()
    await buyers(2)
    shop.payments.setFault({ kind: 'error-before' })
    expect(await buyers(12)).toEqual(Array(12).fill(503))
    await shop.scheduled()
    await buyers(12)
    await shop.scheduled()
    const { status, reasons, placements } = await health()
    expect(status).toBe(503)
    expect(reasons).toEqual([FAIL, 'Stripe does not answer, or refuses us.'])
    expect(placements).toEqual({ asked: 26, refused: 24, opened: 2, paid: 0 })
    expect((await dashboard()).healthReasons).toEqual(['purchases_fail', 'stripe_away'])
    shop.payments.setFault({ kind: 'none' })
    await shop.scheduled()
    const rows = await problems()
    expect(rows.map(({ event, buyers }) => [event, buyers])).toEqual([['payments_unavailable', 24]])
    // Over once the last refusal is five minutes old.
    shop.pass(6)
    await shop.scheduled()
    expect(await health()).toMatchObject({ status: 200, placements: { asked: 0, refused: 0 } })
    expect(await problems()).toMatchObject([{ buyers: 24 }])
  })

  test('while the database is dead: health says both, and afterwards one line has the number of buyers', async () => {
    await shop.scheduled()
    shop.setDatabaseFault({ kind: 'error' })
    expect(await buyers(24)).toEqual(Array(24).fill(503))
    expect(await health()).toMatchObject({
      status: 503,
      reasons: ['The database does not answer.', FAIL],
      placements: null,
    })
    shop.setDatabaseFault(null)
    await shop.scheduled()
    expect(await health()).toMatchObject({ status: 503, reasons: [FAIL], placements: { refused: 24 } })
    expect((await problems()).map(({ event, buyers }) => [event, buyers])).toEqual([
      ['database_unavailable', 24],
    ])
    expect(shop.deps.unwrittenProblems.refusals).toEqual([])
  })

  test('while placements take too long, and the line of the log says what they waited for', async () => {
    await shop.scheduled()
    shop.payments.setFault({ kind: 'hang', only: 'create' })
    for (let n = 0; n < 3; n++) {
      const answer = place()
      await shop.whenHeld()
      shop.elapse(60_000)
      expect((await answer).body).toMatchObject({ error: { code: 'too_slow' } })
      shop.release()
      await shop.settled()
    }
    expect((await health()).reasons).toContain(FAIL)
    expect(shop.logged.find(({ event }) => event === 'request')).toMatchObject({
      level: 'warn',
      fields: { route: '/api/create-checkout-session', status: 503, code: 'too_slow', pending: 'provider' },
    })
    expect(await problems()).toContainEqual(
      expect.objectContaining({ event: 'payments_unavailable', buyers: 3 }),
    )
  })

  test('counts a buyer who presses three times as one, and the three placements for the alarm', async () => {
    await shop.scheduled()
    shop.payments.setFault({ kind: 'error-before' })
    await buyers(3, { attemptKey: crypto.randomUUID() })
    expect(await health()).toMatchObject({ reasons: [FAIL], placements: { refused: 3 } })
    expect(await problems()).toMatchObject([{ event: 'payments_unavailable', buyers: 1 }])
  })

  test('a failure of our own counts, without an outage to be part of', async () => {
    await shop.scheduled()
    await shop.client.execute('alter table checkout_attempts rename to lost')
    expect(await buyers(3)).toEqual([500, 500, 500])
    await shop.client.execute('alter table lost rename to checkout_attempts')
    expect(await health()).toMatchObject({ reasons: [FAIL], placements: { asked: 3, refused: 3 } })
    expect(await problems()).toMatchObject([{ event: 'unknown_error', times: 3, buyers: null }])
  })
})

test('the number of buyers is kept for 90 days, longer than other counters', async () => {
  shop.payments.setFault({ kind: 'error-before' })
  await buyers(2)
  shop.payments.setFault({ kind: 'none' })
  const days = 24 * 60
  shop.pass(89 * days)
  await shop.scheduled()
  expect(await problems()).toMatchObject([{ event: 'payments_unavailable', buyers: 2 }])
  shop.pass(2 * days)
  await shop.scheduled()
  expect(await problems()).toMatchObject([{ event: 'payments_unavailable', buyers: 0 }])
})

describe('purchases do not fail', () => {
  test('with what the shop refuses for a reason: no such product, no such ZIP, a field, a closed delivery time', async () => {
    await shop.scheduled()
    const refused: Changes[] = [
      { productId: 'none' },
      { customerInfo: { zip: '99999', state: 'AK' } },
      { customerInfo: { email: 'x' } },
    ]
    for (const changes of refused) {
      const [status = 0] = await buyers(1, changes)
      expect(status).toBeLessThan(500)
      expect(status).toBeGreaterThanOrEqual(400)
    }
    await shop.client.execute("update markets set paused_reason = 'Flooded'")
    expect(await buyers(3)).toEqual([409, 409, 409])
    expect(await health()).toMatchObject({ status: 200, placements: { asked: 0, refused: 0 } })
    expect(await problems()).toEqual([])
  })

  test('with two refused, or a fifth of all; they do with one more', async () => {
    await shop.scheduled()
    await buyers(12)
    shop.payments.setFault({ kind: 'error-before' })
    await buyers(2)
    expect(await health()).toMatchObject({ status: 200, placements: { asked: 14, refused: 2 } })
    await buyers(1)
    expect(await health()).toMatchObject({ status: 200, placements: { asked: 15, refused: 3 } })
    await buyers(1)
    expect(await health()).toMatchObject({ status: 503, reasons: [FAIL] })
  })
})
