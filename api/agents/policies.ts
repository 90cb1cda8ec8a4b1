import type { Version } from './versions.ts'

// The rule about refunds in the words of /refunds (content/legal/refunds.md), short: agents may read it out to a buyer.
const REFUNDS =
  'There are no refunds on completed orders. All of the money goes back if the buyer cancels before a florist has accepted the order, or if we cannot deliver.'

/** True for a release whose answers state policies. In an older one, links alone lead to them. */
export function hasPolicies(version: Version): boolean {
  return version !== '2026-04-08'
}

/** The rules that hold for all that an answer is about. @param origin of the shop */
export function policiesOf(origin: string) {
  return [
    { type: 'dev.ucp.shopping.policy.return', description: { plain: REFUNDS }, url: `${origin}/refunds` },
  ]
}
