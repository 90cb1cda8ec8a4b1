import type { DeliveryOptionId } from '#domain/delivery.ts'
import { ApiError, type OrderTerms, type ShopApi, type StorefrontProduct, type ZipAnswer } from './api.ts'
import { validZip } from './saved-zip.ts'

type ChosenBouquetResult =
  | { state: 'found'; product: StorefrontProduct; zip: ZipAnswer | null; terms: OrderTerms | null }
  | { state: 'not-on-sale' }
  | { state: 'failed'; requestId: string }

/** The bouquet an address names, what is known about a ZIP, and the terms of an option there, in one round trip. */
export async function readChosenBouquet(
  api: ShopApi,
  sku: string,
  zipCode: string | null | undefined,
  option?: DeliveryOptionId,
): Promise<ChosenBouquetResult> {
  const zip = validZip(zipCode)
  try {
    const answer = await api.storefront({
      sku: sku.slice(0, 50),
      ...(zip && { zip }),
      ...(option && { option }),
    })
    if (!answer.product) return { state: 'not-on-sale' }
    return { state: 'found', product: answer.product, zip: answer.zip, terms: answer.terms }
  } catch (error) {
    return { state: 'failed', requestId: error instanceof ApiError ? error.requestId : '' }
  }
}
