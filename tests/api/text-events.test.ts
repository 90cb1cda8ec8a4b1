import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { SITE } from '#domain/site.ts'
import { providerEvents } from '#drizzle/schema/checkout.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { outbox, textStops } from '#drizzle/schema/messages.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import { anyCharacter } from '#tests/support/any-text.ts'
import { answerAsFlorist } from '#tests/support/florist-answer.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'
import { outboxMessage } from '#tests/support/message-rows.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { runs } from '#tests/support/soak.ts'
import { withoutIds } from '#tests/support/without-ids.ts'

let fixture: FloristFixture
const shop = await shareTestShop()

beforeEach(async () => {
  shop.deps.texts = shop.texts
  fixture = await openFloristFixture(shop)
})

const FLORIST = '+12125550142'
const SHOWN = '(212) 555-0142'

let number = 0
/** A text that somebody sends at this moment. */
const inbound = (text: string, from = FLORIST, at = shop.clock.at) => ({
  data: {
    id: `inbound-${++number}`,
    event_type: 'message.received',
    occurred_at: at.toISOString(),
    payload: { from: { phone_number: from }, text },
  },
})
const report = (status: string, id = 'sent-1', at = shop.clock.at) => ({
  data: {
    id: `report-${status}-${++number}`,
    event_type: 'message.finalized',
    occurred_at: at.toISOString(),
    payload: { id, to: [{ status }], errors: [] },
  },
})
/** Sends an event, and lets the shop act on it. @returns its outcome, or the status of a refusal */
async function deliver(event: object) {
  const { status, body } = await shop.deliverTextEvent(event)
  await shop.settled()
  return status === 200 ? body['outcome'] : status
}
const texted = (text: string, from?: string) => deliver(inbound(text, from))
const replies = async () => {
  const rows = await shop.db.select().from(outbox).where(eq(outbox.kind, 'text-reply'))
  return rows.map(({ payload }) => String(payload['text']))
}
const stops = () => shop.db.select().from(textStops)

/** An order whose reference ends so, which waits for the florist with the number. */
async function asked(name: string, phone = SHOWN) {
  const florist = await fixture.florist({ phone })
  const order = await fixture.bought({ orderReference: `ORD-2222${name}` })
  const { id } = await fixture.assigned({ orderId: order.id, shopId: florist.id })
  shop.pass(1)
  return { id, order, florist }
}
const statusOf = async (orderId: string) => (await fixture.shopOrdersOf(orderId)).at(-1)?.status

describe('the webhook', () => {
  test.each([
    [
      'another key',
      { 'telnyx-signature-ed25519': 'A'.repeat(86).concat('=='), 'telnyx-timestamp': '1780583400' },
    ],
    ['none', {}],
  ])('an event with the signature of %s is refused', async (_, headers: Record<string, string>) => {
    const { status, body } = await shop.post('/webhooks/telnyx', inbound('STOP'), headers)
    expect([status, body['error']]).toEqual([400, expect.objectContaining({ code: 'bad_signature' })])
    expect(await stops()).toEqual([])
  })

  test('a shop without texts takes nothing', async () => {
    shop.deps.texts = null
    expect(await texted('STOP')).toBe(400)
    expect(await stops()).toEqual([])
  })

  test('what is signed and no event is malformed', async () => {
    expect(await deliver({})).toBe(400)
  })

  test('an event with any value in any one of its places is never a failure of the server', async () => {
    const anything = fc.oneof(
      fc.constantFrom(undefined, null, '', '\u0000', '\ud800', 0, -1, 1e300, true, [], {}, '__proto__'),
      fc.constantFrom('+275760-09-13T00:00:00.000Z', '-000001-01-01T00:00:00Z', '2026-06-04'),
      fc.jsonValue(),
      fc.string({ unit: anyCharacter }),
    )
    const event = fc.constantFrom(inbound('1'), inbound('STOP'), report('delivered')).chain(({ data }) => {
      const spoilt = (at: string, by: unknown) => ({ data: { ...data, [at]: by } })
      const payload = (at: string, by: unknown) => ({
        data: { ...data, payload: { ...data.payload, [at]: by } },
      })
      return fc.oneof(
        fc.tuple(fc.constantFrom(...Object.keys(data)), anything).map(([at, by]) => spoilt(at, by)),
        fc.tuple(fc.constantFrom(...Object.keys(data.payload)), anything).map(([at, by]) => payload(at, by)),
      )
    })
    await fc.assert(
      fc.asyncProperty(event, async (body) => {
        const answer = await shop.deliverTextEvent(body)
        expect(answer.status, JSON.stringify([body, answer.body])).toBeLessThan(500)
      }),
      { numRuns: runs(60) },
    )
    await shop.settled()
  })

  test('logs neither number nor words of what came', async () => {
    await texted('call 212 555 0199, I am Sam')
    expect(withoutIds(JSON.stringify(shop.logged))).not.toMatch(/555|Sam/)
  })
})

describe('a report', () => {
  const sent = () =>
    shop.db.insert(outbox).values(
      outboxMessage({
        id: 'ring',
        kind: 'florist-order',
        channel: 'text',
        recipient: FLORIST,
        status: 'sent',
        sentAt: shop.clock.at.toISOString(),
        providerMessageId: 'sent-1',
      }),
    )
  const delivery = async () => (await shop.db.select().from(outbox).where(eq(outbox.id, 'ring')))[0]?.delivery

  test.each([
    [['delivered'], 'delivered'],
    [['delivery_unconfirmed', 'delivered'], 'delivered'],
    [['delivered', 'delivery_unconfirmed'], 'delivered'],
    [['delivery_failed', 'delivered'], 'failed'],
  ])('of %j leaves the text %s', async (statuses, state) => {
    await sent()
    for (const status of statuses) expect(await deliver(report(status))).toBe('recorded')
    expect(await delivery()).toBe(state)
  })

  test('that comes twice counts once', async () => {
    await sent()
    const event = report('delivered')
    expect([await deliver(event), await deliver(event)]).toEqual(['recorded', 'duplicate'])
  })

  test('that comes before the answer to the sending is asked for again, and an old one about no text of ours is not', async () => {
    const event = report('delivered')
    expect(await deliver(event)).toBe(404)
    await sent()
    expect(await deliver(event)).toBe('recorded')
    const old = new Date(shop.clock.at.getTime() - 11 * 60_000)
    expect(await deliver(report('delivered', 'of-nobody', old))).toBe('unknown_message')
  })
})

describe('STOP', () => {
  test('is kept by the hash of the number, ends with START, and an older STOP that comes later changes nothing', async () => {
    const older = inbound('stop please')
    shop.pass(1)
    expect(await texted('STOP')).toBe('stopped')
    shop.pass(1)
    expect(await texted('START')).toBe('started')
    expect(await deliver(older)).toBe('stopped')
    const [row, ...others] = await stops()
    expect(others).toEqual([])
    expect(String(row?.startedAt) > String(row?.stoppedAt)).toBe(true)
    expect(JSON.stringify(row)).not.toContain('555')
  })

  test('nothing is answered to it, nor to anything that comes after it', async () => {
    await asked('K7QX')
    await asked('M2AB')
    await texted('STOP')
    await texted('HELP')
    await texted('1')
    expect(await replies()).toEqual([])
  })

  test('an answer to an order counts all the same', async () => {
    const { order } = await asked('K7QX')
    await texted('STOP')
    expect(await texted('1')).toBe('answered')
    expect(await statusOf(order.id)).toBe('confirmed')
    expect(await replies()).toEqual([])
  })
})

describe('a florist', () => {
  test.each([
    ['1', 'confirmed', 'Order K7QX is yours'],
    ['yes please', 'confirmed', 'Order K7QX is yours'],
    ['2 k7qx', 'rejected', 'somebody else'],
  ])('who texts %s answers the one order that waits', async (text, status, says) => {
    const { order, florist } = await asked('K7QX')
    expect(await texted(text)).toBe('answered')
    expect(await statusOf(order.id)).toBe(status)
    expect(await replies()).toEqual([expect.stringContaining(says)])
    expect(shop.sentTexts).toMatchObject([{ to: FLORIST, text: expect.stringContaining(says) }])
    const [event] = (await fixture.eventsOf(order.id)).filter(({ actor }) => actor === 'florist')
    expect(event).toMatchObject({
      kind: status === 'confirmed' ? 'accepted' : 'declined',
      actorId: florist.id,
      data: { channel: 'text' },
    })
  })

  test.each(['212-555-0142', '+1 212 555 0142', '(212) 555-0142'])(
    'whose number is written %s is known',
    async (phone) => {
      const { order } = await asked('K7QX', phone)
      await texted('1')
      expect(await statusOf(order.id)).toBe('confirmed')
    },
  )

  test('with two orders is asked which one, and answers by its last four characters', async () => {
    const [first, second] = [await asked('K7QX'), await asked('M2AB')]
    expect(await texted('1')).toBe('replied')
    expect(await replies()).toEqual([
      '2 orders wait for your answer: K7QX, M2AB. Answer 1 (yes) or 2 (no) and the order: 1 K7QX',
    ])
    expect(await texted('1 m2ab')).toBe('answered')
    expect([await statusOf(first.order.id), await statusOf(second.order.id)]).toEqual([
      'pending',
      'confirmed',
    ])
    // One is left.
    await texted('2')
    expect(await statusOf(first.order.id)).toBe('rejected')
  })

  test('who names an order that does not wait reads so, and nothing is answered', async () => {
    const { order } = await asked('K7QX')
    expect(await texted('1 M2AB')).toBe('replied')
    expect(await statusOf(order.id)).toBe('pending')
    expect((await replies())[0]).toMatch(/^No order that ends in M2AB waits/)
  })

  test('who answers twice is told that nothing waits any more', async () => {
    await asked('K7QX')
    await texted('1')
    shop.pass(1)
    await texted('1')
    expect((await replies()).at(-1)).toMatch(/No order waits/)
  })

  test('whose text is posted again and again answers once, and gets one reply', async () => {
    const { order } = await asked('K7QX')
    const event = inbound('1')
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => deliver(event)))
    expect(outcomes.toSorted()).toEqual(['answered', ...Array.from({ length: 7 }, () => 'duplicate')])
    expect(await replies()).toHaveLength(1)
    expect((await fixture.eventsOf(order.id)).filter(({ kind }) => kind === 'accepted')).toHaveLength(1)
    expect(
      await shop.db.select().from(providerEvents).where(eq(providerEvents.id, event.data.id)),
    ).toHaveLength(1)
  })

  test('whose yes is heard only after they lost the order reads that it is too late, and takes no later one by it', async () => {
    const first = await asked('K7QX')
    const said = inbound('1')
    shop.pass(1)
    const { version } = await fixture.detail(first.id)
    const unassigned = await fixture.admin.post(`/admin/shop-orders/${first.id}/unassign`, { version })
    expect(unassigned.status).toBe(200)
    shop.pass(1)
    const later = await asked('M2AB')
    expect(await deliver(said)).toBe('replied')
    expect(await statusOf(later.order.id)).toBe('pending')
    expect((await replies())[0]).toMatch(/^Order K7QX has moved on/)
  })

  test('who has answered on the page and texts the same a moment later reads that the order is theirs', async () => {
    const { order, florist } = await asked('K7QX')
    const said = inbound('1')
    shop.pass(1)
    const [token] = await fixture.tokensOf(String(florist.email))
    await answerAsFlorist(shop, token, 'accept')
    expect(await deliver(said)).toBe('answered')
    expect(await statusOf(order.id)).toBe('confirmed')
    expect((await replies())[0]).toMatch(/K7QX is yours/)
  })

  describe('whose time to answer is over', () => {
    /** The deadline of an order passes without an answer. */
    async function unanswered(name: string) {
      const order = await asked(name)
      await shop.db
        .update(shopOrders)
        .set({ answerBy: shop.clock.at.toISOString() })
        .where(eq(shopOrders.id, order.id))
      shop.pass(1)
      await shop.scheduled()
      expect(await statusOf(order.order.id)).toBe('rejected')
      return order
    }

    test('takes the order by a late 1, as long as nobody else has it', async () => {
      const { order } = await unanswered('K7QX')
      expect(await texted('1')).toBe('answered')
      expect(await statusOf(order.id)).toBe('confirmed')
      expect((await replies()).at(-1)).toMatch(/K7QX is yours/)
    })

    test('says no by a late 2, which changes nothing', async () => {
      const { order } = await unanswered('K7QX')
      expect(await texted('2')).toBe('answered')
      expect(await statusOf(order.id)).toBe('rejected')
      expect((await replies()).at(-1)).toMatch(/somebody else about order K7QX/)
      expect((await fixture.eventsOf(order.id)).filter(({ actor }) => actor === 'florist')).toEqual([])
    })

    test('is asked which one while another order waits, and takes the late one by its name', async () => {
      const late = await unanswered('K7QX')
      const waiting = await asked('M2AB')
      for (const answer of ['1', '2']) expect(await texted(answer)).toBe('replied')
      expect((await replies()).at(-1)).toMatch(/^2 orders wait for your answer: K7QX, M2AB/)
      expect(await texted('1 K7QX')).toBe('answered')
      expect([await statusOf(late.order.id), await statusOf(waiting.order.id)]).toEqual([
        'confirmed',
        'pending',
      ])
    })

    test.each<[string, (asked: Awaited<ReturnType<typeof unanswered>>) => Promise<unknown>]>([
      [
        'another florist has it',
        async ({ order }) =>
          fixture.assigned({ orderId: order.id, shopId: (await fixture.florist({ phone: null })).id }),
      ],
      [
        'it was cancelled',
        ({ order }) => shop.db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, order.id)),
      ],
      [
        'the link to its page was taken back',
        ({ id }) => fixture.admin.delete(`/admin/shop-orders/${id}/link`),
      ],
      ['the link to its page has ended', async () => shop.pass(60 * 24 * 9)],
    ])('reads that nothing waits once %s', async (_, happen) => {
      const order = await unanswered('K7QX')
      await happen(order)
      expect(await texted('1')).toBe('replied')
      const own = (await fixture.shopOrdersOf(order.order.id)).find(({ id }) => id === order.id)
      expect(own?.status).toBe('rejected')
      expect((await replies()).at(-1)).toMatch(/No order waits/)
    })
  })

  test('who writes something else while an order waits reads how to answer', async () => {
    await asked('K7QX')
    await texted('Can I make it by 5?')
    expect(await replies()).toEqual([
      'Order K7QX waits for your answer. Answer 1 (yes) or 2 (no) and the order: 1 K7QX',
    ])
  })

  test('of a shop that is not active any more answers nothing', async () => {
    const { order, florist } = await asked('K7QX')
    await shop.db.update(shops).set({ active: false }).where(eq(shops.id, florist.id))
    expect(await texted('1')).toBe('replied')
    expect(await statusOf(order.id)).toBe('pending')
  })
})

describe('a reply', () => {
  const written = (changes: object) =>
    shop.db.insert(outbox).values(
      outboxMessage({
        id: 'reply',
        kind: 'text-reply',
        channel: 'text',
        recipient: FLORIST,
        payload: { text: 'Hi' },
        attempts: 1,
        createdAt: shop.clock.at.toISOString(),
        nextAttemptAt: shop.clock.at.toISOString(),
        ...changes,
      }),
    )
  const rowNow = async () => (await shop.db.select().from(outbox).where(eq(outbox.id, 'reply')))[0]

  test('whose sender was killed before it knew the answer is not sent again', async () => {
    await written({ lockedUntil: shop.clock.at.toISOString() })
    await shop.scheduled()
    expect(shop.sentTexts).toEqual([])
    expect(await rowNow()).toMatchObject({
      status: 'failed',
      dismissedAt: expect.any(String),
      lockedUntil: null,
    })
  })

  test('that the provider had no room for is sent again', async () => {
    await written({ lastError: 'The text provider answered 429: 10011' })
    await shop.scheduled()
    expect(shop.sentTexts).toHaveLength(1)
  })
})

describe('anybody else', () => {
  test('is told what this number is once a day, whatever they write', async () => {
    for (const text of ['1', 'Who is this?', '', '🌷']) await texted(text, '+12125550199')
    expect(await replies()).toEqual([expect.stringContaining(SITE.supportPhone)])
    shop.pass(24 * 60 + 1)
    await texted('1', '+12125550199')
    expect(await replies()).toHaveLength(2)
  })

  test('who asks for HELP gets it, though not for ever', async () => {
    for (let n = 0; n < 9; n++) {
      await texted('HELP', '+12125550199')
      shop.pass(1)
    }
    expect(await replies()).toHaveLength(5)
  })

  test.each(['88022', '+442071838750', '', '+1212555014'])('from %j is left alone', async (from) => {
    expect(await texted('HELP', from)).toBe('ignored')
    expect(await replies()).toEqual([])
  })

  test('a text of 100,000 characters is read', async () => {
    expect(await texted(`STOP ${'🌷'.repeat(50_000)}`)).toBe('stopped')
  })
})
