import * as z from 'zod/mini'
import { keptIfMissing, line, nullIfMissing, phoneOrNull, textOrNull } from '#api/http/field-schema.ts'
import { pageQuery, version } from '#api/http/page-schema.ts'
import { ADDRESS_MAX, CITY_MAX, EMAIL_MAX, SHOP_NAME_MAX } from '#domain/limits.ts'
import { isEmail } from '#domain/text.ts'
import { isZip5Or9 } from '#domain/zip.ts'

const optional = {
  phone: phoneOrNull,
  email: textOrNull(EMAIL_MAX, { rule: [isEmail, 'Please enter a valid email address'] }),
  /** An inactive shop gets no new orders. */
  active: z.boolean(),
}

/** The fields of a florist shop. */
export const shopForm = z.strictObject({
  name: line('Shop name is required', SHOP_NAME_MAX),
  streetAddress: line('Street address is required', ADDRESS_MAX),
  city: line('City is required', CITY_MAX),
  stateId: line('State is required', 64),
  zip: line('ZIP code is required', 40).check(z.refine(isZip5Or9, 'ZIP code must be 5 digits or 5+4 format')),
  marketId: line('Market is required', 64),
  phone: nullIfMissing(optional.phone),
  email: nullIfMissing(optional.email),
  active: z._default(optional.active, true),
})

export const shopUpdate = z.strictObject({
  ...shopForm.shape,
  phone: keptIfMissing(optional.phone),
  email: keptIfMissing(optional.email),
  active: keptIfMissing(optional.active),
  version,
})
export const shopListQuery = z.object(pageQuery)

export const shopOrdersQuery = z.object({ page: pageQuery.page })

export type ShopForm = z.infer<typeof shopForm>
export type ShopFormInput = z.input<typeof shopForm>
export type ShopUpdate = z.infer<typeof shopUpdate>
export type ShopUpdateInput = z.input<typeof shopUpdate>
