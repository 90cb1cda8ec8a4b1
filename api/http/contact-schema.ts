import * as z from 'zod/mini'
import { ADDRESS_MAX, CITY_MAX, EMAIL_MAX, NAME_MAX } from '#domain/limits.ts'
import { formatPhone, isPhone } from '#domain/phone.ts'
import {
  boxOnlyZipMessage,
  isBoxOnlyZip,
  isPostalBox,
  isStateCode,
  POSTAL_BOX_MESSAGE,
} from '#domain/postal-address.ts'
import { isEmail } from '#domain/text.ts'
import { isZip5 } from '#domain/zip.ts'
import { line, plainLine, textOrNull } from './field-schema.ts'

// The fields by which a buyer, a recipient or a florist is reached, with the rules and messages of the checkout form.

const INVALID = 'Please enter a valid phone number'
/** As far as it is kept while it is wrong. */
const MAX = 40

/** A required phone number, written as we write all of them. */
export const phone = plainLine('Phone number is required', MAX, INVALID).check(
  z.refine(isPhone, { error: INVALID, abort: true }),
  z.overwrite(formatPhone),
)

/** A phone number or null; a blank one becomes null. */
export const phoneOrNull = textOrNull(MAX, { plain: true, tooLong: INVALID, rule: [isPhone, INVALID] }).check(
  z.overwrite((typed) => typed && formatPhone(typed)),
)

export const name = line('Name is required', NAME_MAX).check(
  z.minLength(2, 'Name must be at least 2 characters'),
)

export const email = plainLine('Email is required', EMAIL_MAX).check(
  z.refine(isEmail, 'Please enter a valid email address'),
)

/** Where an order goes, as an admin corrects it: they may know more than the rules about boxes. */
export const anyStreetAddress = line('Street address is required', ADDRESS_MAX).check(
  z.minLength(5, 'Please enter a valid street address'),
)
export const streetAddress = anyStreetAddress.check(
  z.refine((street) => !isPostalBox(street), POSTAL_BOX_MESSAGE),
)
export const city = line('City is required', CITY_MAX).check(z.minLength(2, 'Please enter a valid city name'))
export const state = plainLine('State is required', 40).check(z.refine(isStateCode, 'State is required'))
export const anyZip = plainLine('ZIP code is required', 40).check(
  z.refine(isZip5, { error: 'Please enter a 5-digit ZIP code', abort: true }),
)
export const zip = anyZip.check(
  z.refine((code) => !isBoxOnlyZip(code), { error: ({ input }) => boxOnlyZipMessage(String(input)) }),
)
