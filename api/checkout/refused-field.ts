import { AppError } from '#api/errors.ts'
import type { PaymentsError } from '#api/platform/payments/payments.ts'
import type { CheckoutField } from './customer-schema.ts'

/** The field of the checkout form behind each parameter of a session that carries what the shopper typed. */
const FIELDS: Readonly<Record<string, CheckoutField>> = {
  customer_email: 'email',
  'metadata[customer_email]': 'email',
  'metadata[customer_phone]': 'phone',
  'metadata[customer_name]': 'name',
  'metadata[address]': 'address',
  'metadata[city]': 'city',
  'metadata[state]': 'state',
  'metadata[zip]': 'zip',
  'metadata[recipient_name]': 'recipientName',
  'metadata[note]': 'note',
  'metadata[instructions]': 'instructions',
}

const MESSAGES: Partial<Record<CheckoutField, string>> = {
  email: 'Please enter a valid email address',
}

/** What a session that the provider refused means to the shopper: `invalid` with the field, else the error itself. */
export function refusalOf(error: PaymentsError): AppError | PaymentsError {
  const field = error.param === null ? undefined : FIELDS[error.param]
  if (field === undefined) return error
  const message = MESSAGES[field] ?? 'The payment provider does not take this. Please change it.'
  return new AppError('invalid', { issues: [{ path: `customerInfo.${field}`, message }] })
}
