import type { Message } from '#api/agents/call.ts'
import { fiveDigitZip, NO_ELIGIBILITY, regionCode } from '#api/agents/request.ts'
import type { ProductRow } from '#api/storefront/queries.ts'
import { isDeliveryOptionId } from '#domain/delivery.ts'
import type { PreparedContent } from '#domain/prepared-checkout.ts'
import type { SentAddress, SentBuyer, SentCheckout } from './read-request.ts'

/** The parts that an answer repeats in the protocol's own words, and for which the shop has no field. */
export type Memo = {
  buyer?: SentBuyer
  address?: SentAddress & { id: string }
}

/** The id of an address that came without one. */
const OWN_ADDRESS_ID = 'destination-1'

export const OPTION_PATH = '$.fulfillment.methods[0].groups[0].selected_option_id'

export type Contents = { product: ProductRow; content: PreparedContent; memo: Memo; messages: Message[] }

/**
 * Makes a prepared checkout of what was sent: one bouquet, whatever was asked for.
 * @param onSale the bouquets on sale
 * @param before the memo that an update replaces, whose address may be selected again without being sent
 * @returns null content: no bouquet can be sold, and the messages say why
 */
export function contentsOf(
  sent: SentCheckout,
  onSale: readonly ProductRow[],
  before: Memo | null,
): Contents | { content: null; messages: Message[] } {
  const messages = [...sent.messages]
  const known = new Map<string, ProductRow>(
    onSale.flatMap((row) => [
      [row.sku, row],
      [row.id, row],
    ]),
  )
  let chosen: ProductRow | null = null
  sent.lines.forEach(({ itemId, quantity, unit }, at) => {
    const product = known.get(itemId)
    // Lines that were taken come first in the answer; these are not in it.
    if (!product) messages.push(dropped('item_unavailable', `Item ${at + 1} is not sold here.`))
    else if (unit !== null && unit !== 'C62:0')
      messages.push(
        dropped('quantity_unit_mismatch', `Item ${at + 1} is sold by the piece (C62), and was left out.`),
      )
    else if (chosen)
      messages.push(dropped('item_unavailable', `An order is one bouquet, so item ${at + 1} was left out.`))
    else {
      chosen = product
      if (quantity > 1) messages.push(ONE_BOUQUET)
    }
  })
  if (chosen === null) return { content: null, messages }
  const product: ProductRow = chosen
  const address = addressOf(sent, before, messages)
  if (sent.claimsEligibility) messages.push(NO_ELIGIBILITY)
  const { optionId } = sent
  if (optionId !== null && !isDeliveryOptionId(optionId)) messages.push(NO_SUCH_OPTION)
  return {
    product,
    content: {
      sku: product.sku,
      option: isDeliveryOptionId(optionId) ? optionId : null,
      fields: fieldsOf(sent.buyer, address),
    },
    memo: { buyer: sent.buyer, ...(address && { address }) },
    messages,
  }
}

function addressOf(sent: SentCheckout, before: Memo | null, messages: Message[]): Memo['address'] {
  const { address, selectedAddressId } = sent
  if (address) return { ...address, id: address.id ?? OWN_ADDRESS_ID }
  if (selectedAddressId === null) return undefined
  if (before?.address?.id === selectedAddressId) return before.address
  messages.push(UNKNOWN_ADDRESS)
  return undefined
}

/** True if an update selects an address that nobody knows: then nothing of it counts. */
export function selectsUnknownAddress({ address, selectedAddressId }: SentCheckout, before: Memo): boolean {
  return !address && selectedAddressId !== null && before.address?.id !== selectedAddressId
}

function fieldsOf(buyer: SentBuyer, address: Memo['address']): PreparedContent['fields'] {
  const all: Record<keyof PreparedContent['fields'], string | undefined> = {
    name: nameOf(buyer),
    email: buyer.email,
    phone: buyer.phone_number,
    recipientName: address && nameOf(address),
    recipientPhone: address?.phone_number,
    address: address?.street_address,
    unit: address?.extended_address,
    city: address?.address_locality,
    state: address?.address_region && (regionCode(address.address_region) ?? address.address_region),
    zip: address?.postal_code && (fiveDigitZip(address.postal_code) ?? address.postal_code),
  }
  return Object.fromEntries(Object.entries(all).filter(([, text]) => text !== undefined && text !== ''))
}

function nameOf({ first_name = '', last_name = '' }: { first_name?: string; last_name?: string }): string {
  return `${first_name} ${last_name}`.trim()
}

const dropped = (code: string, content: string): Message => ({
  type: 'error',
  code,
  content,
  path: '$.line_items',
  severity: 'recoverable',
})

const ONE_BOUQUET: Message = {
  type: 'warning',
  code: 'quantity_adjusted',
  path: '$.line_items[0].quantity',
  content: 'An order is one bouquet. Each further one is an order of its own.',
}
const NO_SUCH_OPTION: Message = {
  type: 'error',
  code: 'fulfillment_option_unavailable',
  path: OPTION_PATH,
  content: 'There is no such delivery time. Please choose one of the options.',
  severity: 'recoverable',
}
export const UNKNOWN_ADDRESS: Message = {
  type: 'error',
  code: 'invalid',
  path: '$.fulfillment.methods[0].selected_destination_id',
  content: 'This checkout has no such destination. Please send the address itself.',
  severity: 'recoverable',
}
