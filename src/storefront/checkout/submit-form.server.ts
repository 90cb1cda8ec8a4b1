import type { DeliveryOptionId } from '#domain/delivery.ts'
import { ApiError } from '#src/lib/api.ts'
import { formValues } from '#src/lib/form-data.ts'
import type { ShopApi } from '#src/lib/shop-api.ts'
import { AS_YOU_LEFT_IT, PRODUCT_MISSING } from './messages.ts'
import { type Refusal, toRefusal } from './refusal.ts'
import { type CheckoutValues, checkoutRequest } from './request.ts'

export type SubmitOutcome =
  | { state: 'placed'; url: string }
  | { state: 'not-on-sale' }
  /** `status`: of the page that shows it. */
  | { state: 'refused'; status: number; values: CheckoutValues; refusal: Refusal }

/** Places the order of a form that was sent without JavaScript. */
export async function submitForm(
  form: FormData,
  option: DeliveryOptionId,
  api: ShopApi,
): Promise<SubmitOutcome> {
  const sent: CheckoutValues = formValues(form)
  const values = { ...sent, attemptKey: sent.anotherOrder || sent.attemptKey }
  if (!values.productId) {
    const refusal = { ...toRefusal(null), message: PRODUCT_MISSING, advice: AS_YOU_LEFT_IT }
    return { state: 'refused', status: 422, values, refusal }
  }
  try {
    const { url } = await api.createCheckoutSession(checkoutRequest(values, option))
    return { state: 'placed', url }
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 503
    if (error instanceof ApiError && error.code === 'product_not_found') return { state: 'not-on-sale' }
    // Never 500: that page is not shown, the one for its status takes its place.
    return { state: 'refused', status: status < 500 ? status : 503, values, refusal: toRefusal(error) }
  }
}
