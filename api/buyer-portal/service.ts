import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { isTokenOf, orderIdOf } from '#api/orders/manage-link.ts'
import { situationOf } from '#api/orders/situation.ts'
import { readState, type StoredOrder } from '#api/orders/state-queries.ts'
import { sha256 } from '#api/platform/hash.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { counterOf } from '#api/platform/rate-counters.ts'
import { questionLink } from '#api/questions/service.ts'
import { refundLimit } from '#domain/disputes.ts'
import { mailboxOf } from '#domain/mailbox.ts'
import { wasBlocked } from '#domain/order/block.ts'
import { fulfilmentOf, type OrderAndShopState } from '#domain/order/fulfilment.ts'
import { mayHappen } from '#domain/order/may.ts'
import { orderAndShop } from '#domain/order/state.ts'
import { showsPersonalData } from '#domain/personal-data.ts'
import { readReference } from '#domain/reference.ts'
import { refundableCents, refundSummary, requestedCentsOf } from '#domain/refunds.ts'
import { firstName } from '#domain/text.ts'
import type { OrderRow } from '#drizzle/schema/orders.ts'
import { enqueueLinks } from './queries.ts'
import type { FindOrderRequest } from './schema.ts'

/** Anyone can enter somebody else's email address: more emails than this are not sent to a mailbox. */
export const LINK_MAILS = { max: 3, seconds: 24 * 60 * 60 }

/**
 * The order of a buyer's own link: the confirmation to keep, and what the buyer can still do alone.
 * @throws AppError `link_unknown`
 */
export async function manageOrder(deps: Pick<Deps, 'db' | 'config' | 'clock'>, token: string) {
  const { state } = await readState(deps.db, orderIdOf(token))
  if (!state) throw linkUnknown()
  await requireOwner(deps, token, state)
  return toManagedOrder(deps, state, deps.clock.now())
}

export type ManagedOrder = Awaited<ReturnType<typeof manageOrder>>

export const linkUnknown = () => new AppError('link_unknown')

/**
 * Requires that a token opens an order.
 * @throws AppError `link_unknown`, also for an order that was never paid, a sample, and a link that was ended
 */
export async function requireOwner(
  { config }: Pick<Deps, 'config'>,
  token: string,
  { order }: StoredOrder,
): Promise<void> {
  const { paymentStatus, isSample } = order
  const wasPaid = paymentStatus === 'paid' || paymentStatus === 'refunded'
  if (!wasPaid || isSample || !(await isTokenOf(config, token, order))) throw linkUnknown()
}

/** True while the bank lets the payment be refunded in full. */
export function isRefundable({ disputes }: Pick<StoredOrder, 'disputes'>): boolean {
  return refundLimit(disputes) !== 'none'
}

/** An order's form in one short text: it differs once something that the form shows was changed. */
export async function fingerprintOf(order: OrderRow): Promise<string> {
  const { recipientName, recipientPhone, apologyNote, deliveryAddress, deliveryUnit } = order
  const { deliveryCity, deliveryState, deliveryZip, deliveryInstructions, substitutionPreference } = order
  const place = [deliveryAddress, deliveryUnit, deliveryCity, deliveryState, deliveryZip]
  return sha256(
    JSON.stringify([
      recipientName,
      recipientPhone,
      apologyNote,
      deliveryInstructions,
      substitutionPreference,
      ...place,
    ]),
  )
}

/** True if the buyer may change an order here: some weeks later its link does not show any more what there is to change. */
export function mayBeChanged(found: StoredOrder, now: Date): boolean {
  return mayHappen(found, 'changed_by_buyer') && showsPersonalData(found.order.promisedBy, now)
}

/** The refusal of a write once a florist has accepted the order, or it is over. */
export function notChangeable(state: OrderAndShopState): AppError {
  const { tracking } = fulfilmentOf(state)
  if (tracking === 'cancelled' || tracking === 'refunded') {
    return new AppError('order_not_changeable', { message: 'This order was cancelled. Nothing was changed.' })
  }
  return new AppError('order_not_changeable')
}

/** An order as its buyer’s link shows it. */
export async function toManagedOrder({ config }: Pick<Deps, 'config'>, found: StoredOrder, now: Date) {
  const { order, item, refunds } = found
  if (!item) throw linkUnknown()
  const choice = found.choices.find(({ closedAt }) => closedAt === null)
  const question = found.substitutions.find(({ closedAt }) => closedAt === null)
  const mayChange = mayBeChanged(found, now)
  return {
    reference: order.orderReference,
    headline: situationOf(found, now).buyer({
      firstName: firstName(order.customerName),
      city: order.deliveryCity,
      bouquet: item.title,
    }),
    /** The progress of the order. */
    stage: fulfilmentOf(orderAndShop(found)).tracking,
    mayChange,
    mayCancel: mayChange && isRefundable(found),
    /** The amount that cancelling gives back. */
    refundableCents: refundableCents(order, refunds),
    refund: refundSummary(order, requestedCentsOf(refunds)),
    /** Where the buyer chooses what becomes of a promise in danger; null while there is nothing to choose. */
    choiceUrl: choice ? await questionLink(config, order, 'choice', choice) : null,
    /** Where the buyer says yes or no to other flowers; null while nobody asks. */
    questionUrl: question ? await questionLink(config, order, 'substitution', question) : null,
    bouquet: item.title,
    imageUrl: item.imageUrl,
    deliveryOption: order.deliveryOption,
    promisedBy: order.promisedBy,
    timeZone: order.timeZone,
    paidAt: order.paidAt,
    version: order.version,
    trackingToken: order.trackingToken,
    deliveryCity: order.deliveryCity,
    deliveryState: order.deliveryState,
    /** Who orders for whom, where to, and the card; null some weeks after the delivery, and once the recipient wants no flowers. */
    personal: showsPersonalData(order.promisedBy, now) && !wasBlocked(found) ? personalOf(order) : null,
    fingerprint: await fingerprintOf(order),
    subtotalCents: order.subtotalCents,
    deliveryFeeCents: order.deliveryFeeCents,
    taxCents: order.taxCents,
    discountCents: order.discountCents,
    totalCents: order.totalCents,
  }
}

function personalOf(order: OrderRow) {
  return {
    customerName: order.customerName,
    customerEmail: order.customerEmail,
    recipientName: order.recipientName,
    recipientPhone: order.recipientPhone,
    deliveryAddress: order.deliveryAddress,
    deliveryUnit: order.deliveryUnit,
    deliveryCity: order.deliveryCity,
    deliveryState: order.deliveryState,
    deliveryZip: order.deliveryZip,
    deliveryInstructions: order.deliveryInstructions,
    apologyNote: order.apologyNote,
    substitutionPreference: order.substitutionPreference,
  }
}

/**
 * Sends the links of a paid order to its buyer, if there is one with this reference and email. Whether there is shows neither
 * in the answer nor in its time: the same statements run for every request.
 */
export async function findOrder(deps: Deps, { reference, email }: FindOrderRequest): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  const mails = await counterOf('order-links', mailboxOf(email), now, LINK_MAILS)
  const wanted = { reference: readReference(reference) ?? '', email, request: crypto.randomUUID() }
  await enqueueLinks(db, wanted, mails, now.toISOString())
  deps.waitUntil(sendDue(deps))
}
