import type { Db, Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { requireVersion, updateRecord } from '#api/platform/audit/versioned-record.ts'
import { readServingMarket } from '#api/storefront/queries.ts'
import { orderRecord } from './correction-queries.ts'
import { orderById } from './queries.ts'
import type { OrderCorrection } from './schema.ts'

/**
 * Corrects address, phone, recipient, note or instructions of an order; its log keeps what they were before. A new ZIP
 * code must be served; its market and zone become the order's, what was promised stays.
 * @returns its version now; the same one when nothing is different
 * @throws AppError `order_not_found`, `edit_conflict` (by whom, when), `zip_not_served`
 */
export async function correctOrder(
  { db, clock }: Deps,
  actorId: string,
  id: string,
  { version, ...form }: OrderCorrection,
): Promise<number> {
  const before = await orderById(db, id)
  if (!before) throw new AppError('order_not_found')
  await requireVersion(db, orderRecord, before, version)
  const place =
    form.deliveryZip === before.deliveryZip ? {} : await marketServing(db, form.deliveryZip, clock.now())
  const at = clock.now().toISOString()
  const changes = { ...form, ...place }
  const outcome = await updateRecord(db, orderRecord, { before, changes, actorId, at })
  return outcome === 'unchanged' ? version : version + 1
}

async function marketServing(db: Db, zip: string, now: Date) {
  const market = await readServingMarket(db, zip, now)
  if (market) return { marketId: market.id, timeZone: market.schedule.timeZone }
  const message = 'No market delivers to this ZIP code.'
  throw new AppError('zip_not_served', { message, issues: [{ path: 'deliveryZip', message }] })
}
