import { type BlockHashes, hashesOf, isRefusedBy } from '#api/blocks/keys.ts'
import { type BlockRow, blocksAt } from '#api/blocks/queries.ts'
import { throwIfBlocked } from '#api/blocks/refuse.ts'
import type { Deps } from '#api/deps.ts'
import { AppError, type ErrorCode } from '#api/errors.ts'
import { applyToOrder } from '#api/orders/apply.ts'
import { hadNoPlace, isOvertaken, statementsOf } from '#api/orders/decision-queries.ts'
import { readState, type StoredOrder } from '#api/orders/state-queries.ts'
import { addOrderEvent } from '#api/platform/audit/order-events.ts'
import { isUniqueViolation } from '#api/platform/database/constraint.ts'
import { Overtaken, retryOvertaken } from '#api/platform/database/retry.ts'
import { sha256 } from '#api/platform/hash.ts'
import { giveConsent } from '#api/platform/outbox/text-stops.ts'
import { PaymentsError } from '#api/platform/payments/payments.ts'
import { type Counter, counterOf } from '#api/platform/rate-counters.ts'
import { type Standing, selectStanding } from '#api/prepared-checkouts/queries.ts'
import { endOrder } from '#api/stop/block-orders.ts'
import { closedReason } from '#domain/availability.ts'
import type { ConsentWording } from '#domain/consents.ts'
import { countsFromPayment } from '#domain/delivery.ts'
import { decide } from '#domain/order/decide.ts'
import { changedTerms } from '#domain/order-terms.ts'
import { textNumber } from '#domain/phone.ts'
import { stateProblem } from '#domain/postal-address.ts'
import { isEnded } from '#domain/prepared-checkout.ts'
import { MIN_CHARGE_CENTS } from '#domain/pricing.ts'
import type { ItemRow, OrderRow } from '#drizzle/schema/orders.ts'
import {
  type Client,
  type PlaceRequest,
  placeFor,
  refuseTooManyPlaces,
  reserveForChange,
  takePlaceFor,
} from './capacity-place.ts'
import { refuseIfOver } from './end-attempt.ts'
import { newOrder } from './new-order.ts'
import { insertOrder, type PreviousAttempt, readPlacement, stopIfClosed } from './queries.ts'
import type { CreateCheckoutSessionRequest } from './schema.ts'
import { confirmationUrl, createCheckoutSession, endPrevious, previousState } from './session.ts'
import { newSession } from './session-params.ts'

/** For the database calls after the provider's answer, or after its time is over. */
export const RESERVED_MS = 2_000

/**
 * Places an order and creates its checkout session: three round trips to the database, and the provider's answer before the
 * last one. One attempt key is one order at a time: sent again unchanged it gets the same session while that can be paid. Sent
 * again with other content, after its buyer was shown another price or time, or once its order was closed, it ends the old
 * session and places a new order.
 * @param client who is counted for the limits, beside the mailbox and the phone of the form
 * @returns the session's id and where to pay
 * @throws AppError `product_not_found`, `zip_not_served`, `invalid` (another state than the ZIP’s, or a field that the
 *   provider refuses), `option_closed` (also when it is sold out), `below_minimum`, `terms_changed` when they differ from
 *   what was shown, `not_deliverable`, `too_many_places`, `already_paid`, `payments_unavailable`, `rate_limited`, `attempt_busy` when other content
 *   of the same attempt was faster, `checkout_over` when it is a prepared checkout that was canceled
 */
export async function placeOrder(
  deps: Deps,
  sent: CreateCheckoutSessionRequest,
  client: Client,
): Promise<{ sessionId: string; url: string }> {
  const { clock, config } = deps
  const began = clock.now()
  const deadline = began.getTime() + config.timeLimits.writeMs - RESERVED_MS
  const request = { ...sent, customerInfo: deliverTo(sent) }
  const fingerprint = fingerprintOf(request)
  const limit = config.limits.placement
  let counter: Counter | null = counterOf('placement', client.address, began, limit)
  let replaceable: string | null | undefined
  const hashes = await hashesOf(config, request.customerInfo)
  const attempt = async () => {
    const { attemptKey, productId, customerInfo } = request
    const now = deps.clock.now()
    const asked = { attemptKey, productId, zip: customerInfo.zip, hashes }
    const read = await readPlacement(deps.db, asked, now, counter)
    if (!read.isAllowed) throw new AppError('rate_limited', { retryAfterSeconds: limit.seconds })
    counter = null
    const { previous, prepared, product, market, places } = read
    await refuseIfOver(deps, attemptKey, prepared, previous)
    if (replaceable === undefined) replaceable = previous?.order.id ?? null
    if (previous && previous.attempt.fingerprint === fingerprint) {
      const session = await continuePrevious(deps, request, previous, deadline)
      if (session) return session
    }
    if (!product) throw new AppError('product_not_found')
    if (!market) throw refused('zip_not_served', 'customerInfo.zip')
    const conflict = stateProblem(customerInfo.state, customerInfo.zip)
    if (conflict) throw refused('invalid', 'customerInfo.state', conflict)
    const reason = closedReason(request.deliveryDetails.option, deps.clock.now(), market.schedule)
    if (reason !== null) {
      const issues = [{ path: 'deliveryDetails.option', message: reason }]
      throw new AppError('option_closed', { message: reason, issues })
    }
    throwIfBlocked(deps, read.blocks, hashes)

    // An order placed with other content since this one started is newer: it stays.
    const isSame = previous?.order.id === replaceable || previous?.attempt.fingerprint === fingerprint
    if (previous && !isSame) throw new AppError('attempt_busy')
    const { order, item } = await newOrder(deps, request, product, market, prepared?.platformId ?? null)
    if (order.totalCents < MIN_CHARGE_CENTS) throw refused('below_minimum', 'deliveryDetails.option')
    const changes = changesOf(deps, request.shown, order)
    if (changes.length > 0) {
      throw new AppError('terms_changed', { message: `${changes.join(' ')} Nothing was charged.` })
    }
    const place = placeFor(deps, order, places, previous, client)
    // Sold out since it was read: the next try reads again and gives the reason.
    if (previous && !(await reserveForChange(deps, previous, order, place))) throw new Overtaken()
    if (previous) await endPrevious(deps, previous)
    const consent = deps.texts && textNumber(order.customerPhone) ? customerInfo.textsAgreed : null
    const placed = await storeOrder(
      deps,
      attemptKey,
      fingerprint,
      { order, item, place, consent, hashes },
      previous,
    )
    const session = await openOrGiveUp(deps, placed, place !== null, deadline)
    // The market stopped taking orders or the order was closed meanwhile. The next try reads it again and gives the reason.
    if (!session) throw new Overtaken()
    return session
  }
  return retryOvertaken(attempt, mayBeTriedAgain, () => new AppError('attempt_busy'))
}

/**
 * True if the next try finds out what is the matter: another request placed this attempt meanwhile (a double click), the
 * order reference exists, or somebody else took the last place.
 * @throws AppError `too_many_places`
 */
function mayBeTriedAgain(error: unknown): boolean {
  refuseTooManyPlaces(error)
  return (
    isUniqueViolation(error, 'checkout_attempts.') ||
    isUniqueViolation(error, 'order_reference') ||
    hadNoPlace(error) ||
    isOvertaken(error)
  )
}

/**
 * The session of an unchanged form; null when its order can no longer be paid, or is not what its buyer was shown this time:
 * then a new one is needed.
 */
async function continuePrevious(
  deps: Deps,
  { shown }: CreateCheckoutSessionRequest,
  previous: PreviousAttempt,
  deadline: number,
) {
  const { order, session, hold } = previous
  const state = await previousState(deps, previous)
  if (state === 'payable') {
    const isAsShown = changesOf(deps, shown, order).length === 0
    return isAsShown ? openOrGiveUp(deps, previous.state, hold !== null, deadline) : null
  }
  if (state === 'over') return null
  const sessionId = session.sessionId ?? ''
  return { sessionId, url: confirmationUrl(deps, sessionId) }
}

/** Lists, in sentences, where an order differs from what its buyer was shown. */
function changesOf(
  { clock }: Pick<Deps, 'clock'>,
  shown: CreateCheckoutSessionRequest['shown'],
  { deliveryOption: option, totalCents, createdAt, timeZone: zone }: OrderRow,
): string[] {
  if (!shown) return []
  const now = countsFromPayment(option) ? clock.now() : new Date(createdAt)
  return changedTerms(shown, { option, totalCents, now, zone })
}

/** The form's texts with the address of the delivery. */
function deliverTo({ customerInfo, deliveryDetails }: CreateCheckoutSessionRequest) {
  const own = customerInfo
  const { address = own.address, city = own.city, state = own.state, zip = own.zip } = deliveryDetails
  return { ...own, address, city, state, zip }
}

/**
 * Opens the session of an order. Where it holds one of a limited number of places and the session cannot be opened, the order
 * is closed at once: nobody can pay for it, and the form becomes another order when it is sent again.
 */
async function openOrGiveUp(
  deps: Deps,
  placed: StoredOrder,
  holdsPlace: boolean,
  deadline: number,
): Promise<{ sessionId: string; url: string } | null> {
  const close = () =>
    applyToOrder(deps, placed.order.id, { type: 'close_unpaid', why: 'not_opened' }, { actor: 'system' })
  try {
    const session = await createCheckoutSession(deps, placed, deadline)
    // Stopped before it was opened, it never will be.
    if (!session) await close()
    return session
  } catch (error) {
    const isUnopened =
      error instanceof PaymentsError || (error instanceof AppError && error.code !== 'attempt_busy')
    if (holdsPlace && isUnopened) await close()
    throw error
  }
}

/** An error for a form field; its message is the code's own unless another is given. */
function refused(code: ErrorCode, path: string, message: string = new AppError(code).message): AppError {
  return new AppError(code, { issues: [{ path, message }] })
}

/** Hash of what a form asks for, without date and fee, which the server computes. */
function fingerprintOf(request: CreateCheckoutSessionRequest): string {
  const { productId, customerInfo, deliveryDetails } = request
  const fields = Object.entries(customerInfo).sort(([a], [b]) => (a < b ? -1 : 1))
  return sha256(JSON.stringify([productId, deliveryDetails.option, fields]))
}

/**
 * Stores order, item, event, attempt and the first session's parameters in one batch. If the market has stopped taking orders
 * meanwhile, the session is stopped. An order that a block refuses, or whose prepared checkout is over by now, is ended at once.
 * @param replaces what this attempt placed before with other content; its order is cancelled in the same batch
 * @returns the order as it is stored; the provider has not been asked for its session yet
 * @throws UNIQUE violation when another request stored this attempt first or changed its session, or the reference exists;
 *   NOT NULL violation when there is no place left, or the client holds too many
 */
export async function storeOrder(
  deps: Deps,
  attemptKey: string,
  fingerprint: string,
  {
    order,
    item,
    place,
    consent,
    hashes,
  }: {
    order: OrderRow
    item: ItemRow
    place: PlaceRequest | null
    consent: ConsentWording | null
    hashes: readonly BlockHashes[]
  },
  replaces: PreviousAttempt | null,
): Promise<StoredOrder> {
  const { db, clock, config } = deps
  const now = clock.now()
  const at = now.toISOString()
  const session = newSession(order, item, 1, config, now)
  const attempt = { key: attemptKey, orderId: order.id, fingerprint, createdAt: at, updatedAt: at }
  const { state, found } = await readState(db, order.id, [
    ...insertOrder(db, { order, item, session, attempt }, replaces),
    addOrderEvent(
      db,
      order.id,
      {
        kind: 'placed',
        actor: 'shopper',
        data: { totalCents: order.totalCents, option: order.deliveryOption, sku: item.sku },
      },
      at,
    ),
    ...(consent
      ? [giveConsent(db, { orderId: order.id, phone: order.customerPhone, wording: consent }, at)]
      : []),
    // After the attempt: a second press of one form is the same order, and not one more hold.
    ...takePlaceFor(deps, order, place),
    ...(replaces ? replaceStatements(deps, replaces, at) : []),
    ...stopIfClosed(db, order.id, at),
    // Who cancels the checkout from now on finds the order.
    ...(order.agentPlatformId === null ? [] : [selectStanding(db, attemptKey)]),
    // Blocks from before the order; whoever makes one from now on finds it.
    blocksAt(db, hashes),
  ])
  if (!state) throw new AppError('attempt_busy')
  if (order.agentPlatformId !== null) {
    const [prepared] = found.at(-2) as Standing[]
    if (prepared && isEnded(prepared, now)) {
      await applyToOrder(deps, order.id, { type: 'close_unpaid', why: 'checkout_over' }, { actor: 'system' })
      throw new AppError('checkout_over')
    }
  }
  const blocks = found.at(-1) as BlockRow[]
  if (blocks.some((block) => isRefusedBy(block, hashes))) {
    await endOrder(deps, order)
    throwIfBlocked(deps, blocks, hashes)
  }
  return state
}

/** Statements: the order of a changed form will never be paid. One that is paid stays as it is. */
function replaceStatements({ db }: Pick<Deps, 'db'>, { state: before }: PreviousAttempt, at: string) {
  const by = { actor: 'shopper' } as const
  const { patches } = decide(before, { type: 'close_unpaid', why: 'replaced' }, at, by)
  return statementsOf(patches, { db, before, at })
}
