import { type CheckoutField, customerInfo } from '#api/checkout/customer-schema.ts'
import type { DeliveryOptionId } from '#domain/delivery.ts'
import type { ByField } from '#src/lib/form-data.ts'
import type { CreateCheckoutSessionRequestInput, ZipAnswer } from '#src/lib/shop-api.ts'
import type { OrderSummary } from './order-summary.ts'

/** The texts of the checkout form, by field; the last ones nobody types. */
export type CheckoutValues = ByField<CheckoutField | HiddenField>

/** `anotherOrder`: the key of a new attempt, from the button that starts one. */
type HiddenField = 'attemptKey' | 'anotherOrder' | 'productId' | keyof ShownFields

/** The terms that the form shows, as it sends them. */
type ShownFields = { shownPromise: string; shownTotalCents: string }

/** The fields of a summary; what was not shown is nothing that an order could be. */
export function shownFields(summary: OrderSummary | null): ShownFields {
  return {
    shownPromise: summary?.terms.promise ?? '',
    shownTotalCents: String(summary?.terms.price.totalCents ?? 0),
  }
}

const FIELDS = Object.keys(customerInfo.shape) as CheckoutField[]

/** The checkout request from the form’s texts. Date and fee are left to the server, which decides them anyway. */
export function checkoutRequest(
  values: CheckoutValues,
  option: DeliveryOptionId,
): CreateCheckoutSessionRequestInput {
  const { attemptKey = '', productId = '', shownPromise = '', shownTotalCents = '' } = values
  const typed = FIELDS.map((field) => [field, values[field] ?? ''])
  return {
    attemptKey,
    productId,
    customerInfo: Object.fromEntries(typed) as Record<CheckoutField, string>,
    deliveryDetails: { option },
    shown: { promise: shownPromise, totalCents: Number.parseInt(shownTotalCents, 10) || 0 },
  }
}

/** The values known before anyone types: the saved ZIP, if it is served, and what follows from it. */
export function startingValues(zip: ZipAnswer | null): CheckoutValues {
  if (!zip?.served) return {}
  const found = zip.place
  return { zip: zip.zip, ...(found && { state: found.state, ...(found.city && { city: found.city }) }) }
}
