import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { LINK_MAILS } from '#api/buyer-portal/service.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'
import { manageToken } from '#tests/support/manage.ts'

let fixture: FloristFixture

beforeAll(async () => {
  fixture = await openFloristFixture()
})
afterAll(() => fixture.shop.close())

const find = async (reference: string, email: string) => {
  const answer = await fixture.shop.post('/find-order', { reference, email })
  await fixture.shop.settled()
  return answer
}
const someone = () => `buyer-${crypto.randomUUID()}@example.com`
let count = 0
/** A reference of the letters and digits that references have. */
const newReference = () => `ORD-${String(++count).padStart(8, '7')}`

describe('finding an order', () => {
  test('sends its links again to its own email, whatever the case of either', async () => {
    const order = await fixture.bought({ customerEmail: someone(), orderReference: newReference() })
    const typed = ` ${order.orderReference.toLowerCase().replace('ord-', '')} `
    const { status, body } = await find(typed, order.customerEmail.toUpperCase())
    expect([status, body]).toEqual([200, { success: true }])
    const [mail] = await fixture.shop.messages(order.customerEmail)
    expect(mail?.subject).toBe(`Your order ${order.orderReference}`)
    expect(mail?.text).toContain(`/manage?token=${await manageToken(fixture.shop, order.id)}`)
    expect(mail?.text).toContain(`/track?token=${order.trackingToken}`)
  })

  test.each([
    ['another email', {}, someone(), undefined],
    ['another reference', {}, undefined, 'ORD-ZZZZZZZZ'],
    [
      'an order that was never paid',
      { paymentStatus: 'pending', status: 'pending', paidAt: null },
      undefined,
      undefined,
    ],
    ['a sample', { isSample: true }, undefined, undefined],
  ] as const)('sends nothing for %s, and says the same', async (_, changes, email, reference) => {
    const order = await fixture.bought({
      customerEmail: someone(),
      orderReference: newReference(),
      ...changes,
    })
    const { status, body } = await find(reference ?? order.orderReference, email ?? order.customerEmail)
    expect([status, body]).toEqual([200, { success: true }])
    expect(await fixture.messagesOf(order.id, 'order-links')).toEqual([])
  })

  test('costs the same number of statements with and without an order', async () => {
    const order = await fixture.bought({ customerEmail: someone(), orderReference: newReference() })
    const costOf = async (reference: string) => {
      const { client } = fixture.shop
      const execute = vi.spyOn(client, 'execute')
      const batch = vi.spyOn(client, 'batch')
      const answer = await fixture.shop.post('/find-order', { reference, email: order.customerEmail })
      const cost = {
        executed: execute.mock.calls.length,
        batches: batch.mock.calls.map(([statements]) => statements.length),
        answer: JSON.stringify([answer.status, answer.body, [...answer.headers.keys()]]),
      }
      for (const spy of [execute, batch]) spy.mockRestore()
      await fixture.shop.settled()
      return cost
    }
    const known = await costOf(order.orderReference)
    expect(known.executed + known.batches.length).toBeGreaterThan(0)
    expect(await costOf('ORD-ZZZZZZZZ')).toEqual(known)
  })

  test('fills no mailbox, however its address is written, and guesses use nothing up', async () => {
    const name = crypto.randomUUID()
    const order = await fixture.bought({ customerEmail: `${name}@gmail.com`, orderReference: newReference() })
    for (let guess = 0; guess < LINK_MAILS.max + 2; guess++) await find('ORD-ZZZZZZZZ', order.customerEmail)
    for (let again = 0; again < LINK_MAILS.max + 2; again++) {
      expect((await find(order.orderReference, order.customerEmail)).status).toBe(200)
    }
    expect(await fixture.messagesOf(order.id, 'order-links')).toHaveLength(LINK_MAILS.max)
    fixture.shop.pass(24 * 60 + 1)
    await find(order.orderReference, order.customerEmail)
    expect(await fixture.messagesOf(order.id, 'order-links')).toHaveLength(LINK_MAILS.max + 1)
  })

  test.each([
    ['reference', 'ORD-1', 'a@example.com', 'A reference is ORD- and eight letters or digits'],
    ['reference', ' ', 'a@example.com', 'Order reference is required'],
    ['email', 'ORD-7K2M9QXA', 'nobody', 'Please enter a valid email address'],
    ['email', 'ORD-7K2M9QXA', '', 'Email is required'],
  ])('refuses a bad %s beside its field', async (path, reference, email, message) => {
    const { status, body } = await find(reference, email)
    expect([status, body['error']]).toEqual([422, expect.objectContaining({ issues: [{ path, message }] })])
  })
})
