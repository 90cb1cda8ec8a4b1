/** The lists of the back office whose filters, search and order can be saved under a name. */
export const VIEW_LISTS = ['orders', 'shop-orders', 'waitlist'] as const
export type ViewList = (typeof VIEW_LISTS)[number]
