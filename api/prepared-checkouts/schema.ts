import * as z from 'zod/mini'
import { key } from '#api/http/field-schema.ts'

export const preparedCheckoutRequest = z.strictObject({
  /** The secret in the address of its page. */
  token: key(64),
})
