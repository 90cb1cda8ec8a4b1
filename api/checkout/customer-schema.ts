import * as z from 'zod/mini'
import { line, nullIfMissing, plainLine, textOrNull } from '#api/http/field-schema.ts'
import { phone, phoneOrNull } from '#api/http/phone-schema.ts'
import {
  ADDRESS_MAX,
  CITY_MAX,
  EMAIL_MAX,
  INSTRUCTIONS_MAX,
  NAME_MAX,
  NOTE_MAX,
  UNIT_MAX,
} from '#domain/limits.ts'
import { isStateCode } from '#domain/postal-address.ts'
import { isEmail } from '#domain/text.ts'
import { isZip5 } from '#domain/zip.ts'

/** The fields of the checkout form with their rules and messages. */
export const customerInfo = z.strictObject({
  email: plainLine('Email is required', EMAIL_MAX).check(
    z.refine(isEmail, 'Please enter a valid email address'),
  ),
  phone,
  name: line('Name is required', NAME_MAX).check(z.minLength(2, 'Name must be at least 2 characters')),
  address: line('Street address is required', ADDRESS_MAX).check(
    z.minLength(5, 'Please enter a valid street address'),
  ),
  /** Apartment, suite or floor. */
  unit: nullIfMissing(textOrNull(UNIT_MAX)),
  city: line('City is required', CITY_MAX).check(z.minLength(2, 'Please enter a valid city name')),
  state: plainLine('State is required', 40).check(z.refine(isStateCode, 'State is required')),
  zip: plainLine('ZIP code is required', 40).check(z.refine(isZip5, 'Please enter a 5-digit ZIP code')),
  recipientName: nullIfMissing(textOrNull(NAME_MAX)),
  recipientPhone: nullIfMissing(phoneOrNull),
  note: nullIfMissing(textOrNull(NOTE_MAX, { lines: 'many' })),
  instructions: nullIfMissing(textOrNull(INSTRUCTIONS_MAX, { lines: 'many' })),
})

type CustomerInfo = z.infer<typeof customerInfo>
export type CheckoutField = keyof CustomerInfo
