import * as z from 'zod/mini'
import {
  ADDRESS_MAX,
  CITY_MAX,
  EMAIL_MAX,
  INSTRUCTIONS_MAX,
  NAME_MAX,
  NOTE_MAX,
  UNIT_MAX,
} from '#domain/limits.ts'
import { formatPhone, isPhone } from '#domain/phone.ts'
import { isEmail, normaliseSpaces, normaliseText } from '#domain/text.ts'
import { isStateCode } from '#domain/us-states.ts'
import { isZip5 } from '#domain/zip.ts'

/** A required text of one line; only the first broken rule is reported. */
const required = (message: string, max: number) =>
  z.string({ error: message }).check(
    z.overwrite((text) => normaliseSpaces(normaliseText(text))),
    z.minLength(1, { error: message, abort: true }),
    z.maxLength(max, { error: `Please keep this to ${max} characters`, abort: true }),
  )

/** A trimmed optional text; empty counts as missing. */
const optional = (max: number) =>
  z.pipe(
    z._default(z.string(), '').check(
      z.overwrite((text) => normaliseText(text).trim()),
      z.maxLength(max, { error: `Please keep this to ${max} characters` }),
    ),
    z.transform((text) => (text === '' ? null : text)),
  )

/** An optional phone number; one that is given has to be complete. */
const optionalPhone = z.pipe(
  z._default(z.string(), '').check(
    z.overwrite((text) => normaliseText(text).trim()),
    z.maxLength(40, { error: 'Please enter a valid phone number', abort: true }),
    z.refine((text) => text === '' || isPhone(text), {
      error: 'Please enter a valid phone number',
      abort: true,
    }),
  ),
  z.transform((text) => (text === '' ? null : formatPhone(text))),
)

/** The fields of the checkout form with their rules and messages. */
export const customerInfo = z.strictObject({
  email: required('Email is required', EMAIL_MAX).check(
    z.refine(isEmail, 'Please enter a valid email address'),
  ),
  phone: required('Phone number is required', 40).check(
    z.refine(isPhone, { error: 'Please enter a valid phone number', abort: true }),
    z.overwrite(formatPhone),
  ),
  name: required('Name is required', NAME_MAX).check(z.minLength(2, 'Name must be at least 2 characters')),
  address: required('Street address is required', ADDRESS_MAX).check(
    z.minLength(5, 'Please enter a valid street address'),
  ),
  /** Apartment, suite or floor. */
  unit: optional(UNIT_MAX),
  city: required('City is required', CITY_MAX).check(z.minLength(2, 'Please enter a valid city name')),
  state: required('State is required', 40).check(z.refine(isStateCode, 'State is required')),
  zip: required('ZIP code is required', 40).check(z.refine(isZip5, 'Please enter a 5-digit ZIP code')),
  recipientName: optional(NAME_MAX),
  recipientPhone: optionalPhone,
  note: optional(NOTE_MAX),
  instructions: optional(INSTRUCTIONS_MAX),
})

type CustomerInfo = z.infer<typeof customerInfo>
export type CheckoutField = keyof CustomerInfo
