/** What a person has to look at. */
export const ORDER_FLAGS = [
  'needs_refund',
  'amount_mismatch',
  'rebuilt',
  'stray_payment',
  'disputed',
  'paid_while_paused',
  'over_capacity',
] as const
export type OrderFlag = (typeof ORDER_FLAGS)[number]

/** The flags that are about money which may not be ours: an order with one of them is not deleted. */
export const MONEY_FLAGS = [
  'needs_refund',
  'amount_mismatch',
  'stray_payment',
  'disputed',
] as const satisfies readonly OrderFlag[]

/** Why an order needs a refund although it was not cancelled; stays until the refund is done. */
export const REFUND_CAME_BACK = 'A refund did not go through'
