import { ApiError, type ShopApi, type StorefrontProduct, type ZipAnswer } from './api.ts'
import { validZip } from './saved-zip.ts'

type ChosenBouquetResult =
  | { state: 'found'; product: StorefrontProduct; zip: ZipAnswer | null }
  | { state: 'not-on-sale' }
  | { state: 'failed'; requestId: string }

/** The bouquet an address names and what is known about the saved ZIP, in one round trip. */
export async function readChosenBouquet(
  api: ShopApi,
  sku: string,
  savedZip: string | undefined,
): Promise<ChosenBouquetResult> {
  const zip = validZip(savedZip)
  try {
    const answer = await api.storefront({ sku: sku.slice(0, 50), ...(zip && { zip }) })
    if (!answer.product) return { state: 'not-on-sale' }
    return { state: 'found', product: answer.product, zip: answer.zip }
  } catch (error) {
    return { state: 'failed', requestId: error instanceof ApiError ? error.requestId : '' }
  }
}
