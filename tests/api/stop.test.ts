import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newStopCodeHash, printedStopCode, stopCodeHashOf } from '#api/orders/stop-code.ts'
import { STOP_CODE_BYTES, stopCode } from '#domain/stop-code.ts'
import { blocks } from '#drizzle/schema/blocks.ts'
import { checkoutAttempts, checkoutSessions } from '#drizzle/schema/checkout.ts'
import { orderEvents, orderFlags, orderItems, orders } from '#drizzle/schema/orders.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'
import { manageToken } from '#tests/support/manage.ts'
import { dump } from '#tests/support/open-api.ts'
import { order } from '#tests/support/rows.ts'

let fixture: FloristFixture

beforeAll(async () => {
  fixture = await openFloristFixture()
})
afterAll(() => fixture.shop.close())

let houses = 0

/** An order that was paid, to a house of its own, with the code of its card. */
async function withCode(changes: Parameters<FloristFixture['bought']>[0] = {}) {
  const id = crypto.randomUUID()
  const { config } = fixture.shop.deps
  const order = await fixture.bought({
    id,
    deliveryAddress: `${++houses} Quiet St`,
    stopCodeHash: await newStopCodeHash(config, id),
    ...changes,
  })
  return { order, code: (await printedStopCode(config, order)) ?? 'no code' }
}

const press = (code: unknown, wish: unknown, headers?: Record<string, string>) =>
  fixture.shop.post('/stop', { code, wish }, headers)
const blocksOf = async (orderId: string) => {
  await fixture.shop.settled()
  const rows = await fixture.shop.db.select().from(blocks).where(eq(blocks.orderId, orderId))
  return rows.map(({ kind }) => kind).toSorted()
}
const randomCode = () => stopCode(crypto.getRandomValues(new Uint8Array(STOP_CODE_BYTES)))

describe('a wish', () => {
  test('is done by the code of a card, says nothing of the order, and twice is once', async () => {
    const { order, code } = await withCode()
    for (let presses = 0; presses < 2; presses++) {
      const { status, body } = await press(code, 'sender')
      expect([status, body]).toEqual([200, { success: true }])
      expect(await blocksOf(order.id)).toEqual(['sender'])
    }
    expect((await press(code.toLowerCase().replaceAll('-', ' '), 'recipient')).status).toBe(200)
    expect(await blocksOf(order.id)).toEqual(['recipient', 'sender'])
  })

  test('of a card for practice answers the same and changes nothing', async () => {
    const { order, code } = await withCode({ isSample: true })
    expect(await press(code, 'recipient')).toMatchObject({ status: 200, body: { success: true } })
    expect(await blocksOf(order.id)).toEqual([])
  })

  test('works with the code of an older key as long as the key is there', async () => {
    const { order, code } = await withCode()
    const { config } = fixture.shop.deps
    const [own] = config.authKeys
    const newer = { id: 'newer', secret: 'another-secret-of-the-tests-and-of-nothing-else' }
    config.authKeys = [newer, own]
    expect(await printedStopCode(config, order)).toBe(code)
    config.authKeys = [newer]
    expect(await printedStopCode(config, order)).toBeNull()
    // A card that is printed already opens as before: its hash is stored.
    expect((await press(code, 'sender')).status).toBe(200)
    config.authKeys = [own]
    expect(await blocksOf(order.id)).toEqual(['sender'])
  })
})

describe('a code that is none', () => {
  test.each([
    ['nothing', '', 'Please enter the code from the back of the card'],
    ['half of one', 'K7QF-2M9X', 'A code has 16 letters and digits. Please check it against the card'],
    [
      'one of no order',
      'K7QF-2M9X-04T1-W3HD',
      'Please check each letter and digit against the card, or call us',
    ],
  ])('%s is refused at its field', async (_, code, message) => {
    const { status, body } = await press(code, 'sender')
    expect(status).toBe(422)
    expect(body['error']).toMatchObject({ issues: [{ path: 'code', message }] })
  })

  test('without a wish the code is not tried', async () => {
    const { order, code } = await withCode()
    const { status, body } = await press(code, 'everything')
    expect(status).toBe(422)
    expect(body['error']).toMatchObject({ issues: [{ path: 'wish', message: 'Please choose one' }] })
    expect(await blocksOf(order.id)).toEqual([])
  })
})

describe('guessing', () => {
  const from = (address: string) => ({ 'cf-connecting-ip': address })
  /** Tries codes at random, one after the other. @returns the status of each try */
  async function guesses(count: number, addressOf: (guess: number) => string) {
    const statuses: number[] = []
    for (let guess = 0; guess < count; guess++)
      statuses.push((await press(randomCode(), 'sender', from(addressOf(guess)))).status)
    return statuses
  }

  beforeEach(async () => {
    fixture.shop.deps.config.limits.stop = { max: 2, seconds: 60 }
    // Every test has a window of its own.
    fixture.shop.pass(2)
  })
  afterEach(() => {
    fixture.shop.deps.config.limits.stop = { max: 100_000, seconds: 60 }
  })

  test('one client has few tries a minute, its right code included, and others are not held up', async () => {
    const { order, code } = await withCode()
    expect(await guesses(4, () => '198.51.100.7')).toEqual([422, 422, 429, 429])
    expect((await press(code, 'sender', from('198.51.100.7'))).status).toBe(429)
    expect(await blocksOf(order.id)).toEqual([])
    expect((await press(code, 'sender', from('198.51.100.8'))).status).toBe(200)
    fixture.shop.pass(2)
    expect((await press(code, 'recipient', from('198.51.100.7'))).status).toBe(200)
  })

  test('a site with 65,536 networks is one client', async () => {
    expect(await guesses(4, (guess) => `2001:db8:7:${guess}::1`)).toEqual([422, 422, 429, 429])
    expect(await guesses(1, () => '2001:db8:8::1')).toEqual([422])
  })

  test('all clients together have so many tries that one cannot use them up, and no more', async () => {
    fixture.shop.deps.config.limits.stop = { max: 1, seconds: 60 }
    await guesses(50, () => '198.51.100.7')
    const crowd = await guesses(610, (guess) => `10.0.${guess >> 8}.${guess & 255}`)
    expect(crowd.filter((status) => status === 422)).toHaveLength(599)
    expect(crowd.slice(599)).toEqual(crowd.slice(599).map(() => 429))
  })

  test('100,000 codes at random are those of none of 1,000 orders', async () => {
    const { client, deps } = fixture.shop
    const known = await withCode()
    for (let part = 0; part < 10; part++) {
      const ids = Array.from({ length: 100 }, () => crypto.randomUUID())
      const hashed = ids.map(async (id) =>
        order({ id, stopCodeHash: await newStopCodeHash(deps.config, id) }),
      )
      await deps.db.insert(orders).values(await Promise.all(hashed))
    }
    const found = async (codes: string[]) => {
      const args = [JSON.stringify(codes.map(stopCodeHashOf))]
      const sql = 'select id from orders where stop_code_hash in (select value from json_each(?))'
      return (await client.execute({ sql, args })).rows.map(({ id }) => id)
    }
    const guessed = Array.from({ length: 100_000 }, randomCode)
    expect(await found(guessed)).toEqual([])
    expect(await found([...guessed, known.code])).toEqual([known.order.id])
  })
})

/** Loses all that the database has of an order. */
async function forget(orderId: string) {
  for (const table of [checkoutAttempts, checkoutSessions, orderItems, orderFlags, orderEvents])
    await fixture.shop.db.delete(table).where(eq(table.orderId, orderId))
  await fixture.shop.db.delete(orders).where(eq(orders.id, orderId))
}

test.each(['a sample', 'a rebuilt order'])('%s has a code on its card', async (kind) => {
  const { shop, admin } = fixture
  let row: typeof orders.$inferSelect | undefined
  if (kind === 'a sample') {
    const { body } = await admin.post('/admin/orders/sample', {})
    ;[row] = await shop.db
      .select()
      .from(orders)
      .where(eq(orders.id, String(body['id'])))
  } else {
    const { body } = await shop.post('/create-checkout-session', checkoutRequest())
    const placed = eq(orders.checkoutSessionId, String(body['sessionId']))
    await shop.pay(String(body['sessionId']))
    const [before] = await shop.db.select().from(orders).where(placed)
    await forget(String(before?.id))
    await shop.scheduled()
    ;[row] = await shop.db.select().from(orders).where(placed)
    // Whatever was printed of it before still opens.
    expect(row?.stopCodeHash).toBe(before?.stopCodeHash)
  }
  expect(await printedStopCode(shop.deps.config, { id: 'none', stopCodeHash: null, ...row })).toMatch(
    /^\w{4}-/,
  )
})

/** All texts that somebody could read the code in: also without its hyphens. */
function expectNoCode(text: string, code: string, where: string) {
  expect(text.length, where).toBeGreaterThan(2)
  expect(text.includes(code), where).toBe(false)
  expect(text.includes(code.replaceAll('-', '')), where).toBe(false)
}

test('the code is on the sheets, and in no other answer, mail, log or row', async () => {
  const { shop, admin } = fixture
  const placed = await shop.post('/create-checkout-session', checkoutRequest())
  const sessionId = String(placed.body['sessionId'])
  await shop.pay(sessionId)
  await shop.post('/get-order-details', { sessionId })
  const [bought] = await shop.db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId))
  if (!bought) throw new Error('Nothing was placed')
  const code = (await printedStopCode(shop.deps.config, bought)) ?? ''
  expect(code).toMatch(/^(\w{4}-){3}\w{4}$/)
  shop.clock.at = new Date(bought.promisedBy)
  const florist = await fixture.florist()
  const { id } = await fixture.assigned({ orderId: bought.id, shopId: florist.id })
  expect((await fixture.detail(id)).order.stopCode).toBe(code)
  expect(JSON.stringify((await admin.get('/admin/shop-orders/print')).body)).toContain(code)

  const [token] = await fixture.tokensOf(String(florist.email))
  const others = async () => [
    placed,
    await shop.post('/get-order-details', { sessionId }),
    await shop.post('/manage', { token: await manageToken(shop, bought.id) }),
    await shop.post('/tracking', { token: bought.trackingToken }),
    await shop.post('/florist/order', { token }),
    await admin.get(`/admin/orders/${bought.id}`),
    await admin.get('/admin/orders'),
    await admin.get('/admin/orders/csv'),
    await admin.get('/admin/shop-orders'),
    await admin.get(`/admin/assignments/${bought.id}`),
    await admin.get(`/admin/search?q=${bought.orderReference}`),
  ]
  const before = await others()
  expect(before.map(({ status }) => status)).toEqual(before.map(() => 200))
  const pressed = [await press(code, 'sender'), await press(code, 'nothing')]
  await shop.settled()
  await shop.scheduled()
  for (const [n, { body }] of [...before, ...pressed, ...(await others())].entries()) {
    expectNoCode(JSON.stringify(body), code, `answer ${n}`)
    expect(JSON.stringify(body), `answer ${n}`).not.toContain(bought.stopCodeHash)
  }
  expectNoCode(JSON.stringify(await shop.messages()), code, 'emails')
  expectNoCode(JSON.stringify(shop.logged), code, 'the log')
  expectNoCode(JSON.stringify(await dump(shop)), code, 'the database')
  expectNoCode(JSON.stringify(await shop.providerState()), code, 'the payment provider')
})

test('an order from before there were codes has none on its card', async () => {
  const { orderId, id } = await fixture.assigned()
  expect((await fixture.detail(id)).order.stopCode).toBeNull()
  expect(orderId).not.toBe('')
})
