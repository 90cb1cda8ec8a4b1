import { getTableName } from 'drizzle-orm'
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
import { orderEvents, orderFlags, orderItems, orders } from '#drizzle/schema/orders.ts'
import { problems } from '#drizzle/schema/problems.ts'
import { floristLinks, shareCorrections, shopOrderContacts, shopOrders } from '#drizzle/schema/shop-orders.ts'
import type { Values } from './rule.ts'

export type ColumnRules = {
  name: string
  table: SQLiteTable
  /** What may be missing; every other column must be given. */
  optional: string[]
  /** What a new row has when nobody says otherwise, as it is stored. */
  defaults: Values
}

/** Every table: what may be missing in it, and what it starts with. */
export const COLUMNS: ColumnRules[] = [
  columns(
    users,
    ['passwordHash', 'deactivatedAt', 'totpSecret', 'totpEnabledAt', 'totpLastStep', 'lastSignInAt'],
    {
      role: 'member',
      version: 1,
    },
  ),
  columns(sessions, ['previousHash', 'successorUsedAt', 'revokedAt', 'userAgent']),
  columns(invitations, ['invitedBy', 'usedAt', 'revokedAt']),
  columns(recoveryCodes, ['usedAt']),
  columns(signInChallenges, []),
  columns(securityEvents, ['device']),
  columns(rateCounters, []),
  columns(savedViews, []),
  columns(products, ['description', 'imageUrl'], { version: 1 }),
  columns(states, []),
  columns(
    markets,
    ['openingHours', 'pausedReason', 'assignsSince', 'answerMinutes', 'offersChoiceAfterMinutes'],
    {
      asksForAnswer: 0,
      assignsAutomatically: 0,
      fulfilmentMinutes: 40,
      choiceHours: 24,
      version: 1,
    },
  ),
  columns(marketClosedDates, []),
  columns(marketZipcodes, []),
  columns(shops, ['phone', 'email', 'weekdayCapacity', 'hourlyCapacity'], {
    active: 1,
    defaultPercentage: 80,
    version: 1,
  }),
  columns(shopCapacityDates, ['capacity']),
  columns(orderHolds, ['reservedMarketId', 'reservedOption', 'reservedPromisedBy']),
  columns(
    orders,
    [
      'userId',
      'recipientName',
      'recipientPhone',
      'apologyNote',
      'deliveryUnit',
      'deliveryInstructions',
      'marketId',
      'paymentMethod',
      'paymentReference',
      'checkoutSessionId',
      'trackingToken',
      'paidAt',
      'reconciledAt',
    ],
    {
      discountCents: 0,
      refundedCents: 0,
      currency: 'usd',
      status: 'pending',
      paymentStatus: 'pending',
      assignmentStatus: 'unassigned',
      isSample: 0,
      version: 1,
    },
  ),
  columns(orderItems, ['productId', 'imageUrl'], { quantity: 1 }),
  columns(orderFlags, ['detail', 'resolvedAt']),
  columns(orderEvents, ['actorId', 'dedupeKey']),
  columns(orderChoices, ['waitUntil', 'offeredAt', 'tokenHash', 'expiresAt', 'closedAt', 'outcome']),
  columns(checkoutAttempts, []),
  columns(checkoutSessions, ['sessionId', 'url', 'stoppedAt'], { status: 'creating' }),
  columns(refunds, ['providerRefundId', 'requestedBy', 'failure', 'share'], { status: 'pending' }),
  columns(disputes, ['respondBy']),
  columns(jobCursors, ['cursor']),
  columns(providerEvents, []),
  columns(
    shopOrders,
    [
      'paymentReference',
      'specialInstructions',
      'shopNotes',
      'statusUpdatedAt',
      'statusUpdatedBy',
      'paymentUpdatedAt',
      'paymentUpdatedBy',
      'answerBy',
      'answeredAt',
      'answeredBy',
      'withdrawnAt',
    ],
    { status: 'pending', paymentStatus: 'pending', version: 1 },
  ),
  columns(shopOrderContacts, ['userId']),
  columns(floristLinks, ['revokedAt', 'openedAt']),
  columns(shareCorrections, ['refundId', 'createdBy']),
  columns(waitlist, ['mailbox', 'story', 'unsubscribedAt', 'notifiedAt'], { contacted: 0 }),
  columns(mailSuppressions, ['complainedAt', 'liftedAt']),
  columns(
    outbox,
    [
      'orderId',
      'lockedUntil',
      'lastError',
      'providerMessageId',
      'sentAt',
      'delivery',
      'deliveryAt',
      'deliveryDetail',
      'dismissedAt',
    ],
    {
      status: 'pending',
      attempts: 0,
    },
  ),
  columns(changeRecords, ['field', 'before', 'after', 'actorId'], { version: 1 }),
  columns(problems, ['place', 'device', 'requestId'], { times: 1 }),
]

function columns<T extends SQLiteTable>(
  table: T,
  optional: (keyof T['$inferSelect'] & string)[],
  defaults: { [Field in keyof T['$inferSelect']]?: string | number } = {},
): ColumnRules {
  return { name: getTableName(table), table, optional, defaults: defaults as Values }
}
