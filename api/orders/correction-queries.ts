import { sql } from 'drizzle-orm'
import { asText } from '#api/platform/audit/field-changes.ts'
import { addOrderEvent } from '#api/platform/audit/order-events.ts'
import type { AuditLog, VersionedRecord } from '#api/platform/audit/versioned-record.ts'
import { orderEvents, orders } from '#drizzle/schema/orders.ts'
import { orderChangedMeanwhile } from './service.ts'

const dedupeKey = (entryId: string) => `correction:${entryId}`

/** Corrections are events of the order's own log, each with all fields that it changed. */
const correctionLog = (actor: 'admin' | 'shopper'): AuditLog => ({
  append(db, { id, entityId, actorId, at, fields }, condition) {
    const changes = fields.map(({ field, before, after }) => [field, { before, after }])
    const event = {
      kind: 'corrected',
      actor,
      ...(actorId && { actorId }),
      data: { fields: Object.fromEntries(changes) },
      dedupeKey: dedupeKey(id),
    } as const
    return addOrderEvent(db, entityId, event, at, condition)
  },
  contains: (entryId) => sql`exists (select 1 from ${orderEvents} where dedupe_key = ${dedupeKey(entryId)})`,
  conflict: (db, orderId) => orderChangedMeanwhile({ db }, orderId),
})

/** An order as far as its form corrects it. Everything else about it is changed by settlement, refunds and assignment. */
export const orderRecord: VersionedRecord<typeof orders> = {
  table: orders,
  log: correctionLog('admin'),
  notFound: 'order_not_found',
  formatters: {
    customerPhone: asText,
    recipientName: asText,
    recipientPhone: asText,
    apologyNote: asText,
    deliveryAddress: asText,
    deliveryUnit: asText,
    deliveryCity: asText,
    deliveryState: asText,
    deliveryZip: asText,
    deliveryInstructions: asText,
    // Both follow the ZIP code.
    marketId: 'ignored',
    timeZone: 'ignored',
    userId: 'ignored',
    orderReference: 'ignored',
    customerName: 'ignored',
    customerEmail: 'ignored',
    subtotalCents: 'ignored',
    deliveryFeeCents: 'ignored',
    taxCents: 'ignored',
    discountCents: 'ignored',
    totalCents: 'ignored',
    refundedCents: 'ignored',
    currency: 'ignored',
    status: 'ignored',
    paymentStatus: 'ignored',
    paymentMethod: 'ignored',
    paymentReference: 'ignored',
    checkoutSessionId: 'ignored',
    deliveryOption: 'ignored',
    deliveryDate: 'ignored',
    promisedBy: 'ignored',
    assignmentStatus: 'ignored',
    isSample: 'ignored',
    trackingToken: 'ignored',
    manageLinksEndedAt: 'ignored',
    paidAt: 'ignored',
    reconciledAt: 'ignored',
  },
}

/** The same, corrected by its buyer. */
export const buyersOrderRecord: VersionedRecord<typeof orders> = {
  ...orderRecord,
  log: correctionLog('shopper'),
}
