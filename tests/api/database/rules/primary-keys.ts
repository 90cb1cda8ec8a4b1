import { getTableName } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
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
import { DIFFERENT, type Pair, same, type UniqueRule } from './rule.ts'

const BY_ID = [
  users,
  sessions,
  invitations,
  signInChallenges,
  securityEvents,
  savedViews,
  products,
  providerEvents,
  states,
  markets,
  shops,
  deliveryOptions,
  orderItems,
  orderFlags,
  orderEvents,
  orderChoices,
  orderPhotos,
  deliveryAttempts,
  orderSubstitutions,
  checkoutSessions,
  refunds,
  disputes,
  shopOrders,
  shopOrderContacts,
  floristLinks,
  shareCorrections,
  waitlist,
  outbox,
  changeRecords,
]

/** Every primary key with its cases; its rule is written `rate_counters(key, window_start)`. */
export const PRIMARY_KEYS: UniqueRule[] = [
  ...BY_ID.map((table) => key(table, ['id'], 'the same id', { 'another id': DIFFERENT })),
  {
    rule: 'orders(id)',
    table: orders,
    // Another total: orders_id_total would refuse the same one first.
    refuses: { 'the same id': [{}, ({ id = null }) => ({ id, subtotalCents: 0, totalCents: 1359 })] },
    allows: { 'another id': DIFFERENT },
  },
  key(recoveryCodes, ['codeHash'], 'the same code', { 'another code of the same user': same(['userId']) }),
  key(mailSuppressions, ['mailboxHash'], 'the same mailbox', { 'another mailbox': DIFFERENT }),
  key(jobCursors, ['job'], 'the same job', { 'another job': DIFFERENT }),
  key(orderHolds, ['orderId'], 'the same order', { 'another order': DIFFERENT }),
  key(shopCapacityDates, ['shopId', 'date'], 'the same day twice', {
    'another day of the same shop': [{}, ({ shopId = null }) => ({ shopId, date: '2027-01-01' })],
    'the same day of another shop': same(['date']),
  }),
  key(checkoutAttempts, ['key'], 'the same filled-in form', { 'another form': DIFFERENT }),
  // One market per ZIP: the market that holds it makes no difference.
  key(marketZipcodes, ['zipcode'], 'a ZIP that another market holds', {
    'another ZIP of the same market': same(['marketId']),
  }),
  key(rateCounters, ['key', 'windowStart'], 'the same window twice', {
    'the next window': [{}, ({ key = null }) => ({ key, windowStart: '2026-06-04T19:06:00.000Z' })],
    'something else in the same window': same(['windowStart']),
  }),
  key(objectsToDelete, ['key'], 'the same object', { 'another object': DIFFERENT }),
  key(problems, ['fingerprint'], 'the same problem twice', { 'another problem': DIFFERENT }),
  key(marketClosedDates, ['marketId', 'date'], 'the same day twice', {
    'another day of the same market': [{}, ({ marketId = null }) => ({ marketId, date: '2027-01-01' })],
    'the same day of another market': same(['date']),
  }),
]

function key(table: SQLiteTable, fields: string[], what: string, allows: Record<string, Pair>): UniqueRule {
  const rule = `${getTableName(table)}(${fields.map(toSnakeCase).join(', ')})`
  return { rule, table, refuses: { [what]: same(fields) }, allows }
}
