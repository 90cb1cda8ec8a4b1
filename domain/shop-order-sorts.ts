import { SHOP_ORDER_STATUSES } from './order-status.ts'

/** What the list of shop orders can be sorted by: when they were assigned, when they are promised, how far they are. */
export const SHOP_ORDER_SORTS = ['assigned', 'promised', 'status'] as const

export type ShopOrderSort = (typeof SHOP_ORDER_SORTS)[number]

/** Sorted by status, those that were taken back come after all others. */
export const WITHDRAWN_RANK = SHOP_ORDER_STATUSES.length
