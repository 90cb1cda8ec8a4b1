import type { DeliveryOptionId } from '#src/domain/delivery.ts'
import { ApiError, type ShopApi } from '#src/lib/api.ts'
import { type Messages, messagesOf, textsOf } from '#src/lib/form-messages.ts'
import { type CheckoutTexts, checkoutRequest } from './request.ts'
import { CHECKOUT_FAILED, PRODUCT_MISSING, STILL_HERE } from './texts.ts'

export type PlaceOutcome =
  | { state: 'placed'; url: string }
  | { state: 'not-on-sale' }
  | { state: 'refused'; values: CheckoutTexts; problem: string; errors: Messages }

/** Places the order of a form that was sent without JavaScript. */
export async function placeForm(
  form: FormData,
  option: DeliveryOptionId,
  api: ShopApi,
): Promise<PlaceOutcome> {
  const values: CheckoutTexts = textsOf(form)
  if (!values.productId) return { state: 'refused', values, problem: PRODUCT_MISSING, errors: {} }
  try {
    const { url } = await api.createCheckoutSession(checkoutRequest(values, option))
    return { state: 'placed', url }
  } catch (error) {
    if (!(error instanceof ApiError)) {
      return { state: 'refused', values, problem: `${CHECKOUT_FAILED}. ${STILL_HERE}`, errors: {} }
    }
    if (error.code === 'product_not_found') return { state: 'not-on-sale' }
    return {
      state: 'refused',
      values,
      problem: error.message || CHECKOUT_FAILED,
      errors: messagesOf(error.issues),
    }
  }
}
