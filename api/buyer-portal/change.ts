import { knownOf } from '#api/blocks/keys.ts'
import { refuseBlocked } from '#api/blocks/refuse.ts'
import type { Db, Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { applyToOrder } from '#api/orders/apply.ts'
import { correctedFields } from '#api/orders/correct.ts'
import { orderIdOf } from '#api/orders/manage-link.ts'
import { changedFields } from '#api/platform/audit/field-changes.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { finishForBuyer } from '#api/refunds/finish.ts'
import { readServingMarket } from '#api/storefront/queries.ts'
import type { Correct } from '#domain/order/record.ts'
import { orderAndShop } from '#domain/order/state.ts'
import { stateProblem } from '#domain/postal-address.ts'
import type { OrderRow } from '#drizzle/schema/orders.ts'
import type { ChangeRequest } from './schema.ts'
import {
  fingerprintOf,
  isRefundable,
  linkUnknown,
  mayBeChanged,
  notChangeable,
  requireOwner,
  toManagedOrder,
} from './service.ts'

type Form = Omit<ChangeRequest, 'token' | 'fingerprint'>

/**
 * Changes card text, recipient, instructions or address of an order, as its buyer, until a florist has accepted it. What was
 * promised stays, so the address stays within the market. A florist who was asked gets an email.
 * @returns the order after it
 * @throws AppError `link_unknown`; `order_not_changeable`; `edit_conflict` when something of the form was changed since it was
 *   shown; `zip_not_served`; `not_deliverable`; `invalid`
 */
export async function changeByBuyer(deps: Deps, { token, fingerprint, ...form }: ChangeRequest) {
  const { db } = deps
  const { after, changed } = await applyToOrder(
    deps,
    orderIdOf(token),
    async (state, at): Promise<Correct | null> => {
      await requireOwner(deps, token, state)
      const { order } = state
      const now = new Date(at)
      const fields = changedFields(correctedFields, order, { ...order, ...form })
      // The second click of a form that was stored.
      if (fields.length === 0) return null
      if (!mayBeChanged(state, now)) throw notChangeable(orderAndShop(state))
      if (fingerprint !== (await fingerprintOf(order))) throw changedMeanwhile()
      await checkPlace(db, order, form, now)
      await refuseBlocked(deps, knownOf({ ...order, ...form }))
      return { type: 'correct', version: order.version, changes: form, fields }
    },
    { actor: 'shopper' },
    { notFound: linkUnknown },
  )
  if (changed) deps.waitUntil(sendDue(deps))
  return toManagedOrder(deps, after, deps.clock.now())
}

function changedMeanwhile(): AppError {
  return new AppError('edit_conflict', {
    message: 'This order was changed after you opened this page. Here is the latest. Please change it again.',
  })
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

/**
 * Cancels an order as its buyer, until a florist has accepted it, and gives back all that is left of the payment. A florist
 * who was asked is told to stop. Again changes nothing.
 * @returns the order after it
 * @throws AppError `link_unknown`; `order_not_changeable`; `not_refundable` while the payment is disputed; `edit_conflict`
 */
export async function cancelByBuyer(deps: Deps, token: string) {
  const applied = await applyToOrder(
    deps,
    orderIdOf(token),
    async (state, at) => {
      await requireOwner(deps, token, state)
      if (state.order.status === 'cancelled') return null
      if (!mayBeChanged(state, new Date(at))) throw notChangeable(orderAndShop(state))
      if (!isRefundable(state)) {
        const message =
          'Your bank is looking into this payment, so it can’t be cancelled here. Please call us.'
        throw new AppError('not_refundable', { message })
      }
      return {
        type: 'cancel_by_buyer',
        refundId: crypto.randomUUID(),
        refundKey: crypto.randomUUID(),
      } as const
    },
    { actor: 'shopper' },
    { notFound: linkUnknown },
  )
  if (applied.changed) deps.waitUntil(finishForBuyer(deps, applied))
  return toManagedOrder(deps, applied.after, deps.clock.now())
}
