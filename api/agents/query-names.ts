/** The fields of a cart or checkout, with those of its extensions. Whatever is below one is never part of an address of ours. */
const PROTOCOL_FIELDS = new Set([
  ...[
    'ucp',
    'id',
    'line_items',
    'buyer',
    'context',
    'signals',
    'attribution',
    'status',
    'currency',
    'totals',
  ],
  ...['actions', 'messages', 'links', 'policies', 'expires_at', 'continue_url', 'continue_to', 'payment'],
  ...['payment_handlers', 'order', 'fulfillment', 'discounts', 'consent', 'loyalty', 'ap2'],
])

/** Parameters of our own pages: a link from outside chooses the bouquet by its items, and nothing else. */
const OWN_NAMES = new Set([
  ...['optionId', 'price', 'product', 'deliveryOption', 'deliveryPrice', 'meetDriver', 'notice', 'closed'],
  ...['waitlist', 'zip', 'reopening', 'change', 'canceled', 'session_id'],
])

const SENSITIVE_NAME =
  /token|secret|passw|pwd|auth|session|jwt|bearer|cookie|credential|signature|mandate|api[-_.]?key|mail|phone|address|card|cvc|cvv|^(?:key|code|sid|sig|pin|otp|name)$/i
/** Email addresses, signed tokens, and keys and ids as payment providers and others write them. */
const SENSITIVE_VALUE =
  /@|%40|^eyJ|^(?:bearer|basic)\s|\b(?:[a-z]{2,6}_(?:test|live)|whsec|gh[a-z]|xox[a-z])[-_]/i
const LONGEST_VALUE = 200

/** The JSON Pointer of a name, whose slash at the front may be left out. */
export function pointerOf(name: string): string {
  return `/${name.replace(/^\/+/, '')}`
}

/** True for a name that addresses a field of the protocol's cart or checkout (RFC 6901). */
export function isProtocolField(name: string): boolean {
  const [, root = ''] = pointerOf(name).split('/')
  return PROTOCOL_FIELDS.has(root.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/**
 * True for a parameter that may stand in the address that a link leads to: no token, no secret, nothing of a person.
 * @param of our own: it belongs to a page of ours that was asked for
 */
export function isPassedOn(name: string, value: string, of?: 'our own'): boolean {
  if (!/^[\w.-]{1,50}$/.test(name) || SENSITIVE_NAME.test(name)) return false
  if (of === undefined && OWN_NAMES.has(name)) return false
  return value.length <= LONGEST_VALUE && !/\p{C}/u.test(value) && !SENSITIVE_VALUE.test(value)
}
