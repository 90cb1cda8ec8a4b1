/** What a list of orders can be sorted by: when they were placed, or when they are promised. */
export const ORDER_SORTS = ['created', 'promised'] as const

export const DIRECTIONS = ['asc', 'desc'] as const

export type Direction = (typeof DIRECTIONS)[number]
