import type { Db, Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import {
  closeWithoutFlorist,
  isMarketUnchanged,
  isNotLastFlorist,
  marketWithChanges,
  stopSessionsIfClosed,
  waitingInMarket,
} from '#api/markets/queries.ts'
import { requireConfirmation } from '#api/markets/service.ts'
import { isOvertaken } from '#api/orders/decision-queries.ts'
import { endStoppedSessions } from '#api/orders/reconcile.ts'
import {
  createRecord,
  deleteRecord,
  requireVersion,
  updateRecord,
} from '#api/platform/audit/versioned-record.ts'
import { allOf } from '#api/platform/database/condition.ts'
import { isForeignKeyViolation } from '#api/platform/database/constraint.ts'
import { retryOvertaken } from '#api/platform/database/retry.ts'
import { purgeCatalogueCache } from '#api/platform/edge-cache.ts'
import { logFailure } from '#api/platform/failure.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { noOrdersReason, type WithoutFlorist, withoutFlorist } from '#domain/market-orders.ts'
import { linkChanges } from './links-on-change.ts'
import {
  hasOrders,
  readForShop,
  replaceCapacityDates,
  type ShopFields,
  type ShopRecord,
  shopRecord,
} from './queries.ts'
import type { ShopForm, ShopUpdate } from './schema.ts'

/**
 * Adds a florist shop. A market that was closed for want of a florist opens with it.
 * @returns its id, and who waits for the ZIP codes of a market that it opens
 * @throws AppError `invalid` when there is no such market or state
 */
export async function createShop(deps: Deps, actorId: string, form: ShopForm) {
  const { db, clock } = deps
  const { market } = await readShopAndPlace(db, '', form)
  const id = crypto.randomUUID()
  const at = clock.now().toISOString()
  await createRecord(db, shopRecord, {
    id,
    name: form.name,
    values: form,
    actorId,
    at,
    statements: replaceCapacityDates(db, id, form.capacityDates),
  }).catch(refuseDeletedMarket)
  // The first page names the florists.
  purgeCatalogueCache(deps)
  return { id, waiting: form.active ? await waitingAfterOpening(db, market) : [] }
}

/**
 * Changes a florist shop; a field that is not given stays. The links of its florists follow it, and its markets open and close
 * with it.
 * @returns its version now, and who waits for the ZIP codes of a market that it opens
 * @throws AppError `shop_not_found`; `edit_conflict` when it is not at the version that the form was made from any
 * more; `invalid` when there is no such market or state; `market_without_florist` or `market_would_close` when it is the last
 * florist of a market that takes orders and that was not confirmed
 */
export async function updateShop(
  deps: Deps,
  actorId: string,
  id: string,
  { version, withoutFlorist: confirmed, ...form }: ShopUpdate,
) {
  const { db, clock } = deps
  return retryOvertaken(async () => {
    const { before: found, market, names } = await readShopAndPlace(db, id, form)
    if (!found) throw new AppError('shop_not_found')
    const { shop: before, home } = found
    await requireVersion(db, shopRecord, before, version)
    const { capacityDates } = form
    const now = clock.now()
    const at = now.toISOString()
    const after = { ...before, ...form }
    const moves = after.marketId !== before.marketId
    const leaving =
      before.active && (moves || !after.active)
        ? await leavingFlorist(deps, actorId, before, home, confirmed, at)
        : null
    const links = await linkChanges(deps, actorId, before, after, now)
    const changed = await updateRecord(db, shopRecord, {
      before,
      changes: { ...form, ...names },
      actorId,
      at,
      // Overtaken without it: the shop was given an order, a florist link ended, or its market changed, since they were read.
      condition: allOf(links?.condition, leaving?.condition),
      statements: [
        ...(links?.statements ?? []),
        ...(capacityDates ? replaceCapacityDates(db, id, capacityDates) : []),
        ...(leaving?.statements ?? []),
      ],
    }).catch(refuseDeletedMarket)
    if (!changed) return { version, waiting: [] }
    // The storefront names its florists, and shows the photographs of those that agreed.
    purgeCatalogueCache(deps)
    if (links?.notified) deps.waitUntil(sendDue(deps))
    leaving?.afterwards()
    const joins = after.active && (moves || !before.active)
    return { version: version + 1, waiting: joins ? await waitingAfterOpening(db, market) : [] }
  }, isOvertaken)
}

/**
 * Deletes a shop that never had an order; one that had is deactivated instead.
 * @param confirmed what the market does without it
 * @throws AppError `shop_has_orders`, also when that cannot be found out; `shop_not_found`; `edit_conflict` when it was
 * changed at the same moment; `market_without_florist` or `market_would_close` as {@link updateShop}
 */
export async function deleteShop(
  deps: Deps,
  actorId: string,
  id: string,
  confirmed: WithoutFlorist | undefined,
): Promise<void> {
  const { db, clock } = deps
  return retryOvertaken(
    async () => {
      if (await mayHaveOrders(deps, id)) throw new AppError('shop_has_orders')
      const { before: found } = await readForShop(db, id)
      if (!found) throw new AppError('shop_not_found')
      const { shop: before, home } = found
      const at = clock.now().toISOString()
      const leaving = before.active ? await leavingFlorist(deps, actorId, before, home, confirmed, at) : null
      const { condition, statements } = leaving ?? {}
      await deleteRecord(db, shopRecord, { before, name: before.name, actorId, at, condition, statements })
      purgeCatalogueCache(deps)
      return leaving?.afterwards()
      // Also overtaken when it was given an order since it was read.
    },
    (error) => isOvertaken(error) || isForeignKeyViolation(error),
  )
}

type Home = NonNullable<Awaited<ReturnType<typeof readForShop>>['market']>

/**
 * The effect on its market of a shop that is deactivated, moved or deleted: one that loses its last florist may close.
 * @returns a condition of the write, which holds while the market is as it was read, and statements for its batch
 * @throws AppError `market_without_florist` or `market_would_close` when it is the last florist and that was not confirmed
 */
async function leavingFlorist(
  deps: Deps,
  actorId: string,
  shop: ShopRecord,
  home: Home,
  confirmed: WithoutFlorist | undefined,
  at: string,
) {
  const { db } = deps
  const then = home.hasFlorist ? null : withoutFlorist(home)
  const stops = stopSessionsIfClosed(db, home.id, actorId, at)
  const nothing = () => undefined
  if (then === null) return { condition: isNotLastFlorist(shop), statements: stops, afterwards: nothing }
  requireConfirmation(home.name, then, confirmed, shop.name)
  // With its lists, which its history compares.
  const toClose =
    confirmed === 'closes' && then === 'takes_orders' ? await marketWithChanges(db, home.id) : null
  return {
    condition: isMarketUnchanged(home),
    statements: [...(toClose ? closeWithoutFlorist(db, toClose, actorId, at) : []), ...stops],
    afterwards: () => {
      if (confirmed === 'closes') deps.waitUntil(endStoppedSessions(deps))
    },
  }
}

/** Who waits for the ZIP codes of a market that opens because a florist has joined it. @param market without that florist */
async function waitingAfterOpening(db: Db, market: Home) {
  const opens = noOrdersReason(market) !== null && noOrdersReason({ ...market, hasFlorist: true }) === null
  return opens ? await waitingInMarket(db, market.id) : []
}

async function mayHaveOrders(deps: Deps, id: string): Promise<boolean> {
  try {
    return await hasOrders(deps.db, id)
  } catch (error) {
    logFailure(deps, 'shop_order_check_failed', error)
    return true
  }
}

/**
 * The shop that a save is about, the market that it is to have, and the names of that and of the state.
 * @param id empty for a new shop
 * @throws AppError `invalid` when there is no such market or state
 */
async function readShopAndPlace(db: Db, id: string, form: Pick<ShopFields, 'marketId' | 'stateId'>) {
  const { before, market, state } = await readForShop(db, id, form)
  if (!market) throw marketGone()
  if (!state) throw new AppError('invalid', { issues: [{ path: 'stateId', message: 'State is required' }] })
  return { before, market, names: { marketName: market.name, stateCode: state.code } }
}

/** States are never deleted, so a foreign key that fails is the market's. */
function refuseDeletedMarket(error: unknown): never {
  throw isForeignKeyViolation(error) ? marketGone() : error
}

function marketGone(): AppError {
  const message = 'This market no longer exists. Please choose another one.'
  return new AppError('invalid', { issues: [{ path: 'marketId', message }] })
}
