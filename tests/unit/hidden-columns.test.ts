import { expect, test } from 'vitest'
import { parseHiddenColumns, writeHiddenColumns } from '#src/admin/ui/hidden-columns.ts'

test('the cookie holds the hidden columns of each list', () => {
  const hidden = { orders: ['payment', 'total'], 'shop-orders': ['cost'] }
  expect(writeHiddenColumns(hidden)).toBe('orders:payment.total,shop-orders:cost')
  expect(parseHiddenColumns(writeHiddenColumns(hidden))).toEqual(hidden)
})

test('a list without hidden columns is not in it', () => {
  expect(writeHiddenColumns({ orders: [], users: ['role'] })).toBe('users:role')
})

test.each([undefined, '', 'orders', 'orders:', ':total', 'orders:total<script>', '%', ',,'])(
  'of %j nothing is hidden',
  (value) => {
    expect(parseHiddenColumns(value)).toEqual({})
  },
)
