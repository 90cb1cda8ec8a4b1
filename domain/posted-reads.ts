/** Calls of the API that are posted only because an address must not hold what they carry: they change nothing that anybody waits for. */
const POSTED_READS: readonly string[] = [
  'auth/link',
  'choice',
  'florist/order',
  'get-order-details/stored',
  'manage',
  'substitution',
  'tracking',
]

/**
 * Tells a read from a write, for the server and for browsers: a read that takes long is given up, what somebody writes is not.
 * @param address of a call of the API, with or without its origin
 */
export function isRead(method: string, address: string): boolean {
  return method === 'GET' || method === 'HEAD' || POSTED_READS.includes(address.replace(/^.*\/api\//, ''))
}
