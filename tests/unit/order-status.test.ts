import { describe, expect, test } from 'vitest'
import {
  ASSIGNMENT_STATUSES,
  badgeColour,
  canDeleteOrder,
  isOrderStatus,
  isShopOrderPaymentStatus,
  isShopOrderStatus,
  ORDER_STATUS_COLOURS,
  ORDER_STATUSES,
  PAYMENT_STATUS_COLOURS,
  PAYMENT_STATUSES,
  SHOP_ORDER_PAYMENT_STATUSES,
  SHOP_ORDER_STATUS_COLOURS,
  SHOP_ORDER_STATUSES,
  shopOrderIsLive,
  statusLabel,
  toggleShopPayment,
} from '#domain/order-status.ts'

test('the lists hold exactly the statuses that are stored', () => {
  expect(ORDER_STATUSES.join(' ')).toBe('pending processing confirmed completed delivered cancelled')
  expect(PAYMENT_STATUSES.join(' ')).toBe('pending paid failed refunded')
  expect(ASSIGNMENT_STATUSES.join(' ')).toBe('unassigned assigned')
  expect(SHOP_ORDER_STATUSES.join(' ')).toBe('pending confirmed processing ready delivered rejected')
  expect(SHOP_ORDER_PAYMENT_STATUSES.join(' ')).toBe('pending paid')
})

describe.each([
  ['order status', ORDER_STATUSES, isOrderStatus, 'ready'],
  ['shop order status', SHOP_ORDER_STATUSES, isShopOrderStatus, 'accepted'],
  ['shop order payment status', SHOP_ORDER_PAYMENT_STATUSES, isShopOrderPaymentStatus, 'failed'],
] as const)('%s', (_, list, guard, foreign) => {
  test('a guard accepts the values of its list and nothing else', () => {
    expect(list.every(guard)).toBe(true)
    const others = [foreign, '', 'Pending', 'pending ', 'toString', null, undefined, 0, ['pending'], {}]
    expect(others.filter(guard)).toEqual([])
  })
})

const REJECTED = { status: 'rejected', withdrawnAt: null } as const
const WITHDRAWN = { status: 'confirmed', withdrawnAt: '2026-06-04T19:05:00.000Z' } as const

describe('deleting an order', () => {
  test('is refused for paid orders that are not cancelled, and allowed for all others', () => {
    const refused = ORDER_STATUSES.flatMap((status) =>
      PAYMENT_STATUSES.filter((paymentStatus) => !canDeleteOrder({ status, paymentStatus }, [])).map(
        (paymentStatus) => `${status} ${paymentStatus}`,
      ),
    )
    expect(refused).toEqual([
      'pending paid',
      'processing paid',
      'confirmed paid',
      'completed paid',
      'delivered paid',
    ])
  })

  test.each(SHOP_ORDER_STATUSES)('is refused with a shop order unless it was rejected: %s', (status) => {
    const order = { status: 'cancelled', paymentStatus: 'refunded' } as const
    const shopOrder = { status, withdrawnAt: null }
    expect(canDeleteOrder(order, [shopOrder])).toBe(status === 'rejected')
    expect(canDeleteOrder(order, [REJECTED, WITHDRAWN, shopOrder])).toBe(status === 'rejected')
    expect(canDeleteOrder(order, [shopOrder, REJECTED, WITHDRAWN])).toBe(status === 'rejected')
  })

  test.each(SHOP_ORDER_STATUSES)('is allowed with a shop order withdrawn when it was %s', (status) => {
    const order = { status: 'cancelled', paymentStatus: 'refunded' } as const
    expect(canDeleteOrder(order, [{ ...WITHDRAWN, status }])).toBe(true)
    expect(canDeleteOrder(order, [{ ...WITHDRAWN, status }, REJECTED])).toBe(true)
  })

  test.each([
    ['rejected', REJECTED],
    ['withdrawn', WITHDRAWN],
  ])('a %s shop order does not make a paid order deletable', (_, shopOrder) => {
    expect(canDeleteOrder({ status: 'confirmed', paymentStatus: 'paid' }, [shopOrder])).toBe(false)
  })
})

test('every shop order is live but the rejected and the withdrawn ones', () => {
  const live = (withdrawnAt: string | null) =>
    SHOP_ORDER_STATUSES.filter((status) => shopOrderIsLive({ status, withdrawnAt }))
  expect(live(null)).toEqual(['pending', 'confirmed', 'processing', 'ready', 'delivered'])
  expect(live(WITHDRAWN.withdrawnAt)).toEqual([])
})

test('toggles the payment status of a shop order', () => {
  expect(toggleShopPayment('pending')).toBe('paid')
  expect(toggleShopPayment('paid')).toBe('pending')
})

describe('badges', () => {
  test('each order status has its colour', () => {
    expect(ORDER_STATUS_COLOURS).toEqual({
      pending: 'yellow',
      confirmed: 'blue',
      processing: 'purple',
      completed: 'green',
      cancelled: 'red',
      delivered: 'teal',
    })
  })

  test('each payment and shop order status has its colour', () => {
    expect(PAYMENT_STATUS_COLOURS).toEqual({
      pending: 'yellow',
      processing: 'blue',
      paid: 'green',
      succeeded: 'green',
      failed: 'red',
      refunded: 'grey',
    })
    expect(SHOP_ORDER_STATUS_COLOURS).toEqual({
      pending: 'yellow',
      accepted: 'blue',
      confirmed: 'blue',
      processing: 'purple',
      preparing: 'purple',
      ready: 'green',
      completed: 'green',
      delivered: 'teal',
      rejected: 'red',
      cancelled: 'red',
    })
  })

  test('every status that can be set has a colour, and so have those that are only shown', () => {
    const cases = [
      [PAYMENT_STATUS_COLOURS, [...PAYMENT_STATUSES, 'processing', 'succeeded']],
      [
        SHOP_ORDER_STATUS_COLOURS,
        [...SHOP_ORDER_STATUSES, 'accepted', 'preparing', 'completed', 'cancelled'],
      ],
    ] as const
    for (const [palette, statuses] of cases) expect(Object.keys(palette).sort()).toEqual([...statuses].sort())
  })

  test('an unknown status is grey', () => {
    expect(badgeColour(ORDER_STATUS_COLOURS, 'delivered')).toBe('teal')
    expect(badgeColour(ORDER_STATUS_COLOURS, 'lost')).toBe('grey')
    expect(badgeColour(ORDER_STATUS_COLOURS, 'constructor')).toBe('grey')
  })

  test('labels start with a capital', () => {
    expect(statusLabel('pending')).toBe('Pending')
    expect(statusLabel('')).toBe('')
  })
})
