import type { Message } from '#api/agents/call.ts'
import { hourText, promiseAnywhere, promiseBeside } from '#api/agents/option-words.ts'
import type { Db } from '#api/deps.ts'
import { type Availability, availability, CUTOFF_HOUR } from '#domain/availability.ts'
import { DELIVERY_OPTION_IDS, DELIVERY_OPTIONS, type DeliveryOptionId } from '#domain/delivery.ts'
import { formatMoney } from '#domain/money.ts'
import { isBoxOnlyZip } from '#domain/postal-address.ts'
import { SITE } from '#domain/site.ts'
import { type Place, servesState } from './place.ts'
import { readCatalog, readCatalogAndPrefixes } from './queries.ts'

/**
 * The deliveries to the place of a request.
 * - `served`: by a market, whose options are open or not
 * - `marked`: we do not deliver there, but it was only a hint: bouquets are shown as unavailable
 * - `nothing`: we do not deliver there, and nothing else is wanted
 * - `unknown`: no place was named
 */
export type Delivery =
  | { kind: 'served'; open: Availability; now: Date }
  | { kind: 'marked' | 'nothing' | 'unknown' }

/** The only way to get flowers from us, in the protocol's word for everything that is brought. */
export const METHOD = 'shipping'

const CITIES = SITE.cities.map(({ name }) => name).join(' and ')

/** The bouquets on sale, and what can be delivered to a place, in one round trip. */
export async function readDelivery(db: Db, place: Place, now: Date) {
  if (place.kind === 'state') {
    const { onSale, prefixes } = await readCatalogAndPrefixes(db)
    const kind = servesState(place.state, prefixes) ? 'unknown' : 'nothing'
    return { onSale, delivery: { kind } satisfies Delivery }
  }
  const zip = place.kind === 'zip' ? place.zip : null
  const { onSale, market } = await readCatalog(db, zip, now)
  return { onSale, delivery: deliveryTo(place, market && availability(now, market.schedule), now) }
}

function deliveryTo(
  place: Exclude<Place, { kind: 'state' }>,
  open: Availability | null,
  now: Date,
): Delivery {
  if (place.kind !== 'zip') return { kind: place.kind === 'nowhere' ? 'nothing' : 'unknown' }
  if (open && !isBoxOnlyZip(place.zip)) return { kind: 'served', open, now }
  return { kind: place.isRequired ? 'nothing' : 'marked' }
}

/** A bouquet's availability: all are made where an order goes, so it is one for all. */
export function availabilityOf(delivery: Delivery) {
  if (delivery.kind === 'marked') return { available: false }
  const isOpen = delivery.kind !== 'served' || delivery.open.anyOpen
  return { available: isOpen, status: isOpen ? 'in_stock' : 'out_of_stock' }
}

/** Says why nothing is available; nothing while something is. */
export function deliveryMessages(delivery: Delivery): Message[] {
  if (delivery.kind === 'marked') {
    const content = `We don't deliver to this ZIP code yet. Flowers can go to ${CITIES}: the ZIP code of whoever gets them counts.`
    return [{ type: 'warning', code: 'address_undeliverable', content }]
  }
  const reason = delivery.kind === 'served' ? delivery.open.closedReason : null
  return reason === null ? [] : [{ type: 'warning', code: 'closed', content: reason }]
}

/** The deliveries of a bouquet, as the extension of catalogs has them: the options that are open now, quickest first. */
export function fulfillmentOf(delivery: Delivery) {
  const method = {
    type: METHOD,
    description: { plain: methodText(delivery) },
    availability: availabilityOf(delivery),
  }
  return { methods: [{ ...method, options: optionsOf(delivery) }] }
}

function methodText(delivery: Delivery): string {
  if (delivery.kind === 'served') return delivery.open.closedReason ?? `${delivery.open.message}.`
  if (delivery.kind === 'marked') return 'Not delivered to this ZIP code yet.'
  return `A florist delivers in ${CITIES}, on the same day for orders before ${hourText(CUTOFF_HOUR)} there.`
}

function optionsOf(delivery: Delivery) {
  if (delivery.kind === 'marked') return []
  if (delivery.kind !== 'served') return DELIVERY_OPTION_IDS.map((id) => optionOf(id, promiseAnywhere(id)))
  const { open, now } = delivery
  const ids = DELIVERY_OPTION_IDS.filter((id) => open.options[id].open)
  return ids.map((id) => optionOf(id, promiseBeside(id, now, open.timeZone)))
}

function optionOf(id: DeliveryOptionId, promise: string) {
  const { label, feeCents } = DELIVERY_OPTIONS[id]
  const fee = feeCents === 0 ? 'No delivery fee' : `Delivery fee ${formatMoney(feeCents)}`
  return { id, title: label, description: { plain: `${promise}. ${fee}.` } }
}
