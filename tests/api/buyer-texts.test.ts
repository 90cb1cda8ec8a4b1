import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { SHOWN_WORDING } from '#domain/consents.ts'
import { consents, outbox } from '#drizzle/schema/messages.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { answerAsFlorist } from '#tests/support/florist-answer.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'
import { photoOf } from '#tests/support/photo.ts'
import { orderAtFlorist } from '#tests/support/placed-order.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { signIn } from '#tests/support/staff.ts'

const shop = await shareTestShop()
let fixture: FloristFixture
let texted: { to: string; text: string; at: string }[]
let n = 0

beforeEach(async () => {
  fixture = await openFloristFixture(shop)
  texted = []
  shop.deps.texts = {
    ...shop.texts,
    send: async (to, text) => {
      texted.push({ to, text, at: shop.clock.at.toISOString() })
      return `text-${texted.length}`
    },
  }
})

/** An order that a florist has, of a buyer who ticked the box, unless something else was sent for it. */
async function ordered(info: object = {}) {
  n += 1
  const number = `(212) 555-${String(2000 + n)}`
  const customerInfo = {
    email: `texted-${n}@example.com`,
    phone: number,
    textsAgreed: SHOWN_WORDING,
    ...info,
  }
  const given = await orderAtFlorist(fixture, customerInfo)
  return { ...given, number: `+1${number.replace(/\D/g, '')}` }
}
async function answer(token: string, said: string, more: object = {}) {
  const { status, body } = await answerAsFlorist(shop, token, said, more)
  if (status !== 200) throw new Error(JSON.stringify(body))
  await shop.settled()
}
async function later(minutes: number) {
  shop.pass(minutes)
  await shop.scheduled()
  await shop.settled()
}
/** Until the clock of New York shows an hour. */
const until = (hour: number) => {
  const shown = (shop.clock.at.getUTCHours() + 24 - 4) % 24
  return later(((hour - shown + 24) % 24 || 24) * 60 - shop.clock.at.getUTCMinutes())
}
/** Sessions are short, and hours pass here. */
async function askAboutPromise(orderId: string) {
  const { status, body } = await (await signIn(shop)).post(`/admin/orders/${orderId}/choice`, {
    waitUntil: null,
  })
  if (status !== 200) throw new Error(JSON.stringify(body))
  await shop.settled()
}
const said = () => texted.map(({ text }) => text)
const consentsOf = (orderId: string) => shop.db.select().from(consents).where(eq(consents.orderId, orderId))
const textsOf = async (orderId: string) => (await fixture.admin.get(`/admin/orders/${orderId}`)).body['texts']
const inbound = (text: string, from: string) =>
  shop.deliverTextEvent({
    data: {
      id: `inbound-${++n}`,
      event_type: 'message.received',
      occurred_at: shop.clock.at.toISOString(),
      payload: { from: { phone_number: from }, text },
    },
  })

describe('a buyer who ticked the box', () => {
  test('is texted when the order is accepted, on its way and there, each once', async () => {
    const { token, number, order } = await ordered()
    expect(texted).toEqual([])
    await answer(token, 'accept')
    await answer(token, 'ready')
    await answer(token, 'delivered')
    await later(5)
    const name = order.orderReference.slice(-4)
    expect(texted.map(({ to }) => to)).toEqual([number, number, number])
    expect(said()).toEqual([
      `Apologize Better: a florist accepted order ${name}. It arrives by Thu Jun 4, 8 PM EST. Reply STOP to end, HELP for help.`,
      `Apologize Better: order ${name} is tied, wrapped and on its way. It arrives by Thu Jun 4, 8 PM EST. Reply STOP to end, HELP for help.`,
      `Apologize Better: the flowers of order ${name} are there. Reply STOP to end, HELP for help.`,
    ])
  })

  test('is asked with a link that opens the question', async () => {
    const { token } = await ordered({ substitutionPreference: 'ask' })
    await answer(token, 'accept')
    const missing = { missing: 'peonies', instead: 'ranunculus', preference: 'ask' }
    await shop.post('/florist/substitute', { token, ...missing })
    await shop.settled()
    const [, text = ''] = said()
    expect(text).toMatch(
      /^Apologize Better: a flower of order \w{4} is missing\. You say if another may go in, until /,
    )
    const [, question = ''] = /\/substitution\?token=(\S+) Reply STOP/.exec(text) ?? []
    expect((await shop.post('/substitution', { token: question })).status).toBe(200)
  })

  test('is asked about a promise in danger', async () => {
    const { order } = await ordered()
    await until(19)
    await later(30)
    await askAboutPromise(order.id)
    expect(said()).toEqual([
      expect.stringMatching(
        / may not be there in time\. You choose what happens now, until .*\/choice\?token=/,
      ),
    ])
  })

  test('is told where the photograph is', async () => {
    const { token, order } = await ordered()
    await answer(token, 'accept')
    await shop.app.request('/api/florist/photos?step=bouquet&key=upload-1', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
      body: await photoOf('#b3273f'),
    })
    await answer(token, 'delivered')
    const [, link = ''] =
      / are there\. The photo: \S+\/track\?token=(\S+) Reply STOP/.exec(said().at(-1) ?? '') ?? []
    const { body } = await shop.post('/tracking', { token: link })
    expect(body).toMatchObject({ reference: order.orderReference, photos: [{ step: 'bouquet' }] })
  })

  test('is texted in letters that every phone has, in two parts at most', async () => {
    const { token } = await ordered({ substitutionPreference: 'ask' })
    await answer(token, 'accept')
    await shop.post('/florist/substitute', {
      token,
      missing: 'peonies',
      instead: 'ranunculus',
      preference: 'ask',
    })
    await shop.settled()
    await shop.post('/florist/found', { token })
    await answer(token, 'ready')
    await answer(token, 'delivered')
    expect(texted).toHaveLength(4)
    for (const text of said()) {
      expect(text).toMatch(/^[\w .,:;!?=&/()'+-]+$/)
      expect(text.length).toBeLessThanOrEqual(306)
    }
  })

  test('is texted while the mail provider is away', async () => {
    const { token } = await ordered()
    shop.mail.setFault({ kind: 'error-before' })
    await answer(token, 'accept')
    await later(1)
    await answer(token, 'ready')
    await later(1)
    expect(texted).toHaveLength(2)
  })
})

test.each([
  ['unticked', {}],
  ['ticked under words that nobody wrote', { textsAgreed: 'on' }],
  ['ticked with an extension', { textsAgreed: SHOWN_WORDING, phone: '(212) 555-0199 x12' }],
])('a buyer is not texted, and the order is as any other, with the box %s', async (_, info) => {
  const { token, order } = await ordered({ textsAgreed: '', ...info })
  await answer(token, 'accept')
  await answer(token, 'ready')
  await later(5)
  expect([texted, await consentsOf(order.id), await textsOf(order.id)]).toEqual([[], [], null])
})

test('a shop without a provider of texts keeps no consent', async () => {
  shop.deps.texts = null
  const { token, order } = await ordered()
  await answer(token, 'accept')
  expect(await consentsOf(order.id)).toEqual([])
})

describe('quiet hours', () => {
  test('hold news until eight in the morning of the recipient', async () => {
    const { token } = await ordered()
    await until(21)
    await answer(token, 'accept')
    await until(7)
    expect(texted).toEqual([])
    await until(8)
    await later(1)
    expect(said()).toEqual([expect.stringContaining('accepted order')])
    expect(texted[0]?.at).toMatch(/T12:0\d:/)
  })

  test('let a question through, which has a deadline', async () => {
    const { order } = await ordered()
    await until(22)
    await askAboutPromise(order.id)
    expect(said()).toEqual([expect.stringContaining('You choose what happens now')])
  })

  test('end with nothing about what is over by then', async () => {
    const { token } = await ordered()
    await until(22)
    await answer(token, 'accept')
    await answer(token, 'ready')
    await answer(token, 'delivered')
    await until(9)
    expect(said()).toEqual([expect.stringContaining('are there')])
  })
})

describe('a consent that is taken back', () => {
  test('counts at once, for all orders of the number, until START', async () => {
    const [first, second] = [await ordered(), await ordered({ phone: '(212) 555-2999' })]
    const third = await ordered({ phone: '212.555.2999' })
    await inbound('Please stop texting me', '+12125552999')
    await answer(second.token, 'accept')
    await answer(third.token, 'accept')
    await answer(first.token, 'accept')
    expect(texted.map(({ to }) => to)).toEqual([first.number])
    for (const { order } of [second, third]) {
      expect(await textsOf(order.id)).toMatchObject({
        wording: SHOWN_WORDING,
        takenBackAt: shop.clock.at.toISOString(),
      })
    }
    shop.pass(1)
    await inbound('START', '+12125552999')
    await answer(second.token, 'ready')
    expect(texted.map(({ to }) => to)).toEqual([first.number, '+12125552999'])
    expect(await textsOf(second.order.id)).toMatchObject({ wording: 'start', takenBackAt: null })
    expect(await consentsOf(second.order.id)).toHaveLength(2)
  })

  test('reaches a text that waits for the morning', async () => {
    const { token, number } = await ordered()
    await until(22)
    await answer(token, 'accept')
    await inbound('STOP', number)
    await until(9)
    expect(texted).toEqual([])
  })

  test('by a START that was written before the STOP is not given again', async () => {
    const { order, number } = await ordered()
    const at = shop.clock.at.toISOString()
    shop.pass(1)
    await inbound('STOP', number)
    await shop.deliverTextEvent({
      data: {
        id: `late-start-${++n}`,
        event_type: 'message.received',
        occurred_at: at,
        payload: { from: { phone_number: number }, text: 'START' },
      },
    })
    expect(await textsOf(order.id)).toMatchObject({ takenBackAt: expect.any(String) })
  })

  test('by an order that was placed after STOP is not given again', async () => {
    const { number } = await ordered({ phone: '(212) 555-2888' })
    expect(number).toEqual(expect.any(String))
    await inbound('STOP', '+12125552888')
    shop.pass(1)
    const next = await ordered({ phone: '(212) 555-2888' })
    await answer(next.token, 'accept')
    expect(texted).toEqual([])
    expect(await textsOf(next.order.id)).toMatchObject({ takenBackAt: expect.any(String) })
  })

  test('by an admin, whom the buyer called, is in the timeline once', async () => {
    const { order, token } = await ordered()
    const stop = () => fixture.admin.post(`/admin/orders/${order.id}/stop-texts`, {})
    expect([(await stop()).status, (await stop()).status]).toEqual([200, 200])
    await answer(token, 'accept')
    expect(texted).toEqual([])
    expect(await textsOf(order.id)).toMatchObject({ takenBackAt: shop.clock.at.toISOString() })
    const notes = (await fixture.eventsOf(order.id)).filter(({ kind }) => kind === 'note_added')
    expect(notes.map(({ data }) => data['note'])).toEqual(['Stopped texts, as the buyer asked.'])
  })
})

test('a consent is for the number for which it was given', async () => {
  const { order, token } = await ordered()
  const [row] = await shop.db.select().from(orders).where(eq(orders.id, order.id))
  const { deliveryAddress, deliveryCity, deliveryState, deliveryZip, version } = row ?? {}
  const { status } = await fixture.admin.put(`/admin/orders/${order.id}`, {
    ...{ deliveryAddress, deliveryCity, deliveryState, deliveryZip, version },
    customerPhone: '(212) 555-3000',
  })
  expect(status).toBe(200)
  await answer(token, 'accept')
  expect(texted).toEqual([])
})

test('a text that waits for an undo goes back with its change', async () => {
  const { order, token } = await ordered()
  await answer(token, 'accept')
  const set = async (status: string, changes: object) => {
    const [row] = await shop.db.select().from(orders).where(eq(orders.id, order.id))
    const { version } = row ?? {}
    return fixture.admin.put(`/admin/orders/${order.id}/status`, { status, version, ...changes })
  }
  await set('delivered', { holdEmails: true })
  const waiting = () => shop.db.select().from(outbox).where(eq(outbox.kind, 'text-delivered'))
  expect(await waiting()).toHaveLength(1)
  expect((await set('processing', { undo: true })).status).toBe(200)
  expect(await waiting()).toEqual([])
})
