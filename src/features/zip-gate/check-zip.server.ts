import type { StorefrontProduct } from '#src/contracts/products.ts'
import { isZip5 } from '#src/domain/zip.ts'
import { ApiError, type ShopApi } from '#src/lib/api.ts'
import { catalogue } from '#src/lib/catalogue.server.ts'
import { CHECK_FAILED, NOT_FIVE_DIGITS, SOMETHING_WRONG } from './texts.ts'

export type GateOutcome = {
  zip: string
  /** Null: nobody knows. */
  served: boolean | null
  problem: string | null
  /** The catalogue, which comes with the same answer; null if it did not come. */
  products: readonly StorefrontProduct[] | null
}

/** The ZIP of a form that was sent without JavaScript, checked, with the catalogue from the same round trip. */
export async function checkZipForm(form: FormData, api: ShopApi): Promise<GateOutcome> {
  const zip = String(form.get('zip') ?? '').trim()
  if (!isZip5(zip)) return { zip, served: null, problem: NOT_FIVE_DIGITS, products: await catalogue(api) }
  try {
    const answer = await api.storefront({ zip })
    return { zip, served: answer.zip?.served ?? false, problem: null, products: answer.products }
  } catch (error) {
    const problem = error instanceof ApiError ? CHECK_FAILED : SOMETHING_WRONG
    return { zip, served: null, problem, products: null }
  }
}
