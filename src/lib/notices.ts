/** Why someone was sent to another page, by the key in the address. */
const NOTICES: Readonly<Record<string, string>> = { 'product-not-found': 'Product not found' }

/** The words for a key in the address, null for one that is unknown. */
export function noticeText(key: string | null): string | null {
  return (key && Object.hasOwn(NOTICES, key) && NOTICES[key]) || null
}
