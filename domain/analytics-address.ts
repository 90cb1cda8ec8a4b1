/** Words of the names of parameters that hold something of a person: who they are, where they live, what they look for. */
const PERSONAL = new Set([
  ...['session', 'token', 'jwt', 'secret', 'password', 'otp', 'code'],
  ...['email', 'mail', 'phone', 'tel', 'telephone', 'mobile'],
  ...['name', 'firstname', 'lastname', 'fullname', 'surname', 'username', 'recipient'],
  ...['address', 'street', 'city', 'state', 'zip', 'zipcode', 'postal', 'postcode'],
  ...['q', 'query', 'search', 'story', 'note', 'message'],
])

/**
 * The part of an address that is counted: its path and query without what is personal. Session ids, tokens, searches,
 * and whatever holds an email, phone, name or address, ZIP codes too, stay here; all other parameters are kept.
 * @param address path and query, for example `/home?optionId=FLOWER-001`
 * @returns null for what is no address of ours
 */
export function analyticsAddress(address: string): string | null {
  return countedPart(address, true)
}

/** @param holdsAddresses a parameter may be an address; one inside that is kept back, since each would be encoded once more */
function countedPart(address: string, holdsAddresses: boolean): string | null {
  if (!address.startsWith('/') || !URL.canParse(address, 'https://shop.invalid')) return null
  const { host, pathname, searchParams } = new URL(address, 'https://shop.invalid')
  if (host !== 'shop.invalid') return null
  const path = pathname
    .split('/')
    .map((part) => (looksPersonal(part) ? '-' : part))
    .join('/')
  const query = [...searchParams].flatMap(([name, value]) => {
    // Where somebody comes back to after sign-in is an address, too.
    const kept = value.startsWith('/') ? (holdsAddresses ? countedPart(value, false) : null) : value
    if (kept === null || isPersonal(name) || looksPersonal(name) || looksPersonal(kept)) return []
    return [[name, kept]]
  })
  return query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path
}

/** True if a parameter's name, `customerEmail` or `customer_email`, says that it holds something personal. */
function isPersonal(name: string): boolean {
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.split(/[^a-z]+/).some((word) => PERSONAL.has(word))
}

/** An email address or phone number, plain or encoded once or twice; the id of a payment session; or the secret of a page. */
function looksPersonal(text: string): boolean {
  if (/^[\da-f]{32}$/i.test(text)) return true
  if (/@|%(25)*40|cs_(test|live)_/i.test(text)) return true
  const number = text.replaceAll(/%(25)*(20|28|29|2b)|[\s().-]/gi, '')
  return /^\+\d{7,15}$|^\+?1?([2-9]\d{2}){2}\d{4}$/.test(number)
}
