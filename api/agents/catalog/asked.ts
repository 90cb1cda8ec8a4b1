import type { Call, Message } from '#api/agents/call.ts'
import { NO_ELIGIBILITY } from '#api/agents/request.ts'
import { type Capability, EXTENDS, FULFILLMENT } from '#api/agents/versions.ts'
import type { ProductRow } from '#api/storefront/queries.ts'
import { foldText } from '#domain/text.ts'
import { type Delivery, deliveryMessages, METHOD, readDelivery } from './delivery.ts'
import { type CommonInput, type DeliveryFilters, deliveryInput, type InputSchema, readBody } from './input.ts'
import { isGiven, placeOf } from './place.ts'
import { CATEGORY_VALUES, USD } from './product.ts'

type Wish = {
  context: CommonInput['context']
  filters: NonNullable<CommonInput['filters']> & DeliveryFilters
}

/** The hints and filters of a request, and what the shop has for them: an answer is made of these. */
export type Asked = Wish & { onSale: readonly ProductRow[]; delivery: Delivery }

/** The capabilities that an operation is about in the platform's release. */
export function capabilitiesOf({ platform }: Call, operation: Capability): readonly Capability[] {
  const isExtended = EXTENDS[platform.version][FULFILLMENT]?.includes(operation)
  return isExtended ? [operation, FULFILLMENT] : [operation]
}

/** True if an operation says how things are delivered: the release knows it, and the platform, too. */
export function withDelivery(call: Call, operation: Capability): boolean {
  return capabilitiesOf(call, operation).includes(FULFILLMENT) && call.platform.shared.has(FULFILLMENT)
}

/** Reads a request with all filters that count in it: those about deliveries only where they are agreed upon. */
export function readRequest<Input extends CommonInput>(
  call: Call,
  operation: Capability,
  schema: InputSchema<Input>,
  body: unknown,
): { fault: Message } | { fault: null; input: Input; wish: Wish } {
  const { value: input, fault } = readBody(schema, body)
  if (fault) return { fault }
  const { context, filters } = input
  if (!withDelivery(call, operation))
    return { fault: null, input, wish: { context, filters: { ...filters } } }
  const { value: extended, fault: other } = readBody(deliveryInput, body)
  if (other) return { fault: other }
  return { fault: null, input, wish: { context, filters: { ...filters, ...extended.filters } } }
}

/** True if any filter says something. */
export function hasFilter({
  filters: { categories = [], price, fulfills_to: to, methods = [] },
}: Wish): boolean {
  const hasPrice = price?.min !== undefined || price?.max !== undefined
  return categories.length > 0 || hasPrice || isGiven(to) || methods.length > 0
}

/** Adds what the shop has, in one round trip. */
export async function readAsked({ deps }: Call, wish: Wish): Promise<Asked> {
  const place = placeOf(wish.filters.fulfills_to, wish.context)
  return { ...wish, ...(await readDelivery(deps.db, place, deps.clock.now())) }
}

/** True for a bouquet that every filter lets through. An empty list lets everything through. */
export function passes({ priceCents }: ProductRow, { filters, context, delivery }: Asked): boolean {
  const { categories = [], price, methods = [] } = filters
  const { min = 0, max = Infinity } = isOurCurrency(context) ? (price ?? {}) : {}
  return (
    delivery.kind !== 'nothing' &&
    (methods.length === 0 || methods.includes(METHOD)) &&
    (categories.length === 0 || categories.some(isOurCategory)) &&
    min <= priceCents &&
    priceCents <= max
  )
}

function isOurCategory(category: string): boolean {
  return CATEGORY_VALUES.some((value) => foldText(value) === foldText(category.trim()))
}

function isOurCurrency(context: Wish['context']): boolean {
  return !context?.currency || context.currency.toUpperCase() === USD
}

const OTHER_CURRENCY: Message = {
  type: 'warning',
  code: 'price_filter_ignored',
  content: 'Prices are in US dollars: the price filter, in another currency, was not used.',
}

/** The messages that a buyer has to read beside the bouquets of an answer. */
export function messagesOf({ context, filters, delivery }: Asked): Message[] {
  return [
    ...deliveryMessages(delivery),
    ...((context?.eligibility?.length ?? 0) > 0 ? [NO_ELIGIBILITY] : []),
    ...(filters.price && !isOurCurrency(context) ? [OTHER_CURRENCY] : []),
  ]
}
