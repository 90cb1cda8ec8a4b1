import { SHOP_ORDER_STATUSES } from './order-status.ts'

/** The lists of the back office whose filters, search and order can be saved under a name. */
export const VIEW_LISTS = ['orders', 'shop-orders', 'waitlist'] as const
export type ViewList = (typeof VIEW_LISTS)[number]

/**
 * The sort orders of a list of orders: when they were placed, when they are promised, or `late`: first those that somebody
 * waits for by promised time, so that the most late come first, then all others, latest promised first.
 */
export const ORDER_SORTS = ['created', 'promised', 'late'] as const

export type OrderSort = (typeof ORDER_SORTS)[number]

/** The numbers of rows that a page of a list can have; the first one is the usual one. */
export const PAGE_SIZES = [10, 25, 50] as const

export type PageSize = (typeof PAGE_SIZES)[number]

export const DIRECTIONS = ['asc', 'desc'] as const

export type Direction = (typeof DIRECTIONS)[number]

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

/**
 * The filters of the list of shop orders: those in a status, the withdrawn ones, those delivered but not paid
 * for, those paid. Without it all are shown.
 */
export const SHOP_ORDER_FILTERS = [...SHOP_ORDER_STATUSES, 'withdrawn', 'to-pay', 'paid'] as const

export type ShopOrderFilter = (typeof SHOP_ORDER_FILTERS)[number]
