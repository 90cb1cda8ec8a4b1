import { type CheckoutField, customerInfo } from '#api/checkout/customer-schema.ts'
import type { DeliveryOptionId } from '#domain/delivery.ts'
import type { CreateCheckoutSessionRequestInput } from '#src/lib/api.ts'
import type { ByField } from '#src/lib/form-messages.ts'

/** The texts of the checkout form, by field; two of them nobody types. */
export type CheckoutValues = ByField<CheckoutField | 'attemptKey' | 'productId'>

const FIELDS = Object.keys(customerInfo.shape) as CheckoutField[]

/** The checkout request from the form’s texts. Date and fee are left to the server, which decides them anyway. */
export function checkoutRequest(
  values: CheckoutValues,
  option: DeliveryOptionId,
): CreateCheckoutSessionRequestInput {
  const { attemptKey = '', productId = '' } = values
  const typed = FIELDS.map((field) => [field, values[field] ?? ''])
  return {
    attemptKey,
    productId,
    customerInfo: Object.fromEntries(typed) as Record<CheckoutField, string>,
    deliveryDetails: { option },
  }
}
