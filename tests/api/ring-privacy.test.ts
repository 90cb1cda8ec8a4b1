import { beforeEach, expect, test } from 'vitest'
import { TEXT_REPLY } from '#api/platform/outbox/outbox.ts'
import { giveConsent } from '#api/platform/outbox/text-stops.ts'
import { TextError } from '#api/platform/texts/texts.ts'
import { SHOWN_WORDING } from '#domain/consents.ts'
import { formatOrderTime } from '#domain/dates.ts'
import type { MessageKind, MessageTo, RingKind } from '#domain/order/causes.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import type { orders } from '#drizzle/schema/orders.ts'
import { problems } from '#drizzle/schema/problems.ts'
import { answerAsFlorist } from '#tests/support/florist-answer.ts'
import { photoOf } from '#tests/support/photo.ts'
import { openRingingFlorists, type RingingFlorists } from '#tests/support/ringing-florists.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

// Pushes and texts lie open on locked phones, and pass companies that know nobody here. They name no more of an order than they
// have to; what is stored and logged of them names nothing.

/** A message that is no email. A kind that is new stands in `NAMES` or does not compile, and is made below or fails. */
type Kind = RingKind | typeof TEXT_REPLY | Exclude<MessageKind, MessageTo<'buyer' | 'owner' | 'florist'>>
type Order = typeof orders.$inferSelect
/** The columns of an order that hold any text. */
type TextColumn = {
  [C in keyof Order]: string extends NonNullable<Order[C]> ? C : never
}[keyof Order]
/** These are about nobody, or too short to be found in a text. */
type Unsaid =
  | ('id' | 'userId' | 'marketId' | 'agentPlatformId' | 'deliveryState' | 'timeZone' | 'currency')
  | (
      | 'paymentMethod'
      | 'deliveryDate'
      | 'manageLinksEndedAt'
      | 'paidAt'
      | 'reconciledAt'
      | 'createdAt'
      | 'updatedAt'
    )

/** The value of each of the others. */
const VALUES = {
  customerName: 'Zuleika',
  customerEmail: 'zuleika@secret.example',
  customerPhone: '6465550177',
  recipientName: 'Xanthe',
  recipientPhone: '9175550188',
  apologyNote: 'I was wrong about the zeppelin.',
  deliveryAddress: '77 Juniper Crescent',
  deliveryUnit: 'Suite Q9',
  deliveryCity: 'Vandalia',
  deliveryZip: '10029',
  deliveryInstructions: 'The iron gate on the left',
  orderReference: 'ORD-2222K7QX',
  trackingToken: 'b5a1d5c4-0000-4000-8000-00000000a11c',
  paymentReference: 'pi_secret_reference',
  checkoutSessionId: 'cs_secret_session',
  stopCodeHash: '5ec4e7ha54',
  promisedBy: '2026-06-04T20:00:00.000Z',
} satisfies Record<Exclude<TextColumn, Unsaid>, string>

const ZONE = 'America/New_York'
const ORDER = { ...VALUES, timeZone: ZONE, substitutionPreference: 'ask' } as const
const TITLE = 'Really Bad'
/** A message may name these: the bouquet, the time, the link and the last four characters, and fields to the letter. */
type Named = 'bouquet' | 'time' | 'link' | 'last four' | 'deliveryAddress' | 'deliveryZip' | 'trackingToken'
const NAMES: Record<Kind, readonly Named[]> = {
  'florist-ring': ['bouquet', 'time', 'deliveryAddress', 'deliveryZip', 'link'],
  'florist-text': ['bouquet', 'time', 'deliveryAddress', 'deliveryZip', 'link', 'last four'],
  [TEXT_REPLY]: ['last four'],
  'text-accepted': ['last four', 'time'],
  'text-ready': ['last four', 'time'],
  // The page with the photograph.
  'text-delivered': ['last four', 'link', 'trackingToken'],
  'text-choice': ['last four', 'link'],
  'text-substitution': ['last four', 'link'],
}
const KINDS = Object.keys(NAMES) as Kind[]

const FOUND: Record<Named, RegExp | string> = {
  bouquet: TITLE,
  time: formatOrderTime(VALUES.promisedBy, ZONE),
  link: /\/(?:florist|track|choice|substitution)\?token=\S+/,
  'last four': VALUES.orderReference.slice(-4),
  deliveryAddress: VALUES.deliveryAddress,
  deliveryZip: VALUES.deliveryZip,
  trackingToken: VALUES.trackingToken,
}
const shop = await shareTestShop()
let florists: RingingFlorists
/** Everything that was written out for a phone, by its kind. */
let written: { kind: string; said: string }[]

beforeEach(async () => {
  florists = await openRingingFlorists(shop)
  written = []
  const { renderRing } = shop.deps
  shop.deps.renderRing = async (deps, row) => {
    const ring = await renderRing(deps, row)
    if (ring)
      written.push({ kind: row.kind, said: JSON.stringify('text' in ring ? ring.text : ring.message) })
    return ring
  }
})

/** Rings and texts of every kind, by an order whose fields all have their values. */
async function ringAndAnswer() {
  const { florist, devices } = await florists.shopWith('Counter')
  const { order } = await florists.ask(florist.id, ORDER)
  const consent = { orderId: order.id, phone: order.customerPhone, wording: SHOWN_WORDING } as const
  await giveConsent(shop.db, consent, shop.clock.at.toISOString())
  await florists.later(30)
  const from = `+1${String(florist.phone).replace(/\D/g, '')}`
  await shop.deliverTextEvent({
    data: {
      id: 'inbound-privacy',
      event_type: 'message.received',
      occurred_at: shop.clock.at.toISOString(),
      payload: { from: { phone_number: from }, text: '1' },
    },
  })
  await shop.settled()
  await makeAndDeliver(order.id, String(florist.email))
  return { florist, devices, phone: from.slice('+1'.length) }
}

/** Whatever a buyer is texted about, from a florist who has accepted. */
async function makeAndDeliver(orderId: string, email: string) {
  const [token = ''] = await florists.fixture.tokensOf(email)
  const says = async (path: string, said: object = {}) => {
    const { status, body } = await shop.post(path, { token, ...said })
    if (status !== 200) throw new Error(JSON.stringify(body))
    await shop.settled()
  }
  await says('/florist/substitute', { missing: 'peonies', instead: 'ranunculus', preference: 'ask' })
  await says('/florist/found')
  await says('/florist/late', { until: '2026-06-04T17:00' })
  await florists.fixture.admin.post(`/admin/orders/${orderId}/choice`, { waitUntil: null })
  await shop.settled()
  await shop.app.request('/api/florist/photos?step=bouquet&key=upload-1', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
    body: await photoOf('#b3273f'),
  })
  await says('/florist/answer', { answer: 'ready' })
  await answerAsFlorist(shop, token, 'delivered')
  await shop.settled()
}

/** Rings and a text that fail in each way. */
async function ringInVain(shopId: string) {
  florists.texts.fails = new TextError('The text provider failed on purpose', 'rejected')
  const others = {
    ...{ trackingToken: null, paymentReference: null, checkoutSessionId: null },
    stopCodeHash: null,
  }
  for (const [n, kind] of (['unavailable', 'rejected', 'gone'] as const).entries()) {
    shop.push.failWith({ kind })
    await florists.ask(shopId, { ...ORDER, ...others, orderReference: `ORD-3333333${n}` })
    await florists.later(60)
  }
}

/** True if a value stands in a text; a phone number however it is written. */
function holds(text: string, value: string): boolean {
  return /^\d{10}$/.test(value) ? new RegExp([...value].join('\\D{0,3}')).test(text) : text.includes(value)
}

function fieldsIn(text: string): string[] {
  return Object.entries(VALUES).flatMap(([field, value]) => (holds(text, value) ? [field] : []))
}

test('a push or text names what its kind may, and nothing else of the order or the shop', async () => {
  const { florist, phone } = await ringAndAnswer()
  expect([...new Set(written.map(({ kind }) => kind))].sort()).toEqual([...KINDS].sort())
  for (const kind of KINDS) {
    const { said = '' } = written.find((each) => each.kind === kind) ?? {}
    const named = (Object.keys(FOUND) as Named[]).filter((name) => said.match(FOUND[name]))
    expect([kind, named.sort()]).toEqual([kind, [...NAMES[kind]].sort()])
    const fields = NAMES[kind].filter((name) => name in VALUES)
    expect([kind, fieldsIn(said).sort()]).toEqual([kind, fields.sort()])
    const own = [florist.name, String(florist.email), phone]
    expect(own.filter((value) => holds(said, value))).toEqual([])
  }
})

test('what is stored of pushes and texts, and logged of all, names nothing but what a reply says', async () => {
  const { devices, florist, phone } = await ringAndAnswer()
  await ringInVain(florist.id)
  const rows = (await shop.db.select().from(outbox)).filter(({ channel }) => channel !== 'mail')
  expect([...new Set(rows.map(({ kind }) => kind))].sort()).toEqual([...KINDS].sort())
  const stored = rows.map(({ recipient: _, ...row }) => row)
  const all = JSON.stringify([stored, await shop.db.select().from(problems), shop.logged])
  expect(shop.logged.map(({ event }) => event)).toContain('ring_failed')
  expect(fieldsIn(all)).toEqual([])
  const keys = devices.flatMap(({ endpoint, p256dh, auth }) => [endpoint, p256dh, auth])
  expect(['token=', phone, String(florist.email), ...keys].filter((value) => holds(all, value))).toEqual([])
})
