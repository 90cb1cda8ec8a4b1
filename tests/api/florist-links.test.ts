import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { OPEN_LINK_MAILS } from '#api/florist-portal/service.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'

let fixture: FloristFixture

beforeAll(async () => {
  fixture = await openFloristFixture()
})
afterAll(() => fixture.shop.close())

const ask = async (email: string) => {
  const answer = await fixture.shop.post('/florist/links', { email })
  await fixture.shop.settled()
  return answer
}

describe('a florist whose link lost its token', () => {
  test('gets the links of the open orders again, with the same tokens', async () => {
    const florist = await fixture.florist({ email: `roses-${crypto.randomUUID()}@example.com` })
    const email = String(florist.email)
    for (let n = 0; n < 2; n++) await fixture.assigned({ shopId: florist.id })
    const tokens = await fixture.tokensOf(email)
    expect(tokens).toHaveLength(2)
    const { status, body } = await ask(email.toUpperCase())
    expect([status, body]).toEqual([200, { success: true }])
    const after = await fixture.tokensOf(email)
    expect(after).toHaveLength(4)
    expect(new Set(after)).toEqual(new Set(tokens))
  })

  test('gets no link of an order that is over or withdrawn, and none to another shop', async () => {
    const [over, withdrawn, others] = [await fixture.asked(), await fixture.asked(), await fixture.asked()]
    await fixture.shop.post('/florist/answer', { token: over.token, answer: 'reject', reason: 'We are full' })
    const { version } = await fixture.detail(withdrawn.id)
    const unassigned = await fixture.admin.post(`/admin/shop-orders/${withdrawn.id}/unassign`, { version })
    expect(unassigned.status).toBe(200)
    for (const { florist } of [over, withdrawn]) {
      const before = await fixture.tokensOf(String(florist.email))
      await ask(String(florist.email))
      expect(await fixture.tokensOf(String(florist.email))).toEqual(before)
    }
    expect(await fixture.messagesOf(others.order.id, 'florist-order')).toHaveLength(1)
  })

  test('gets nothing while the shop is inactive', async () => {
    const { florist, order } = await fixture.asked()
    await fixture.shop.db.update(shops).set({ active: false }).where(eq(shops.id, florist.id))
    await ask(String(florist.email))
    expect(await fixture.messagesOf(order.id, 'florist-order')).toHaveLength(1)
  })

  test('cannot be told from a stranger: the same answer, the same statements', async () => {
    const { florist } = await fixture.asked()
    const costOf = async (email: string) => {
      const batch = vi.spyOn(fixture.shop.client, 'batch')
      const answer = await fixture.shop.post('/florist/links', { email })
      const cost = {
        batches: batch.mock.calls.map(([statements]) => statements.length),
        answer: JSON.stringify([answer.status, answer.body, [...answer.headers.keys()]]),
      }
      batch.mockRestore()
      await fixture.shop.settled()
      return cost
    }
    expect(await costOf('nobody@example.com')).toEqual(await costOf(String(florist.email)))
  })

  test('gets them a few times a day, however often anybody asks', async () => {
    const { florist, order } = await fixture.asked()
    for (let again = 0; again < OPEN_LINK_MAILS.max + 2; again++) await ask(String(florist.email))
    expect(await fixture.messagesOf(order.id, 'florist-order')).toHaveLength(1 + OPEN_LINK_MAILS.max)
    fixture.shop.pass(24 * 60 + 1)
    await ask(String(florist.email))
  })

  test.each([
    ['', 'Email is required'],
    ['nobody', 'Please enter a valid email address'],
  ])('is told what is wrong with %j', async (email, message) => {
    const { status, body } = await ask(email)
    expect([status, body['error']]).toEqual([
      422,
      expect.objectContaining({ issues: [{ path: 'email', message }] }),
    ])
  })
})
