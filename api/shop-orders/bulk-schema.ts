import * as z from 'zod/mini'
import { idParams, version } from '#api/http/page-schema.ts'
import { SHOP_ORDER_PAYMENT_STATUSES } from '#domain/order-status.ts'

/** As many as an admin can keep an eye on; each is written by itself, within the time-out of one call. */
export const BULK_MAX = 50

const { id } = idParams.shape
const several = <Item extends z.ZodMiniType>(item: Item) =>
  z
    .array(item)
    .check(z.minLength(1, 'Choose at least one'), z.maxLength(BULK_MAX, `Choose at most ${BULK_MAX} at once`))

/** Assigning several orders to one shop, split alike. */
export const bulkAssignRequest = z.strictObject({
  shopId: id,
  /** The shop's share of each total, in percent with up to two decimals. */
  shopPercent: z.number().check(z.minimum(0), z.maximum(100)),
  /** `totalCents`: the total that the admin saw; an order with another one is not assigned. */
  orders: several(z.strictObject({ id, totalCents: z.int().check(z.minimum(0)) })),
})

/** Setting whether the shops of several shop orders were paid. */
export const bulkPaymentRequest = z.strictObject({
  paymentStatus: z.enum(SHOP_ORDER_PAYMENT_STATUSES),
  shopOrders: several(z.strictObject({ id, version })),
})

export type BulkAssignRequest = z.infer<typeof bulkAssignRequest>
export type BulkPaymentRequest = z.infer<typeof bulkPaymentRequest>
