import * as z from 'zod/mini'
import { formatPhone, isPhone } from '#domain/phone.ts'
import { plainLine, textOrNull } from './field-schema.ts'

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
