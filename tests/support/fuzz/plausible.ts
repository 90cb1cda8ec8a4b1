import fc from 'fast-check'
import type { Operation, Schema } from '#tests/support/open-api.ts'
import { PASSWORD } from '#tests/support/password.ts'
import type { Plausible } from './fitting.ts'

/** A text in every personal field that is sent; in a log or an address it is a leak. */
export const CANARY = 'canarybird'
export const CANARY_PHONE = '2125550187'
/** Who really has an account, with the password of the tests. */
export const SIGNS_IN = `${CANARY}.owner@example.com`

/** Tables whose rows an address or a field may name. */
const TABLE_OF: Readonly<Record<string, string>> = {
  assignments: 'orders',
  flags: 'order_flags',
  orderId: 'orders',
  shopId: 'shops',
  marketId: 'markets',
  stateId: 'states',
  productId: 'products',
  shopOrderId: 'shop_orders',
  replaces: 'shop_orders',
}

const bird = (text: string) => fc.constant(text)
/** Mostly the newest. */
const few = fc.oneof(fc.constant(0), fc.nat({ max: 9 }))
const email = fc.oneof(
  bird(SIGNS_IN),
  few.map((n) => `${CANARY}.${n}@example.com`),
)
const note = bird(`Dear ${CANARY},\nI am sorry.`)
const phone = fc.constantFrom('(212) 555-0187', '212-555-0187', `+1${CANARY_PHONE}`)
const street = bird(`77 ${CANARY} Street`)
const unit = bird(`Apt ${CANARY}`)
const zip = fc.constantFrom('10001', '94103', '10002', '00501')
const password = fc.constantFrom(PASSWORD, `${CANARY} and a kettle full of sorry`)
const person = bird(`Sam ${CANARY}`)
const unique = fc.nat({ max: 999 })

const BY_NAME: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  email,
  phone,
  customerPhone: phone,
  name: person,
  recipientName: person,
  recipientPhone: phone,
  city: bird(`${CANARY} City`),
  deliveryCity: bird(`${CANARY} City`),
  deliveryAddress: street,
  deliveryUnit: unit,
  unit,
  streetAddress: street,
  state: bird('NY'),
  deliveryState: bird('NY'),
  zip,
  zipCode: zip,
  deliveryZip: zip,
  zipCodes: fc.uniqueArray(
    unique.map((n) => `00${String(n).padStart(3, '0')}`),
    { minLength: 1, maxLength: 20 },
  ),
  note,
  apologyNote: note,
  story: note,
  instructions: note,
  deliveryInstructions: note,
  specialInstructions: note,
  shopNotes: note,
  reason: note,
  password,
  currentPassword: password,
  code: bird('123456'),
  timeZone: bird('America/New_York'),
  opens: bird('09:00'),
  closes: bird('18:00'),
  closedDates: fc.constantFrom<unknown>([], ['2026-12-25']),
  pausedReason: fc.constantFrom('Snow', null),
  withoutFlorist: fc.constantFrom('takes_orders', 'closes'),
  date: bird('2026-06-05'),
  month: bird('2026-06'),
  sku: fc.oneof(
    bird('FLOWER-001'),
    unique.map((n) => `SKU-${n}`),
  ),
  imageUrl: fc.constantFrom(null, 'https://example.com/tulip.jpg'),
  description: fc.constantFrom(null, 'Tulips that mean it'),
  title: bird('Tulips'),
  productTitle: bird('Really Bad'),
  q: fc.constantFrom(CANARY, 'ORD-', 'sam', 'a'),
  page: fc.integer({ min: 1, max: 3 }),
  status: fc.constantFrom('pending', 'confirmed', 'processing', 'delivered', 'rejected', 'cancelled'),
  paymentStatus: fc.constantFrom('pending', 'paid'),
  paymentReference: bird('Cheque 17'),
  totalCents: fc.constant(6358),
  shopCostCents: fc.constant(5086),
  platformFeeCents: fc.constant(1272),
  amountCents: fc.integer({ min: 1, max: 700 }),
  correctionCents: fc.integer({ min: -100, max: 0 }),
  version: fc.constant('@version'),
  sessionId: few.map((n) => `@session:${n}`),
}

/** Plausible values by field name, and for ids and tokens by path. */
export function plausibleFor({ path }: Operation): Plausible {
  return (name, { pattern }: Schema) => {
    if (name === 'address') {
      // A page's address has secrets in it that the analytics service is not to see.
      const view = `/thank-you?session_id=cs_test_${CANARY}&email=${CANARY}@example.com&token=${CANARY}`
      return pattern === undefined ? street : bird(view)
    }
    if (name === 'zipCodes' && path.includes('waitlist')) return fc.constant(['10001', '94103'])
    if (name === 'token') return few.map((n) => `@${kindOfToken(path)}:${n}`)
    const table = name === 'id' || name === 'flagId' ? tableAt(path, name) : TABLE_OF[name]
    return table === undefined ? BY_NAME[name] : few.map((n) => `@${table}:${n}`)
  }
}

function tableAt(path: string, parameter: string): string {
  const kind = path.split('/').at(path.split('/').indexOf(`{${parameter}}`) - 1) ?? ''
  return TABLE_OF[kind] ?? kind.replaceAll('-', '_')
}

function kindOfToken(path: string): string {
  if (path.includes('florist')) return 'florist'
  if (path.includes('tracking')) return 'tracking'
  if (path.includes('manage')) return 'manage'
  return path.includes('unsubscribe') ? 'unsubscribe' : 'link'
}
