import * as z from 'zod/mini'
import { keptIfMissing, line, nullIfMissing, phoneOrNull, textOrNull } from '#api/http/field-schema.ts'
import { pageOf, pageQuery, version } from '#api/http/page-schema.ts'
import { changeRecord } from '#api/platform/audit/schema.ts'
import { ADDRESS_MAX, CITY_MAX, EMAIL_MAX, SHOP_NAME_MAX } from '#domain/limits.ts'
import { SHOP_ORDER_PAYMENT_STATUSES, SHOP_ORDER_STATUSES } from '#domain/order-status.ts'
import { isEmail } from '#domain/text.ts'
import { isZip5Or9 } from '#domain/zip.ts'
import { stateChoice } from './state-schema.ts'

const optional = {
  phone: phoneOrNull,
  email: textOrNull(EMAIL_MAX, { rule: [isEmail, 'Please enter a valid email address'] }),
  /** An inactive shop gets no new orders (decisions.md, Orders and shop orders). */
  active: z.boolean(),
}

/** The fields of a florist shop, with the rules and words of §5. */
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

const shop = {
  id: z.string(),
  name: z.string(),
  marketId: z.string(),
  marketName: z.string(),
  city: z.string(),
  stateCode: z.string(),
  active: z.boolean(),
  version: z.int(),
}

export const shopRow = z.object(shop)
export const shopPage = pageOf(shopRow)

export const shopDetail = z.object({
  ...shop,
  streetAddress: z.string(),
  stateId: z.string(),
  stateName: z.string(),
  zip: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** ISO instants. */
  createdAt: z.string(),
  updatedAt: z.string(),
  changes: z.array(changeRecord),
})

export const shopOrdersQuery = z.object({ page: pageQuery.page })

/** One of a shop's orders, as the shop's page lists them (§2). */
export const ordersOfShopRow = z.object({
  id: z.string(),
  orderReference: z.string(),
  customerName: z.string(),
  status: z.enum(SHOP_ORDER_STATUSES),
  paymentStatus: z.enum(SHOP_ORDER_PAYMENT_STATUSES),
  /** Not null: an admin took the order back. ISO instant. */
  withdrawnAt: z.nullable(z.string()),
  /** ISO instant. */
  createdAt: z.string(),
})
export const ordersOfShopPage = pageOf(ordersOfShopRow)

/** What the shop form's selects offer, by name. */
export const shopChoices = z.object({
  states: z.array(stateChoice),
  markets: z.array(z.object({ id: z.string(), name: z.string() })),
})

export type ShopForm = z.infer<typeof shopForm>
export type ShopFormInput = z.input<typeof shopForm>
export type ShopUpdate = z.infer<typeof shopUpdate>
export type ShopUpdateInput = z.input<typeof shopUpdate>
export type ShopPage = z.infer<typeof shopPage>
export type ShopDetail = z.infer<typeof shopDetail>
export type OrdersOfShopPage = z.infer<typeof ordersOfShopPage>
export type ShopChoices = z.infer<typeof shopChoices>
