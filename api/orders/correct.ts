import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { addOrderEvent } from '#api/platform/audit/order-events.ts'
import { newClaim, runGuardedBatch } from '#api/platform/database/claim.ts'
import { orderUnchanged } from '#api/shop-orders/queries.ts'
import { readServingMarket } from '#api/storefront/queries.ts'
import { orderChangedMeanwhile } from './meanwhile.ts'
import { orderById } from './queries.ts'
import type { OrderCorrection } from './schema.ts'
import { changeOrder } from './write-queries.ts'

/**
 * Puts address, phone, recipient, note or instructions of an order right, with a line in its log that says what they were
 * before. A new ZIP must be served; its market and zone become the order's, what was promised stays.
 * @returns its version now; the same one when nothing is different
 * @throws AppError `order_not_found`, `edit_conflict` (by whom, when), `zip_not_served`
 */
export async function correctOrder(
  deps: Deps,
  actorId: string,
  id: string,
  { version, ...form }: OrderCorrection,
): Promise<number> {
  const { db, clock } = deps
  const order = await orderById(db, id)
  if (!order) throw new AppError('order_not_found')
  if (order.version !== version) throw await orderChangedMeanwhile(deps, id)
  const different = (Object.keys(form) as (keyof typeof form)[]).filter(
    (field) => form[field] !== order[field],
  )
  if (different.length === 0) return version
  const place = form.deliveryZip === order.deliveryZip ? {} : await servedBy(deps, form.deliveryZip)

  const at = clock.now().toISOString()
  const claim = newClaim()
  const fields = Object.fromEntries(
    different.map((field) => [field, { before: order[field], after: form[field] }]),
  )
  const event = { kind: 'corrected', actor: 'admin', actorId, data: { fields } } as const
  const happened = await runGuardedBatch(
    db,
    claim,
    addOrderEvent(db, id, { ...event, dedupeKey: claim.key }, at, orderUnchanged(order)),
    [changeOrder(db, id, { ...form, ...place }, at, claim.condition)],
  )
  if (!happened) throw await orderChangedMeanwhile(deps, id)
  return version + 1
}

async function servedBy({ db }: Deps, zip: string) {
  const market = await readServingMarket(db, zip)
  if (market) return { marketId: market.id, timeZone: market.schedule.timeZone }
  const message = 'No market delivers to this ZIP code.'
  throw new AppError('zip_not_served', { message, issues: [{ path: 'deliveryZip', message }] })
}
