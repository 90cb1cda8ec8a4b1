import { messagesOnChange, type OrderAndShopState, type StatusMessage } from '#domain/fulfilment.ts'

type Change = {
  before: OrderAndShopState
  after: OrderAndShopState
  /** The buyer's address; null for an order whose buyer gets no emails. */
  buyer: string | null
  /** The name of the shop that has the order; null for none. */
  shop: string | null
}

const BUYER_HEARS: Readonly<Record<StatusMessage, string>> = {
  'order-accepted': 'gets an email that a florist has the order, unless they already got one.',
  'order-delivered': 'gets an email that the flowers were delivered, unless they already got one.',
  'order-cancelled': 'gets an email that it was cancelled. The refund isn’t automatic.',
}

const FLORIST_HEARS = {
  'florist-cancelled': 'is told to stop, if they were notified.',
  'florist-reopened': 'is told that the order is back on, if they were told to stop.',
} as const

/** Who is written to about a change of status, a sentence each. */
export function statusEffects({ before, after, buyer, shop }: Change): string[] {
  const messages = messagesOnChange(before, after)
  return [
    ...(messages.buyer && buyer ? [`${buyer} ${BUYER_HEARS[messages.buyer]}`] : []),
    ...(messages.florist && shop ? [`${shop} ${FLORIST_HEARS[messages.florist]}`] : []),
  ]
}

const BUYER_HEARD: Readonly<Record<StatusMessage, string>> = {
  'order-accepted': 'that a florist has the order',
  'order-delivered': 'that the flowers were delivered',
  'order-cancelled': 'that it was cancelled',
}

/** What a buyer was told that is wrong since a change, a sentence each. */
export function wrongEmailNotices(buyer: string, wrongEmails: readonly StatusMessage[]): string[] {
  return wrongEmails.map((kind) => `${buyer} already got an email ${BUYER_HEARD[kind]}. Please call them.`)
}
