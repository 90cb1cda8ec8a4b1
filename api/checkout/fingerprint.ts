import { sha256 } from '#api/platform/hash.ts'
import type { CreateCheckoutSessionRequest } from './schema.ts'

/** Hash of what a form asks for. Hints that the server decides anew (date, fee) do not count. */
export async function fingerprint(request: CreateCheckoutSessionRequest): Promise<string> {
  const { productId, customerInfo, deliveryDetails } = request
  const fields = Object.entries(customerInfo).sort(([a], [b]) => (a < b ? -1 : 1))
  return sha256(JSON.stringify([productId, deliveryDetails.option, fields]))
}
