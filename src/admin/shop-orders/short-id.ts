/** What a shop order is called: the first eight characters of its id (§2, Shop order list). */
export const shortId = (id: string) => id.slice(0, 8)
