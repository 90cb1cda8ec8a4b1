/** What the list of shop orders can be sorted by: when they were assigned, when they are promised, how far they are. */
export const SHOP_ORDER_SORTS = ['assigned', 'promised', 'status'] as const

export type ShopOrderSort = (typeof SHOP_ORDER_SORTS)[number]
