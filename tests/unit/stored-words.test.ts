import { expect, test } from 'vitest'
import { ROLES } from '#domain/account.ts'
import { DIRECTIONS, ORDER_SORTS, SHOP_ORDER_FILTERS } from '#domain/admin-lists.ts'
import { ORDER_FLAGS } from '#domain/order/causes.ts'
import { OUTBOX_STATUSES } from '#domain/outbox.ts'
import { REPORTING_TIME_ZONE } from '#domain/zoned-time.ts'

// These words are stored, and stand in addresses: renaming one is a migration, not a matter of taste.

test.each([
  ['who may do what', ROLES, ['admin', 'member']],
  ['how a message stands', OUTBOX_STATUSES, ['pending', 'sent', 'failed']],
  [
    'what orders are sorted by',
    [...ORDER_SORTS, ...DIRECTIONS],
    ['created', 'promised', 'late', 'asc', 'desc'],
  ],
  [
    'what a person has to look at',
    ORDER_FLAGS,
    expect.arrayContaining([
      'needs_refund',
      'amount_mismatch',
      'rebuilt',
      'stray_payment',
      'disputed',
      'paid_while_paused',
      'over_capacity',
      'nobody_there',
    ]),
  ],
  [
    'what shop orders are narrowed to',
    SHOP_ORDER_FILTERS,
    ['pending', 'confirmed', 'processing', 'ready', 'delivered', 'rejected', 'withdrawn', 'to-pay', 'paid'],
  ],
  ['the zone of the books', REPORTING_TIME_ZONE, 'America/New_York'],
])('%s', (_, list, words) => {
  expect(list).toEqual(words)
})
