import { SHOP_ORDER_STATUSES } from './order-status.ts'

/**
 * The filters of the list of shop orders: those in a status, the withdrawn ones, those delivered but not paid
 * for, those paid. Without it all are shown.
 */
export const SHOP_ORDER_FILTERS = [...SHOP_ORDER_STATUSES, 'withdrawn', 'to-pay', 'paid'] as const

export type ShopOrderFilter = (typeof SHOP_ORDER_FILTERS)[number]
