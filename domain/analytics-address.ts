/** The query parameters reported to analytics: the step of the purchase or the list, and the campaign. */
const COUNTED = new Set([
  'optionId',
  'price',
  'product',
  'deliveryOption',
  'deliveryPrice',
  'meetDriver',
  'canceled',
  'change',
  'waitlist',
  'notice',
  'page',
  'sort',
  'status',
])
const CAMPAIGN = /^utm_/
const VALUE_MAX = 100

/**
 * The part of an address that is counted: its path, and of its query the fields that hold nothing personal. Session ids,
 * tokens, ZIP codes, searches and whatever looks like an email address stay here.
 * @param address path and query, for example `/home?optionId=FLOWER-001`
 * @returns null for what is no address of ours
 */
export function analyticsAddress(address: string): string | null {
  if (!address.startsWith('/') || !URL.canParse(address, 'https://shop.invalid')) return null
  const { host, pathname, searchParams } = new URL(address, 'https://shop.invalid')
  if (host !== 'shop.invalid') return null
  const path = pathname
    .split('/')
    .map((part) => (looksPersonal(part) ? '-' : part))
    .join('/')
  const query = [...searchParams].filter(
    ([name, value]) =>
      (COUNTED.has(name) || CAMPAIGN.test(name)) && value.length <= VALUE_MAX && !looksPersonal(value),
  )
  return query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path
}

/** An email address, plain or encoded once or twice; or the id of a payment session. */
function looksPersonal(text: string): boolean {
  return /@|%(25)*40|cs_(test|live)_/i.test(text)
}
