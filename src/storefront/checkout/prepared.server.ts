import { customerInfo } from '#api/checkout/customer-schema.ts'
import { stateProblem } from '#domain/postal-address.ts'
import { PREPARED_FIELDS, type PreparedField } from '#domain/prepared-checkout.ts'
import { normaliseText } from '#domain/text.ts'
import { ApiError } from '#src/lib/api.ts'
import { type ByField, checkFields, type Messages } from '#src/lib/form-data.ts'
import { preparedCheckout } from '#src/lib/prepared-api.ts'
import type { ZipAnswer } from '#src/lib/shop-api.ts'
import { NOT_SERVED } from './messages.ts'
import { BEFORE_YOU_PAY, CARD_IS_YOURS } from './prepared-messages.ts'
import type { Refusal } from './refusal.ts'
import { type CheckoutValues, startingValues } from './request.ts'

/** The checkout behind a link; `closed` while the shop takes nothing that was prepared. */
export async function readPreparedPage(call: Parameters<typeof preparedCheckout>[0], secret: string) {
  try {
    return await preparedCheckout(call, secret)
  } catch (error) {
    const known = error instanceof ApiError ? error : null
    if (known?.code === 'not_found') return { state: 'closed' } as const
    // Text that cannot be a secret is refused before it is looked up.
    if (known?.code === 'link_unknown' || known?.status === 422) return { state: 'unknown' } as const
    return { state: 'failed', requestId: known?.requestId ?? '' } as const
  }
}

/** The values with which the form opens: what was filled in, and what follows from its ZIP. */
export function preparedValues(fields: ByField<PreparedField>, zip: ZipAnswer | null): CheckoutValues {
  const sent = PREPARED_FIELDS.map((name) => [name, normaliseText(fields[name] ?? '').trim()] as const)
  const filled = Object.fromEntries(sent.filter(([, text]) => text !== ''))
  return { ...startingValues(zip), ...filled }
}

/** The faults that the form shows from the start, by the rules with which it is checked; null: only the card is left. */
export function leftToDo(values: CheckoutValues, zip: ZipAnswer | null): Refusal | null {
  const { state, zip: typed = '' } = values
  const conflict = state ? stateProblem(state, typed) : null
  const errors: Messages = checkFields(customerInfo.shape, values)
  if (conflict) errors['state'] ??= conflict
  if (zip?.served === false) errors['zip'] ??= NOT_SERVED
  if (Object.keys(errors).length === 0) return null
  return {
    message: BEFORE_YOU_PAY,
    advice: CARD_IS_YOURS,
    errors,
    requestId: '',
    paidOrder: null,
    areTermsChanged: false,
  }
}
