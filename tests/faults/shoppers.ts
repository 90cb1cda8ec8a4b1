import { DELIVERY_OPTION_IDS } from '#domain/delivery.ts'
import { pay } from '#local/payments/pay.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { pick } from '#tools/art/prng.ts'
import { type Answer, codeOf, type World } from './world.ts'

export type Form = ReturnType<typeof checkoutRequest>
/** A shopper's attempt: what was sent under its key, the newest last, and the sessions its sender was told of. */
export type Attempt = { name: string; email: string; key: string; forms: Form[]; told: Set<string> }
export type WaitlistPlace = { email: string; zipCode: string; sure: boolean }

const GOOD_CARD = '4242424242424242'
const BAD_CARD = '4000000000000002'
const PLACES = [
  { zip: '10001', city: 'New York', state: 'NY', address: '350 5th Ave' },
  { zip: '94103', city: 'San Francisco', state: 'CA', address: '1 Dr Carlton B Goodlett Pl' },
]
const PRODUCTS = ['product-really-bad', 'product-extremely-bad', 'product-nuclear-bad']
const NOTES = [
  'I was wrong about the dishwasher.',
  'Sorry 🌹 “truly” <b>& so on</b>',
  'Ça va?\nTwo lines.',
  '',
]
const REFUSALS = [
  'option_closed',
  'already_paid',
  'attempt_busy',
  'too_slow',
  'payments_unavailable',
  'unknown',
  'product_not_found',
]

/** One shopper: fills the form in, and then does what shoppers do, in an order that nobody planned. */
export async function shopper(world: World, name: string, attempts: Attempt[], waiting: WaitlistPlace[]) {
  const { stage } = world
  const { rng } = stage
  const email = `${name}@example.com`
  const attempt: Attempt = { name, email, key: crypto.randomUUID(), forms: [], told: new Set() }
  attempts.push(attempt)
  const fillIn = () =>
    checkoutRequest({
      attemptKey: attempt.key,
      productId: pick(rng, PRODUCTS),
      customerInfo: {
        email,
        name: `Sam ${name}`,
        recipientName: pick(rng, ['Alex', '', 'Zoë O’Neil']),
        note: pick(rng, NOTES),
        instructions: pick(rng, ['Ring twice', '']),
        ...pick(rng, PLACES),
      },
      deliveryDetails: { option: pick(rng, [...DELIVERY_OPTION_IDS, 'tomorrow', 'tomorrow']) },
    })
  let form = fillIn()

  const send = async () => {
    const mine = form
    attempt.forms.push(mine)
    const answer = await world.post(`${name} buys`, '/create-checkout-session', mine)
    if (answer.status === 200) attempt.told.add(String(answer.body['sessionId']))
    else expectOneOf(world, `${name} buys`, answer, REFUSALS)
    // Told that the time has passed, a shopper takes another one.
    if (codeOf(answer) === 'option_closed') form = { ...mine, deliveryDetails: { option: 'tomorrow' } }
    return answer
  }
  const payFor = async (card: string) => {
    await stage.pause()
    const session = pick(rng, ['', ...attempt.told, ...attempt.told])
    if (session !== '') payAt(world, session, card)
  }
  const lookUp = async () => {
    if (attempt.told.size === 0) return
    const sessionId = pick(rng, [...attempt.told])
    const answer = await world.post(`${name} looks`, '/get-order-details', { sessionId })
    expectOneOf(world, `${name} looks`, answer, ['too_slow', 'unknown', 'order_not_found'])
  }
  const does = {
    send,
    'send twice': () => Promise.all([send(), send()]),
    'send from two tabs': async () => {
      const first = send()
      form = fillIn()
      await Promise.all([first, send()])
    },
    'change and send': () => {
      form = { ...fillIn(), productId: form['productId'] }
      return send()
    },
    'back a tab': () => {
      form = attempt.forms[0] ?? form
      return send()
    },
    pay: () => payFor(GOOD_CARD),
    'pay twice': () => Promise.all([payFor(GOOD_CARD), payFor(GOOD_CARD)]),
    decline: () => payFor(BAD_CARD),
    look: lookUp,
    wait: async () => {
      const entry = { email, zipCode: pick(rng, ['90210', '60601']) }
      const body = { ...entry, city: 'Elsewhere', state: 'CA' }
      const place: WaitlistPlace = { ...entry, sure: false }
      waiting.push(place)
      const answer = await world.post(`${name} waits`, '/waitlist', body)
      place.sure = answer.status === 200
    },
  }
  const often = ['send', 'send', 'send', 'pay', 'pay', 'look'] as const
  const kinds = [...often, ...(Object.keys(does) as (keyof typeof does)[])]
  await send()
  for (let left = 1 + Math.floor(rng() * 4); left > 0; left--) {
    await stage.pause()
    await does[pick(rng, kinds)]()
  }
  if (rng() < 0.7) {
    await send()
    await payFor(GOOD_CARD)
    await lookUp()
  }
}

/** A card at the provider's own page: a session that is over takes none. */
export function payAt({ provider, weather }: World, sessionId: string, number: string): void {
  const card = { number, expMonth: 12, expYear: 2034, name: 'Sam' }
  const { kind } = provider.store.transaction(() => pay(provider, sessionId, card, crypto.randomUUID()))
  weather.count(`paid at the provider: ${kind}`)
}

/** A refusal is one of those that there are. */
export function expectOneOf(world: World, what: string, answer: Answer, codes: readonly string[]): void {
  if (answer.status === 200 || codes.includes(String(codeOf(answer)))) return
  world.wrong.push(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
}
