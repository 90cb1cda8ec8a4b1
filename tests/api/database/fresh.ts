import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import {
  invitations,
  rateCounters,
  recoveryCodes,
  savedViews,
  securityEvents,
  sessions,
  signInChallenges,
  users,
} from '#drizzle/schema/accounts.ts'
import { products } from '#drizzle/schema/catalogue.ts'
import {
  checkoutAttempts,
  checkoutSessions,
  disputes,
  jobCursors,
  orderHolds,
  providerEvents,
  refunds,
} from '#drizzle/schema/checkout.ts'
import { deliveryAttempts } from '#drizzle/schema/delivery-attempts.ts'
import {
  marketClosedDates,
  markets,
  marketZipcodes,
  shopCapacityDates,
  shops,
  states,
} from '#drizzle/schema/markets.ts'
import { changeRecords, mailSuppressions, outbox, waitlist } from '#drizzle/schema/messages.ts'
import { orderChoices } from '#drizzle/schema/order-choices.ts'
import { orderSubstitutions } from '#drizzle/schema/order-substitutions.ts'
import { deliveryOptions, orderEvents, orderFlags, orderItems, orders } from '#drizzle/schema/orders.ts'
import { objectsToDelete, orderPhotos } from '#drizzle/schema/photos.ts'
import { problems } from '#drizzle/schema/problems.ts'
import { floristLinks, shareCorrections, shopOrderContacts, shopOrders } from '#drizzle/schema/shop-orders.ts'
import * as accounts from '#tests/support/account-rows.ts'
import * as messages from '#tests/support/message-rows.ts'
import { next } from '#tests/support/row-kit.ts'
import * as rows from '#tests/support/rows.ts'
import type { Values } from './rules/rule.ts'
import { type StoredRow, stored } from './stored.ts'

/** A new, valid row of a table that points, wherever it can, at rows of its own. @throws on an unknown table */
export function fresh(table: SQLiteTable): { parents: StoredRow[]; row: StoredRow } {
  const family = FAMILIES.get(table)?.()
  const row = family?.at(-1)
  if (!family || !row) throw new Error('A table without rows to try it with: add it to fresh.ts')
  return { parents: family.slice(0, -1), row }
}

const alone = <T extends SQLiteTable>(table: T, make: () => T['$inferInsert']) => [stored(table, make())]

function aUser() {
  const user = accounts.user()
  return { id: user.id, family: [stored(users, user)] }
}

/** An option that the domain does not know. */
function anOption() {
  const id = next('option')
  return { id, row: { table: deliveryOptions, values: { id } } }
}

const withValues = ({ table, values }: StoredRow, more: Values): StoredRow => ({
  table,
  values: { ...values, ...more },
})

function anOrder() {
  const state = rows.state()
  const market = rows.market()
  const user = aUser()
  const option = anOption()
  const order = rows.order({ deliveryState: state.code, marketId: market.id, userId: user.id })
  const row = withValues(stored(orders, order), { deliveryOption: option.id })
  const family = [stored(states, state), stored(markets, market), option.row, ...user.family, row]
  return { id: order.id, family }
}

function aShop() {
  const state = rows.state()
  const market = rows.market()
  const shop = rows.shop({ stateId: state.id, marketId: market.id })
  return { id: shop.id, family: [stored(states, state), stored(markets, market), stored(shops, shop)] }
}

function aShopOrder() {
  const [order, shop, sets, pays] = [anOrder(), aShop(), aUser(), aUser()]
  const row = rows.shopOrder({
    orderId: order.id,
    shopId: shop.id,
    statusUpdatedBy: sets.id,
    paymentUpdatedBy: pays.id,
  })
  const parents = [order, shop, sets, pays].flatMap(({ family }) => family)
  return { id: row.id, orderId: order.id, family: [...parents, stored(shopOrders, row)] }
}

const FAMILIES = new Map<SQLiteTable, () => StoredRow[]>([
  [users, () => aUser().family],
  [sessions, () => ofUser((userId) => stored(sessions, accounts.session({ userId })))],
  [
    invitations,
    () => {
      const inviter = aUser()
      const row = (userId: string) =>
        stored(invitations, accounts.invitation({ userId, invitedBy: inviter.id }))
      return [...inviter.family, ...ofUser(row)]
    },
  ],
  [
    signInChallenges,
    () => ofUser((userId) => stored(signInChallenges, accounts.signInChallenge({ userId }))),
  ],
  [savedViews, () => ofUser((userId) => stored(savedViews, accounts.savedView({ userId })))],
  [securityEvents, () => ofUser((userId) => stored(securityEvents, accounts.securityEvent({ userId })))],
  [recoveryCodes, () => ofUser((userId) => stored(recoveryCodes, accounts.recoveryCode({ userId })))],
  [rateCounters, () => alone(rateCounters, accounts.rateCounter)],
  [products, () => alone(products, rows.product)],
  [states, () => alone(states, rows.state)],
  [markets, () => alone(markets, rows.market)],
  [
    marketClosedDates,
    () => ofMarket((marketId) => stored(marketClosedDates, rows.marketClosedDate({ marketId }))),
  ],
  [marketZipcodes, () => ofMarket((marketId) => stored(marketZipcodes, rows.marketZipcode({ marketId })))],
  [shops, () => aShop().family],
  [
    shopCapacityDates,
    () => {
      const { id, family } = aShop()
      return [...family, stored(shopCapacityDates, rows.shopCapacityDate({ shopId: id }))]
    },
  ],
  [deliveryOptions, () => [anOption().row]],
  [
    orderHolds,
    () => {
      const market = rows.market()
      const option = anOption()
      const row = (orderId: string) =>
        withValues(stored(orderHolds, rows.orderHold({ orderId, reservedMarketId: market.id })), {
          reservedOption: option.id,
        })
      return [stored(markets, market), option.row, ...ofOrder(row)]
    },
  ],
  [orders, () => anOrder().family],
  [
    orderItems,
    () => {
      const product = rows.product()
      const row = (orderId: string) => stored(orderItems, rows.orderItem({ orderId, productId: product.id }))
      return [stored(products, product), ...ofOrder(row)]
    },
  ],
  [orderFlags, () => ofOrder((orderId) => stored(orderFlags, rows.orderFlag({ orderId })))],
  [orderEvents, () => alone(orderEvents, rows.orderEvent)],
  [orderChoices, () => ofOrder((orderId) => stored(orderChoices, rows.orderChoice({ orderId })))],
  [
    orderSubstitutions,
    () => {
      // Of two orders, so that either can be deleted alone.
      const [{ id, family }, order] = [aShopOrder(), anOrder()]
      const row = rows.orderSubstitution({ orderId: order.id, shopOrderId: id })
      return [...family, ...order.family, stored(orderSubstitutions, row)]
    },
  ],
  [checkoutAttempts, () => ofOrder((orderId) => stored(checkoutAttempts, rows.checkoutAttempt({ orderId })))],
  [checkoutSessions, () => ofOrder((orderId) => stored(checkoutSessions, rows.checkoutSession({ orderId })))],
  [refunds, () => ofOrder((orderId) => stored(refunds, rows.refund({ orderId })))],
  [disputes, () => ofOrder((orderId) => stored(disputes, rows.dispute({ orderId })))],
  [jobCursors, () => alone(jobCursors, messages.jobCursor)],
  [providerEvents, () => alone(providerEvents, messages.providerEvent)],
  [shopOrders, () => aShopOrder().family],
  [
    shopOrderContacts,
    () => {
      const [user, { id, family }] = [aUser(), aShopOrder()]
      const row = rows.shopOrderContact({ shopOrderId: id, userId: user.id })
      return [...user.family, ...family, stored(shopOrderContacts, row)]
    },
  ],
  [
    shareCorrections,
    () => {
      const [user, { id, orderId, family }] = [aUser(), aShopOrder()]
      const refund = rows.refund({ orderId })
      const row = rows.shareCorrection({ shopOrderId: id, refundId: refund.id, createdBy: user.id })
      return [...user.family, ...family, stored(refunds, refund), stored(shareCorrections, row)]
    },
  ],
  [
    floristLinks,
    () => {
      const { id, family } = aShopOrder()
      return [...family, stored(floristLinks, rows.floristLink({ shopOrderId: id }))]
    },
  ],
  [
    orderPhotos,
    () => {
      const { id, family } = aShopOrder()
      return [...family, stored(orderPhotos, rows.orderPhoto({ shopOrderId: id }))]
    },
  ],
  [objectsToDelete, () => alone(objectsToDelete, rows.objectToDelete)],
  [
    deliveryAttempts,
    () => {
      const { id, family } = aShopOrder()
      return [...family, stored(deliveryAttempts, rows.deliveryAttempt({ shopOrderId: id }))]
    },
  ],
  [waitlist, () => alone(waitlist, messages.waitlistEntry)],
  [outbox, () => alone(outbox, messages.outboxMessage)],
  [mailSuppressions, () => alone(mailSuppressions, messages.mailSuppression)],
  [changeRecords, () => alone(changeRecords, messages.changeRecord)],
  [problems, () => alone(problems, messages.problem)],
])

function ofUser(row: (userId: string) => StoredRow): StoredRow[] {
  const { id, family } = aUser()
  return [...family, row(id)]
}

function ofMarket(row: (marketId: string) => StoredRow): StoredRow[] {
  const market = rows.market()
  return [stored(markets, market), row(market.id)]
}

function ofOrder(row: (orderId: string) => StoredRow): StoredRow[] {
  const { id, family } = anOrder()
  return [...family, row(id)]
}
