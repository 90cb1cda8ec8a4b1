import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { claimMessage } from '#api/platform/outbox/outbox.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import type { Dashboard } from '#src/admin/dashboard/queries.ts'
import { openDangerFixture } from '#tests/support/danger-fixture.ts'
import { manageToken } from '#tests/support/manage.ts'
import { outboxMessage } from '#tests/support/message-rows.ts'
import { type OrderFixture, openOrderFixture } from '#tests/support/order-fixture.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { signIn } from '#tests/support/staff.ts'
import { openSubstitutionFixture } from '#tests/support/substitution-fixture.ts'
import { entriesOf } from '#tests/support/timeline.ts'

// A buyer mistyped their email: an admin corrects it.

let shop: TestShop
let orders: OrderFixture
let people = 0
let wrong: string
let right: string

beforeAll(async () => {
  shop = await openTestShop()
  orders = await openOrderFixture(shop)
})
afterAll(() => shop.close())
beforeEach(() => {
  people += 1
  wrong = `sam-${people}@gmial.com`
  right = `sam-${people}@gmail.com`
})

/** Saves the form of an order's correction with other content in some of its fields. */
async function correct(id: string, changes: object) {
  const { customerPhone, deliveryAddress, deliveryCity, deliveryState, deliveryZip, version } =
    await orders.row(id)
  const address = { deliveryAddress, deliveryCity, deliveryState, deliveryZip }
  const answer = await orders.admin.put(`/admin/orders/${id}`, {
    customerPhone,
    ...address,
    version,
    ...changes,
  })
  await shop.settled()
  return answer
}

const emailsOf = async (id: string) => entriesOf(await orders.detail(id), 'email')
const confirmationOf = async (id: string) => {
  const all = (await emailsOf(id)).filter(({ kind }) => kind === 'order-confirmation')
  const [first] = all
  if (!first) throw new Error('There is no confirmation')
  return { first, last: all.at(-1) ?? first, all }
}
const sendAgain = async (messageId: string) => {
  const answer = await orders.admin.post(`/admin/outbox/${messageId}/send-again`)
  await shop.settled()
  return answer
}
const opens = async (path: string, token: string | null) => (await shop.post(path, { token })).status

describe('a corrected email', () => {
  test('and name are stored, audited and found', async () => {
    const { id, version } = await orders.bought({ email: wrong, name: 'Sam Sory' })
    const answer = await correct(id, { customerEmail: ` ${right} `, customerName: ' Sam  Sorry ' })
    expect([answer.status, answer.body]).toEqual([200, { version: version + 1 }])
    expect(await orders.row(id)).toMatchObject({ customerEmail: right, customerName: 'Sam Sorry' })
    const [event] = (await orders.eventsOf(id)).filter(({ kind }) => kind === 'corrected')
    expect(event).toMatchObject({
      actor: 'admin',
      actorId: orders.admin.person.id,
      data: {
        fields: {
          customerEmail: { before: wrong, after: right },
          customerName: { before: 'Sam Sory', after: 'Sam Sorry' },
        },
      },
    })
    expect((await orders.list(`?q=${right}`)).rows.map((row) => row.id)).toEqual([id])
    expect((await orders.list(`?q=${wrong}`)).rows).toEqual([])
  })

  test.each([
    [{ customerEmail: 'sam@nowhere' }, 'customerEmail', 'Please enter a valid email address'],
    [{ customerEmail: ' ' }, 'customerEmail', 'Email is required'],
    [{ customerName: 'S' }, 'customerName', 'Name must be at least 2 characters'],
    [{ customerName: '' }, 'customerName', 'Name is required'],
  ])('is refused as %j', async (changes, path, message) => {
    const { id } = await orders.bought({ email: wrong })
    expect(await correct(id, changes)).toMatchObject({
      status: 422,
      body: { error: { issues: [{ path, message }] } },
    })
    expect((await orders.row(id)).customerEmail).toBe(wrong)
  })

  test('ends the links that the old address got', async () => {
    const { id, trackingToken } = await orders.bought({ email: wrong })
    const token = await manageToken(shop, id)
    expect([await opens('/manage', token), await opens('/tracking', trackingToken)]).toEqual([200, 200])
    await correct(id, { customerEmail: right })
    expect([await opens('/manage', token), await opens('/tracking', trackingToken)]).toEqual([404, 404])
    const renewed = await orders.row(id)
    expect(await opens('/manage', await manageToken(shop, id))).toBe(200)
    expect(await opens('/tracking', renewed.trackingToken)).toBe(200)
  })

  test('keeps the links when only the name is another', async () => {
    const { id, trackingToken } = await orders.bought({ email: wrong })
    const token = await manageToken(shop, id)
    await correct(id, { customerName: 'Samantha Sorry', customerEmail: wrong })
    expect([await opens('/manage', token), await opens('/tracking', trackingToken)]).toEqual([200, 200])
    expect((await confirmationOf(id)).first.sentAgainTo).toBe(null)
  })

  test('sends nothing by itself; Find My Order sends the new links to it and none to the old one', async () => {
    const { id, orderReference: reference } = await orders.bought({ email: wrong })
    const before = (await shop.messages()).length
    await correct(id, { customerEmail: right })
    await shop.scheduled()
    expect(await shop.messages()).toHaveLength(before)
    await shop.post('/find-order', { reference, email: wrong })
    await shop.post('/find-order', { reference, email: right })
    await shop.settled()
    expect(await shop.messages()).toHaveLength(before + 1)
    expect((await shop.messages(right))[0]?.text).toContain(await manageToken(shop, id))
  })

  test('shows on the confirmation page of who has just paid', async () => {
    const { id, sessionId } = await orders.bought({ email: wrong })
    await correct(id, { customerEmail: right })
    const { body } = await shop.post('/get-order-details', { sessionId })
    expect(body).toMatchObject({
      order: { customerEmail: right, trackingToken: (await orders.row(id)).trackingToken },
    })
  })

  test('cannot be set by the buyer’s own link', async () => {
    const { id } = await orders.bought({ email: wrong })
    const token = await manageToken(shop, id)
    const answer = await shop.post('/manage/change', { token, customerEmail: right })
    expect(answer.body).toMatchObject({ error: { code: 'page_outdated' } })
    expect((await orders.row(id)).customerEmail).toBe(wrong)
  })
})

describe('Send again', () => {
  test('sends the confirmation to the corrected address once, with new links', async () => {
    const { id } = await orders.bought({ email: wrong })
    const { first } = await confirmationOf(id)
    expect(first.sentAgainTo).toBe(null)
    await correct(id, { customerEmail: right })
    expect((await confirmationOf(id)).first).toMatchObject({ recipient: wrong, sentAgainTo: right })

    const answers = await Promise.all([sendAgain(first.id), sendAgain(first.id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await sendAgain(first.id)).body).toEqual({ status: 'sent' })
    const [mail, ...others] = await shop.messages(right)
    expect(others).toEqual([])
    expect(mail?.text).toContain(await manageToken(shop, id))
    expect(mail?.text).toContain((await orders.row(id)).trackingToken)
    expect(await shop.messages(wrong)).toHaveLength(1)
    const { all } = await confirmationOf(id)
    expect(all.map(({ recipient, status, sentAgainTo }) => [recipient, status, sentAgainTo])).toEqual([
      [wrong, 'sent', null],
      [right, 'sent', null],
    ])
  })

  test('sends it to an address that it had before, once more', async () => {
    const { id } = await orders.bought({ email: wrong })
    const { first } = await confirmationOf(id)
    await correct(id, { customerEmail: right })
    await sendAgain(first.id)
    shop.clock.at = new Date(shop.clock.at.getTime() + 1000)
    await correct(id, { customerEmail: wrong })
    const { last } = await confirmationOf(id)
    expect(last).toMatchObject({ recipient: right, sentAgainTo: wrong })
    await sendAgain(last.id)
    expect(await shop.messages(wrong)).toHaveLength(2)
    expect((await shop.messages(wrong))[0]?.text).toContain(await manageToken(shop, id))
  })

  test('sends new links to the same address after an admin has ended them', async () => {
    const { id, version } = await orders.bought({ email: wrong })
    await orders.admin.post(`/admin/orders/${id}/end-buyer-links`, { version })
    const { first } = await confirmationOf(id)
    expect(first.sentAgainTo).toBe(wrong)
    await sendAgain(first.id)
    expect((await shop.messages(wrong))[0]?.text).toContain(await manageToken(shop, id))
  })

  test('takes a failed email off the dashboard and sends it to the corrected address', async () => {
    const { id } = await orders.bought({ email: wrong })
    const at = shop.clock.at.toISOString()
    const failed = outboxMessage({
      kind: 'order-links',
      dedupeKey: `order-links:${id}`,
      orderId: id,
      recipient: wrong,
      status: 'failed',
      attempts: 3,
      lastError: 'The mail provider answered 422: validation_error',
      createdAt: at,
      updatedAt: at,
    })
    await shop.db.insert(outbox).values(failed)
    await correct(id, { customerEmail: right })
    const shown = async () => {
      const { body } = await orders.admin.get('/admin/dashboard')
      const { rows } = (body as unknown as Dashboard).failedMessages
      return rows.find((row) => row.id === failed.id)
    }
    expect(await shown()).toMatchObject({ recipient: wrong, sentAgainTo: right })
    await sendAgain(failed.id)
    expect(await shop.messages(right)).toHaveLength(1)
    expect(await shop.messages(wrong)).toHaveLength(1)
    expect(await shown()).toBe(undefined)
  })

  test('offers nothing again for a message to a florist', async () => {
    const { id } = await orders.bought({ email: wrong })
    await orders.assign(id)
    await shop.settled()
    await correct(id, { customerEmail: right })
    const others = (await emailsOf(id)).filter(({ kind }) => kind.startsWith('florist'))
    expect(others.map(({ sentAgainTo }) => sentAgainTo)).toEqual(others.map(() => null))
    expect(others.length).toBeGreaterThan(0)
  })
})

describe('an email that waits while the address is corrected', () => {
  const waiting = async (changes: object) => {
    const { id } = await orders.bought({ email: wrong })
    const at = shop.clock.at.toISOString()
    const later = new Date(shop.clock.at.getTime() + 60_000).toISOString()
    const row = outboxMessage({
      kind: 'order-links',
      dedupeKey: `order-links:${id}`,
      orderId: id,
      recipient: wrong,
      nextAttemptAt: later,
      createdAt: at,
      updatedAt: at,
      ...changes,
    })
    await shop.db.insert(outbox).values(row)
    await correct(id, { customerEmail: right })
    shop.clock.at = new Date(shop.clock.at.getTime() + 120_000)
    await shop.scheduled()
    await shop.settled()
    const [stored] = await shop.db.select().from(outbox).where(eq(outbox.id, row.id))
    return stored
  }

  test('goes to the corrected one', async () => {
    expect(await waiting({})).toMatchObject({ status: 'sent', recipient: right })
    expect(await shop.messages(wrong)).toHaveLength(1)
    expect((await shop.messages(right)).map(({ subject }) => subject)).toHaveLength(1)
  })

  test('ends when it may have gone to the old one, and is sent again by a press', async () => {
    const stored = await waiting({ attempts: 2, lastError: 'The mail provider did not answer' })
    expect(stored).toMatchObject({
      status: 'failed',
      recipient: wrong,
      lastError: 'Stopped: the buyer’s address was corrected',
    })
    await sendAgain(stored?.id ?? '')
    expect(await shop.messages(wrong)).toHaveLength(1)
    expect(await shop.messages(right)).toHaveLength(1)
  })

  test('does not go to the old one when its turn had come already', async () => {
    const { id } = await orders.bought({ email: wrong })
    const row = outboxMessage({ kind: 'order-links', orderId: id, recipient: wrong })
    await shop.db.insert(outbox).values(row)
    await correct(id, { customerEmail: right })
    const at = shop.clock.at.toISOString()
    expect((await claimMessage(shop.db, row, at, at)).claimed).toBe(false)
  })
})

describe('what the buyer is asked by email', () => {
  test('about other flowers is asked by a new link', async () => {
    const fixture = await openSubstitutionFixture(shop)
    const { order, question, email } = await fixture.asked()
    expect((await fixture.look(question)).status).toBe(200)
    await correct(order.id, { customerEmail: right })
    expect((await fixture.look(question)).status).toBe(404)
    const [mail] = (await emailsOf(order.id)).filter(({ kind }) => kind === 'substitution-question')
    expect(mail).toMatchObject({ recipient: email, sentAgainTo: right })
    await sendAgain(mail?.id ?? '')
    const [renewed = ''] = await fixture.tokensOf(right)
    expect(renewed).not.toBe(question)
    expect((await fixture.look(renewed)).status).toBe(200)
  })

  test('about a broken promise is asked by a new link, also after an admin has ended the links', async () => {
    const fixture = await openDangerFixture(shop)
    const { id, customerEmail, token: first } = await fixture.offered()
    expect(await opens('/choice', first)).toBe(200)
    const { version } = await orders.row(id)
    const admin = await signIn(shop)
    await admin.post(`/admin/orders/${id}/end-buyer-links`, { version })
    expect(await opens('/choice', first)).toBe(404)
    const [mail] = (await emailsOf(id)).filter(({ kind }) => kind === 'promise-choice')
    await sendAgain(mail?.id ?? '')
    const [renewed = ''] = await fixture.tokensOf(customerEmail)
    expect(renewed).not.toBe(first)
    expect(await opens('/choice', renewed)).toBe(200)
    const managed = await shop.post('/manage', { token: await manageToken(shop, id) })
    expect(JSON.stringify(managed.body)).toContain(renewed)
  })
})
