import type { Db, Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { buyersOrderRecord } from '#api/orders/correction-queries.ts'
import { changedFields } from '#api/platform/audit/field-changes.ts'
import { updateRecord } from '#api/platform/audit/versioned-record.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { enqueueFloristChanged } from '#api/shop-orders/email-queries.ts'
import { readServingMarket } from '#api/storefront/queries.ts'
import { partsOfFields } from '#domain/order-changes.ts'
import { stateProblem } from '#domain/zip-states.ts'
import type { OrderRow } from '#drizzle/schema/orders.ts'
import { isNotAccepted, type Managed } from './queries.ts'
import type { ChangeRequest } from './schema.ts'
import {
  fingerprintOf,
  managedOrderState,
  mayBeChanged,
  notChangeable,
  openManaged,
  toManagedOrder,
} from './service.ts'

const MAX_ATTEMPTS = 4

type Form = Omit<ChangeRequest, 'token' | 'fingerprint'>

/**
 * Changes card text, recipient, instructions or address of an order, as its buyer, until a florist has accepted it. What was
 * promised stays, so the address stays within the market. A florist who was asked gets an email.
 * @returns the order after it
 * @throws AppError `link_unknown`; `order_not_changeable`; `edit_conflict` when something of the form was changed since it was
 *   shown; `zip_not_served`; `invalid`
 */
export async function changeByBuyer(deps: Deps, { token, fingerprint, ...form }: ChangeRequest) {
  const { db, clock } = deps
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const found = await openManaged(deps, token)
    const { order } = found
    const now = clock.now()
    const fields = changedFields(buyersOrderRecord.formatters, order, { ...order, ...form })
    // The second click of a form that was stored.
    if (fields.length === 0) return toManagedOrder(deps, found, now)
    if (!mayBeChanged(found, now)) throw notChangeable(managedOrderState(found))
    if (fingerprint !== (await fingerprintOf(order))) throw changedMeanwhile()
    await checkPlace(db, order, form, now)
    if (!(await write(deps, found, form, partsOfFields(fields.map(({ field }) => field ?? ''))))) continue
    deps.waitUntil(sendDue(deps))
    return toManagedOrder(deps, await openManaged(deps, token), now)
  }
  throw new AppError('edit_conflict')
}

function changedMeanwhile(): AppError {
  return new AppError('edit_conflict', {
    message: 'This order was changed after you opened this page. Here is the latest. Please change it again.',
  })
}

/** @returns false when the order, or the florist’s answer, has changed since it was read */
async function write(
  { db, clock }: Deps,
  { order }: Managed,
  form: Form,
  parts: ReturnType<typeof partsOfFields>,
): Promise<boolean> {
  const at = clock.now().toISOString()
  const about = crypto.randomUUID()
  try {
    const outcome = await updateRecord(db, buyersOrderRecord, {
      before: order,
      changes: form,
      actorId: null,
      at,
      condition: isNotAccepted(order.id),
      statements: (written) => enqueueFloristChanged(db, order.id, { about, parts }, at, written),
    })
    return outcome === 'updated'
  } catch (error) {
    if (error instanceof AppError && error.code === 'edit_conflict') return false
    throw error
  }
}

/** The market's florists deliver there, and the state fits. An address that stays is not asked about. */
async function checkPlace(db: Db, order: OrderRow, form: Form, now: Date): Promise<void> {
  const { deliveryZip: zip, deliveryState: state } = form
  if (zip === order.deliveryZip && state === order.deliveryState) return
  const conflict = stateProblem(state, zip)
  if (conflict) {
    throw new AppError('invalid', { issues: [{ path: 'deliveryState', message: conflict }] })
  }
  if (zip === order.deliveryZip) return
  const market = await readServingMarket(db, zip, now)
  if (market === null) {
    const error = new AppError('zip_not_served')
    throw new AppError('zip_not_served', { issues: [{ path: 'deliveryZip', message: error.message }] })
  }
  if (market.id === order.marketId) return
  const message = `This order is made in another city. Cancel it here, and order again for ${market.name}.`
  throw new AppError('invalid', { issues: [{ path: 'deliveryZip', message }] })
}
