import { type BlockHashes, hashesOf, isRefusedBy, knownOf } from '#api/blocks/keys.ts'
import {
  addPlace,
  addWish,
  blocksTriedAgain,
  liftBlock,
  noteFlagged,
  openOrdersIn,
} from '#api/blocks/queries.ts'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { type Applied, applyToOrder } from '#api/orders/apply.ts'
import { expireSession } from '#api/orders/settle.ts'
import { readState, type StoredOrder } from '#api/orders/state-queries.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { finishNewRefunds } from '#api/refunds/finish.ts'
import type { BlockKind, StopWish } from '#domain/blocks.ts'
import type { PlaceRequest } from './admin-schema.ts'

const DAY_MS = 24 * 60 * 60_000
/** An order that was promised so long ago is not delivered any more. */
const OPEN_MS = 14 * DAY_MS
/** The flag is raised with so many attempts more. */
const ATTEMPTS_A_FLAG = 3
const FLAGGED_AT_ONCE = 20

/**
 * Keeps the wish of whoever has the card of an order, and ends every open order that it is about: those that are paid are refunded. A
 * second time changes nothing.
 * @throws AppError `order_not_found`
 */
export async function blockByCard(deps: Deps, orderId: string, kind: StopWish): Promise<void> {
  const { db, clock, config } = deps
  const { state } = await readState(db, orderId)
  if (!state) throw new AppError('order_not_found')
  const now = clock.now()
  const [hashes] = await hashesOf(config, knownOf(state.order))
  await addWish(db, { orderId, kind, hashes }, now.toISOString())
  await endOpenOrders(deps, { ...hashes, kind }, state.order.deliveryState)
}

/** Refuses orders to an address to which nothing can be delivered, and ends those that are open. */
export async function refusePlace(
  deps: Deps,
  userId: string,
  { note, ...place }: PlaceRequest,
): Promise<void> {
  const { db, clock, config } = deps
  const [hashes] = await hashesOf(config, { ...place, recipientName: null, email: '', phone: '' })
  await addPlace(db, { hashes, note, createdBy: userId }, clock.now().toISOString())
  await endOpenOrders(deps, { ...hashes, kind: 'place' }, place.state)
}

/** Ends the open orders that a new block refuses: a ZIP may be another one for the same house, a state is not. */
async function endOpenOrders(
  deps: Deps,
  block: BlockHashes & { kind: BlockKind },
  state: string,
): Promise<void> {
  const { db, clock, config } = deps
  const since = new Date(clock.now().getTime() - OPEN_MS).toISOString()
  for (const order of await openOrdersIn(db, state, since)) {
    if (isRefusedBy(block, await hashesOf(config, knownOf(order)))) await endOrder(deps, order)
  }
}

/** Ends an order that a block refuses. One that is paid is refunded, the session of another can be paid no more. */
export async function endOrder(deps: Deps, { id }: Pick<StoredOrder['order'], 'id'>): Promise<void> {
  const command = { type: 'block', refundId: crypto.randomUUID(), refundKey: `blocked:${id}` } as const
  const applied = await applyToOrder(deps, id, command, { actor: 'system' })
  if (applied.changed) deps.waitUntil(finish(deps, applied))
}

async function finish(deps: Deps, applied: Applied): Promise<void> {
  await sendDue(deps)
  await finishNewRefunds(deps, applied, 'system')
  const { paymentStatus, checkoutSessionId } = applied.before.order
  // Should it be paid meanwhile, that is a payment after a cancellation.
  if (paymentStatus === 'pending' && checkoutSessionId !== null) await expireSession(deps, checkoutSessionId)
}

/**
 * Lifts a block: orders are taken again. Lifted before, it stays as it is.
 * @throws AppError `not_found`
 */
export async function lift({ db, clock }: Deps, userId: string, id: string, reason: string): Promise<void> {
  const isThere = await liftBlock(db, id, { userId, reason }, clock.now().toISOString())
  if (!isThere) throw new AppError('not_found', { message: 'There is no such block.' })
}

/** Says at the orders by whose cards blocks were made how many orders those have refused, with every third. */
export async function flagRepeatedAttempts(deps: Deps): Promise<void> {
  const { db } = deps
  for (const { id, orderId, attempts } of await blocksTriedAgain(db, ATTEMPTS_A_FLAG, FLAGGED_AT_ONCE)) {
    await applyToOrder(deps, orderId, { type: 'note_blocked_attempts', attempts }, { actor: 'system' })
    await noteFlagged(db, id, attempts)
  }
}
