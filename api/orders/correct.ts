import { knownOf } from '#api/blocks/keys.ts'
import { refuseBlocked } from '#api/blocks/refuse.ts'
import type { Db, Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { asText, changedFields, type Formatters } from '#api/platform/audit/field-changes.ts'
import { readServingMarket } from '#api/storefront/queries.ts'
import { mayHappen } from '#domain/order/may.ts'
import type { Correct } from '#domain/order/record.ts'
import { WISH_LABELS } from '#domain/order/substitution-messages.ts'
import { trackingToken } from '#domain/reference.ts'
import { applyToOrder } from './apply.ts'
import { hashesSince } from './manage-link.ts'
import { orderConflict } from './refusal.ts'
import type { OrderCorrection } from './schema.ts'

/** The words in which the log tells of corrected fields. */
export const correctedFields: Formatters<Required<Omit<OrderCorrection, 'version'>>> = {
  customerName: asText,
  customerEmail: asText,
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
  substitutionPreference: (preference) => WISH_LABELS[preference],
}

/**
 * Corrects buyer, address, recipient, note or instructions of an order; its log keeps what they were before. A new ZIP code
 * must be served; its market and zone become the order's, what was promised stays. With another email all links end that
 * the buyer has, and what waits to be sent to them goes to the new address.
 * @returns its version now; the same one when nothing is different
 * @throws AppError `order_not_found`, `edit_conflict` (by whom, when), `zip_not_served`, `not_deliverable`
 */
export async function correctOrder(
  deps: Deps,
  actorId: string,
  id: string,
  { version, ...form }: OrderCorrection,
): Promise<number> {
  const { changed } = await applyToOrder(
    deps,
    id,
    async (state, at): Promise<Correct | null> => {
      const { order } = state
      if (order.version !== version) throw orderConflict(state)
      const isMoved = form.deliveryZip !== order.deliveryZip
      const place = isMoved ? await marketServing(deps.db, form.deliveryZip, new Date(at)) : {}
      const fields = changedFields(correctedFields, order, { ...order, ...form })
      if (fields.length === 0) return null
      if (mayHappen(state, 'blocked')) await refuseBlocked(deps, knownOf({ ...order, ...form }))
      const isReaddressed = fields.some(({ field }) => field === 'customerEmail')
      return {
        type: 'correct',
        version,
        changes: { ...form, ...place },
        fields,
        ...(isReaddressed && {
          readdress: {
            trackingToken: trackingToken(deps.random(16)),
            hashes: await hashesSince(deps.config, state, at),
          },
        }),
      }
    },
    { actor: 'admin', actorId },
  )
  return changed ? version + 1 : version
}

async function marketServing(db: Db, zip: string, now: Date) {
  const market = await readServingMarket(db, zip, now)
  if (market) return { marketId: market.id, timeZone: market.schedule.timeZone }
  const message = 'No market delivers to this ZIP code.'
  throw new AppError('zip_not_served', { message, issues: [{ path: 'deliveryZip', message }] })
}
