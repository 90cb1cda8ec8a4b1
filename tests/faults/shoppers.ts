import { SHOWN_WORDING } from '#domain/consents.ts'
import { DELIVERY_OPTION_IDS } from '#domain/delivery.ts'
import { pay } from '#local/payments/pay.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { pick } from '#tests/support/prng.ts'
import { type Answer, codeOf, type Simulation } from './simulation.ts'

export type Form = ReturnType<typeof checkoutRequest>
/** A shopper's attempt: the forms sent under its key, newest last, and the sessions that were answered. */
export type Attempt = { name: string; email: string; key: string; forms: Form[]; sessionIds: Set<string> }
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
/** The wishes for a flower that is missing; a form from before it was asked has none. Most want to be asked, which takes the longest. */
export const WISHES = ['florist', 'ask', 'ask', 'ask', 'refund', '']
const REFUSALS = [
  'option_closed',
  'already_paid',
  'attempt_busy',
  'too_slow',
  'payments_unavailable',
  'unknown',
  'product_not_found',
]

/** One shopper: fills in the form, then acts in a random order. In a crowd everybody wants the same market's flowers. */
export async function shopper(
  simulation: Simulation,
  name: string,
  { attempts, waiting }: { attempts: Attempt[]; waiting: WaitlistPlace[] },
  { crowd }: { crowd: boolean },
) {
  const { scheduler } = simulation
  const { rng } = scheduler
  const email = `${name}@example.com`
  const attempt: Attempt = { name, email, key: crypto.randomUUID(), forms: [], sessionIds: new Set() }
  attempts.push(attempt)
  const fillIn = () =>
    checkoutRequest({
      attemptKey: attempt.key,
      productId: pick(rng, PRODUCTS),
      customerInfo: {
        email,
        name: `Sam ${name}`,
        recipientName: pick(rng, ['Alex', '', 'Zoë O’Neil']),
        unit: pick(rng, ['Apt 4B', '']),
        note: pick(rng, NOTES),
        instructions: pick(rng, ['Ring twice', '']),
        substitutionPreference: pick(rng, WISHES),
        // Every second one agrees to texts.
        textsAgreed: attempts.length % 2 === 0 ? SHOWN_WORDING : '',
        ...pick(rng, crowd ? PLACES.slice(0, 1) : PLACES),
      },
      deliveryDetails: { option: pick(rng, [...DELIVERY_OPTION_IDS, 'tomorrow', 'tomorrow']) },
    })
  let form = fillIn()

  const send = async () => {
    const mine = form
    attempt.forms.push(mine)
    const answer = await simulation.post(`${name} buys`, '/create-checkout-session', mine)
    if (answer.status === 200) attempt.sessionIds.add(String(answer.body['sessionId']))
    else expectOneOf(simulation, `${name} buys`, answer, REFUSALS)
    // Acknowledged that the time has passed, a shopper takes another one.
    if (codeOf(answer) === 'option_closed') form = { ...mine, deliveryDetails: { option: 'tomorrow' } }
    return answer
  }
  const payFor = async (card: string) => {
    await scheduler.pause()
    const session = pick(rng, ['', ...attempt.sessionIds, ...attempt.sessionIds])
    if (session !== '') payAt(simulation, session, card)
  }
  const lookUp = async () => {
    if (attempt.sessionIds.size === 0) return
    const sessionId = pick(rng, [...attempt.sessionIds])
    const answer = await simulation.post(`${name} looks`, '/get-order-details', { sessionId })
    expectOneOf(simulation, `${name} looks`, answer, ['too_slow', 'unknown', 'order_not_found'])
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
      const answer = await simulation.post(`${name} waits`, '/waitlist', body)
      place.sure = answer.status === 200
    },
  }
  const often = ['send', 'send', 'send', 'pay', 'pay', 'look'] as const
  const kinds = [...often, ...(Object.keys(does) as (keyof typeof does)[])]
  if (crowd) {
    // One of many: most of them come once, and some leave without paying.
    for (let left = Math.floor(rng() * 6); left > 0; left--) await scheduler.pause()
    await send()
    if (rng() < 0.2) await send()
    if (rng() < 0.8) await payFor(GOOD_CARD)
    return
  }
  await send()
  for (let left = 1 + Math.floor(rng() * 4); left > 0; left--) {
    await scheduler.pause()
    await does[pick(rng, kinds)]()
  }
  if (rng() < 0.7) {
    await send()
    await payFor(GOOD_CARD)
    await lookUp()
  }
}

/** Pays on the provider's page; an ended session refuses. */
export function payAt({ provider, injector }: Simulation, sessionId: string, number: string): void {
  const card = { number, expMonth: 12, expYear: 2034, name: 'Sam' }
  const { kind } = provider.store.transaction(() => pay(provider, sessionId, card, crypto.randomUUID()))
  injector.count(`paid at the provider: ${kind}`)
}

/** Records an answer that is neither success nor one of these codes. */
export function expectOneOf(
  simulation: Simulation,
  what: string,
  answer: Answer,
  codes: readonly string[],
): void {
  if (answer.status === 200 || codes.includes(String(codeOf(answer)))) return
  simulation.wrong.push(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
}
