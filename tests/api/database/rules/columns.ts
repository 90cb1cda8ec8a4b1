import { getTableColumns, getTableName } from 'drizzle-orm'
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
import type { Values } from './rule.ts'

export type ColumnRules = {
  name: string
  table: SQLiteTable
  /** Columns that may be missing, by the schema; every other one must be given. */
  optional: string[]
  /** Values of a new row when nobody says otherwise, as they are stored. */
  defaults: Values
}

/** Every table, and what a row of it starts with. */
export const COLUMNS: ColumnRules[] = [
  columns(users, {
    role: 'member',
    version: 1,
  }),
  columns(sessions),
  columns(invitations),
  columns(recoveryCodes),
  columns(signInChallenges),
  columns(securityEvents),
  columns(rateCounters),
  columns(savedViews),
  columns(products, { version: 1 }),
  columns(states),
  columns(markets, {
    closedWithoutFlorist: 0,
    asksForAnswer: 0,
    assignsAutomatically: 0,
    fulfilmentMinutes: 40,
    choiceHours: 24,
    version: 1,
  }),
  columns(marketClosedDates),
  columns(marketZipcodes),
  columns(shops, {
    active: 1,
    defaultPercentage: 80,
    version: 1,
  }),
  columns(shopCapacityDates),
  columns(deliveryOptions),
  columns(orderHolds),
  columns(orders, {
    substitutionPreference: 'florist',
    discountCents: 0,
    refundedCents: 0,
    currency: 'usd',
    status: 'pending',
    paymentStatus: 'pending',
    assignmentStatus: 'unassigned',
    isSample: 0,
    version: 1,
  }),
  columns(orderItems, { quantity: 1 }),
  columns(orderFlags),
  columns(orderEvents),
  columns(orderChoices),
  columns(orderPhotos),
  columns(objectsToDelete),
  columns(orderSubstitutions),
  columns(checkoutAttempts),
  columns(checkoutSessions, { status: 'creating' }),
  columns(refunds, { status: 'pending' }),
  columns(disputes),
  columns(jobCursors),
  columns(providerEvents),
  columns(shopOrders, { status: 'pending', paymentStatus: 'pending', version: 1 }),
  columns(shopOrderContacts),
  columns(deliveryAttempts),
  columns(floristLinks),
  columns(shareCorrections),
  columns(waitlist, { contacted: 0 }),
  columns(mailSuppressions),
  columns(outbox, {
    status: 'pending',
    attempts: 0,
  }),
  columns(changeRecords, { version: 1 }),
  columns(problems, { times: 1 }),
]

function columns<T extends SQLiteTable>(
  table: T,
  defaults: { [Field in keyof T['$inferSelect']]?: string | number } = {},
): ColumnRules {
  const nullable = Object.entries(getTableColumns(table)).filter(([, { notNull }]) => !notNull)
  const optional = nullable.map(([field]) => field)
  return { name: getTableName(table), table, optional, defaults: defaults as Values }
}
