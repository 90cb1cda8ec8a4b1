import type { Message } from '#api/agents/call.ts'
import { isOurCountry } from '#api/agents/request.ts'
import { customerInfo } from '#api/checkout/customer-schema.ts'
import { AppError } from '#api/errors.ts'
import type { ProductRow, ServingMarket } from '#api/storefront/queries.ts'
import { availability } from '#domain/availability.ts'
import { DELIVERY_OPTION_IDS, DELIVERY_OPTIONS, type DeliveryOptionId } from '#domain/delivery.ts'
import { stateProblem } from '#domain/postal-address.ts'
import type { PreparedContent, PreparedField } from '#domain/prepared-checkout.ts'
import { BELOW_MINIMUM, MIN_CHARGE_CENTS, type OrderPrice, priceOrder } from '#domain/pricing.ts'
import { OPTION_PATH } from './content.ts'

/** A prepared checkout as it can be had at an instant, by the rules of the checkout form. */
export type Assessment = {
  /** The delivery options to choose from, quickest first. */
  options: readonly DeliveryOptionId[]
  /** The chosen one, if it can be had. */
  option: DeliveryOptionId | null
  /** The IANA zone in which times are told. */
  timeZone: string
  price: OrderPrice
  messages: readonly Message[]
}

const ADDRESS = '$.fulfillment.methods[0].destinations[0]'
/** Where an answer has the fields that an order needs. */
const PATHS = {
  name: '$.buyer.first_name',
  email: '$.buyer.email',
  phone: '$.buyer.phone_number',
  address: `${ADDRESS}.street_address`,
  city: `${ADDRESS}.address_locality`,
  state: `${ADDRESS}.address_region`,
  zip: `${ADDRESS}.postal_code`,
  unit: `${ADDRESS}.extended_address`,
  recipientName: `${ADDRESS}.first_name`,
  recipientPhone: `${ADDRESS}.phone_number`,
} as const satisfies Record<PreparedField, string>
const FIELDS = Object.keys(PATHS) as PreparedField[]

/**
 * Assesses what was prepared: the price, what can be chosen, and what is missing or refused, in the words of the checkout form.
 * @param serving the market that serves the ZIP; null: nobody does, or there is no ZIP
 * @param country as it was sent; absent: the United States
 */
export function assess(
  { option: wanted, fields }: PreparedContent,
  product: Pick<ProductRow, 'priceCents'>,
  serving: ServingMarket | null,
  country: string | undefined,
  now: Date,
): Assessment {
  const messages = FIELDS.flatMap((field) => fieldMessage(field, fields[field]))
  const isAbroad = !isOurCountry(country)
  if (isAbroad) messages.push(undeliverable(`${ADDRESS}.address_country`, ABROAD))
  const market = isAbroad ? null : serving
  const isZipGiven = fields.zip !== undefined
  const isZipRight = isZipGiven && customerInfo.shape.zip.safeParse(fields.zip).success
  if (isZipRight && !serving) messages.push(undeliverable(PATHS.zip, new AppError('zip_not_served').message))
  const conflict = isZipRight && fields.state ? stateProblem(fields.state, fields.zip ?? '') : null
  if (conflict) messages.push(refused('invalid', PATHS.state, conflict))

  const { options: states, timeZone, closedReason } = availability(now, market?.schedule ?? null)
  const isOpen = (id: DeliveryOptionId) => market === null || states[id].open
  // Before there is a ZIP nobody knows what is open: all are named. Where nothing is delivered there is none.
  const options = (isZipGiven && !market) || isAbroad ? [] : DELIVERY_OPTION_IDS.filter(isOpen)
  const option = wanted !== null && options.includes(wanted) ? wanted : null
  if (wanted === null) messages.push(refused('missing', OPTION_PATH, 'Please choose a delivery time'))
  else if (option === null && market) {
    messages.push(refused('fulfillment_option_unavailable', OPTION_PATH, states[wanted].reason ?? ''))
  }
  if (market && options.length === 0) {
    messages.push({ type: 'warning', code: 'closed', content: closedReason ?? '' })
  }
  const deliveryFeeCents = option === null ? 0 : DELIVERY_OPTIONS[option].feeCents
  const price = priceOrder({ subtotalCents: product.priceCents, deliveryFeeCents })
  if (option !== null && price.totalCents < MIN_CHARGE_CENTS) {
    messages.push(refused('below_minimum', '$.totals', BELOW_MINIMUM))
  }
  return { options, option, timeZone, price, messages }
}

const ABROAD = 'We deliver in the United States only.'

/** The form's own message about a field, if it has one. */
function fieldMessage(field: PreparedField, value: string | undefined): Message[] {
  const read = customerInfo.shape[field].safeParse(value ?? '')
  const message = read.success ? undefined : read.error.issues[0]?.message
  if (message === undefined) return []
  return [refused(value === undefined ? 'missing' : 'invalid', PATHS[field], message)]
}

function refused(code: string, path: string, content: string): Message {
  return { type: 'error', code, path, content, severity: 'recoverable' }
}

function undeliverable(path: string, content: string): Message {
  return refused('address_undeliverable', path, content)
}
