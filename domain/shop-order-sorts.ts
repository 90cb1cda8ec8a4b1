/** The columns by which the list of shop orders can be sorted. `assigned`: when they were created. */
export const SHOP_ORDER_SORTS = [
  'id',
  'shop',
  'order',
  'status',
  'payment',
  'promised',
  'cost',
  'assigned',
] as const

export type ShopOrderSort = (typeof SHOP_ORDER_SORTS)[number]
