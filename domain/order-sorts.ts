/**
 * What a list of orders can be sorted by: when they were placed, when they are promised, or `late`: those that somebody
 * waits for by promised time, so that the most late come first, then all others, latest promised first.
 */
export const ORDER_SORTS = ['created', 'promised', 'late'] as const

export type OrderSort = (typeof ORDER_SORTS)[number]

export const DIRECTIONS = ['asc', 'desc'] as const

export type Direction = (typeof DIRECTIONS)[number]
