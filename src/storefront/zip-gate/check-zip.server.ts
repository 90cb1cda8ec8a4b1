import { ApiError } from '#src/lib/api.ts'
import { readCatalogue } from '#src/lib/catalogue.server.ts'
import type { Proof, ShopApi, StorefrontProduct, ZipAnswer } from '#src/lib/shop-api.ts'
import { validZip } from '#src/lib/valid-zip.ts'
import { CHECK_FAILED, NOT_FIVE_DIGITS, SOMETHING_WRONG } from './messages.ts'

export type GateOutcome = {
  zip: string
  /** Null: nobody knows. */
  served: boolean | null
  problem: string | null
  /** The market that serves it, while it takes no orders. */
  closed: { market: string; reason: string } | null
  /** The catalogue, which comes with the same answer; null if it did not come. */
  products: readonly StorefrontProduct[] | null
  /** Of the market that serves the ZIP, from the same answer; null without one. */
  proof: Proof | null
}

/**
 * Checks a ZIP on the server, with the catalogue from the same round trip.
 * @param text as it was typed into a form that was sent without JavaScript, or as the address has it
 */
export async function checkZip(text: string, api: ShopApi): Promise<GateOutcome> {
  const zip = validZip(text)
  const unknown = { zip: zip ?? text.trim(), served: null, closed: null, products: null, proof: null }
  if (zip === null) {
    const { products, proof } = await readCatalogue(api)
    return { ...unknown, problem: NOT_FIVE_DIGITS, products, proof }
  }
  try {
    const answer = await api.storefront({ zip })
    const { products, proof, zip: found } = answer
    if (found?.neverServed) return { ...unknown, problem: found.neverServed, products, proof }
    return {
      zip,
      served: found?.served ?? false,
      problem: null,
      closed: found && closedMarket(found),
      products,
      proof,
    }
  } catch (error) {
    return { ...unknown, problem: error instanceof ApiError ? CHECK_FAILED : SOMETHING_WRONG }
  }
}

function closedMarket({ market, availability }: ZipAnswer): GateOutcome['closed'] {
  const reason = availability?.closedReason
  return market && reason ? { market: market.name, reason } : null
}
