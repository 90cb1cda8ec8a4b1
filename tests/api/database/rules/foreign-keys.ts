import { getTableName } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import {
  invitations,
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
  orderHolds,
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
import { orderChoices } from '#drizzle/schema/order-choices.ts'
import { orderSubstitutions } from '#drizzle/schema/order-substitutions.ts'
import { deliveryOptions, orderFlags, orderItems, orders } from '#drizzle/schema/orders.ts'
import { orderPhotos } from '#drizzle/schema/photos.ts'
import { floristLinks, shareCorrections, shopOrderContacts, shopOrders } from '#drizzle/schema/shop-orders.ts'
import type { Values } from './rule.ts'

/** The effect on a row when the row it points at is deleted. `no action` refuses, at the end of the statement. */
export type OnDelete = 'cascade' | 'set null' | 'restrict' | 'no action'

export type ForeignKey = {
  /** `order_items(product_id) → products(id) on delete set null` */
  rule: string
  table: SQLiteTable
  fields: string[]
  parent: SQLiteTable
  parentFields: string[]
  onDelete: OnDelete
  /** Changes of a valid row that point at nothing. */
  dangling: Record<string, Values>
}

const goesWith = 'cascade'
const forgets = 'set null'
const holds = 'restrict'

/** Every foreign key, and what it is for: a row goes with what it points at, forgets it, or holds it. */
export const FOREIGN_KEYS: ForeignKey[] = [
  to(
    users,
    'userId',
    goesWith,
    sessions,
    invitations,
    recoveryCodes,
    signInChallenges,
    securityEvents,
    savedViews,
  ),
  to(users, 'invitedBy', forgets, invitations),
  to(users, 'userId', forgets, orders, shopOrderContacts),
  to(users, 'statusUpdatedBy', forgets, shopOrders),
  to(users, 'paymentUpdatedBy', forgets, shopOrders),
  to(users, 'createdBy', forgets, shareCorrections),
  to(products, 'productId', forgets, orderItems),
  to(markets, 'marketId', goesWith, marketZipcodes, marketClosedDates),
  to(markets, 'marketId', holds, shops),
  to(markets, 'marketId', forgets, orders),
  to(states, 'stateId', holds, shops),
  to(states, 'deliveryState', 'no action', orders),
  to(deliveryOptions, 'deliveryOption', 'no action', orders),
  to(deliveryOptions, 'reservedOption', 'no action', orderHolds),
  to(
    orders,
    'orderId',
    goesWith,
    orderItems,
    orderFlags,
    checkoutAttempts,
    checkoutSessions,
    disputes,
    orderHolds,
    orderChoices,
    orderSubstitutions,
  ),
  to(markets, 'reservedMarketId', forgets, orderHolds),
  to(shops, 'shopId', goesWith, shopCapacityDates),
  to(orders, 'orderId', holds, refunds),
  to(shops, 'shopId', holds, shopOrders),
  to(
    shopOrders,
    'shopOrderId',
    goesWith,
    shopOrderContacts,
    floristLinks,
    orderPhotos,
    deliveryAttempts,
    orderSubstitutions,
  ),
  to(shopOrders, 'shopOrderId', holds, shareCorrections),
  to(refunds, 'refundId', holds, shareCorrections),
  [
    foreignKey(shopOrders, ['orderId', 'orderTotalCents'], orders, ['id', 'totalCents'], holds, {
      'an order that is not there': { orderId: 'nobody' },
      'a cent more than the order': { orderTotalCents: 6359, shopCostCents: 5087 },
      'a cent less than the order': { orderTotalCents: 6357, shopCostCents: 5085 },
    }),
  ],
].flat()

/** Unique indexes that no row can break, since a primary key is among their columns: a foreign key needs them. */
export const PARENT_KEYS = [{ rule: 'orders_id_total', table: orders, neededBy: shopOrders }]

function to(parent: SQLiteTable, field: string, onDelete: OnDelete, ...tables: SQLiteTable[]): ForeignKey[] {
  const parentField = field === 'deliveryState' ? 'code' : 'id'
  return tables.map((table) =>
    foreignKey(table, [field], parent, [parentField], onDelete, {
      'something that is not there': { [field]: field === 'deliveryState' ? 'ZZ' : 'nobody' },
    }),
  )
}

function foreignKey(
  table: SQLiteTable,
  fields: string[],
  parent: SQLiteTable,
  parentFields: string[],
  onDelete: OnDelete,
  dangling: Record<string, Values>,
): ForeignKey {
  const columns = (names: string[]) => names.map(toSnakeCase).join(', ')
  const from = `${getTableName(table)}(${columns(fields)})`
  const target = `${getTableName(parent)}(${columns(parentFields)})`
  const rule = `${from} → ${target} on delete ${onDelete}`
  return { rule, table, fields, parent, parentFields, onDelete, dangling }
}
