/** What the cache holds about markets and shops: each shows the other, so a change of one touches both. */
export const PLACES = ['places'] as const
