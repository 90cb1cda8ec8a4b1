import { expect, test } from 'vitest'
import type { Dashboard } from '#src/admin/dashboard/queries.ts'
import { tasksOf, timeOf } from '#src/admin/dashboard/tasks.ts'

type Lists = Parameters<typeof tasksOf>[0]
type Row<List extends keyof Lists> = Dashboard[List]['rows'][number]

const listOf = <R>(rows: R[]) => ({ total: rows.length, capped: false, rows })
const EMPTY: Lists = {
  inDanger: listOf<Row<'inDanger'>>([]),
  toAssign: listOf<Row<'toAssign'>>([]),
  waitingForFlorist: listOf<Row<'waitingForFlorist'>>([]),
  overdue: listOf<Row<'overdue'>>([]),
  needsRefund: listOf<Row<'needsRefund'>>([]),
  toPay: listOf<Row<'toPay'>>([]),
  failedMessages: listOf<Row<'failedMessages'>>([]),
  marketsWithoutFlorist: listOf<Row<'marketsWithoutFlorist'>>([]),
  nobodyThere: listOf<Row<'nobodyThere'>>([]),
  unreachedFlorists: listOf<Row<'unreachedFlorists'>>([]),
}
const at = (hour: number) => `2026-06-04T${String(hour).padStart(2, '0')}:00:00.000Z`
const promised = (id: string, hour: number) =>
  ({
    id,
    reference: id,
    customerName: 'Sam',
    city: 'New York',
    status: 'confirmed',
    paymentStatus: 'paid',
    promisedBy: at(hour),
    timeZone: 'America/New_York',
    isSample: false,
  }) as const
const assign = (id: string, hour: number) => ({ ...promised(id, hour), rejectedBy: null })
const atShop = { shopOrderId: 's', shop: 'Stems', shopPhone: null }
const florist = (id: string, hour: number) => ({ ...promised(id, hour), ...atShop, assignedAt: at(0) })
const danger = (id: string, hour: number) => ({
  ...promised(id, hour),
  ...atShop,
  reason: 'too_late' as const,
  waitUntil: null,
  offeredAt: null,
  expiresAt: null,
})
const late = (id: string, hour: number) => ({ ...promised(id, hour), ...atShop })
const refund = (id: string, hour: number) => ({
  id,
  reference: id,
  customerName: 'Sam',
  amountCents: 1,
  since: at(hour),
})
const pay = (shopId: string, hour: number) => ({
  shopId,
  shop: 'Stems',
  count: 1,
  amountCents: 1,
  since: at(hour),
})
const email = (id: string, hour: number) =>
  ({
    id,
    kind: 'order-confirmation',
    recipient: 'sam@example.com',
    status: 'failed',
    delivery: null,
    reason: null,
    phone: null,
    sentAgainTo: null,
    nextTryAt: null,
    attempts: 1,
    failedAt: at(hour),
    orderId: null,
  }) as const

test('an empty answer gives no tasks', () => {
  expect(tasksOf(EMPTY)).toEqual([])
})

test('what was promised for a time comes first, soonest first; then the others, oldest first', () => {
  const tasks = tasksOf({
    ...EMPTY,
    toAssign: listOf([assign('a', 12), assign('b', 18)]),
    waitingForFlorist: listOf([florist('c', 9), florist('d', 15)]),
    overdue: listOf([late('e', 8)]),
    needsRefund: listOf([refund('f', 2), refund('g', 5)]),
    toPay: listOf([pay('h', 1)]),
    failedMessages: listOf([email('i', 3)]),
  })
  expect(tasks.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
    'overdue e',
    'florist c',
    'assign a',
    'florist d',
    'assign b',
    'pay h',
    'refund refund f',
    'email i',
    'refund refund g',
  ])
  expect(tasks.map(timeOf)).toEqual([8, 9, 12, 15, 18, 1, 2, 3, 5].map(at))
})

test('an overdue order stands there once, with its own next step', () => {
  const tasks = tasksOf({
    ...EMPTY,
    toAssign: listOf([assign('unassigned', 7), assign('in time', 20)]),
    waitingForFlorist: listOf([florist('unanswered', 6)]),
    overdue: listOf([late('accepted', 5), late('unanswered', 6), late('unassigned', 7)]),
  })
  expect(tasks.map(({ kind, key, overdue }) => [kind, key, overdue])).toEqual([
    ['overdue', 'accepted', true],
    ['florist', 'unanswered', true],
    ['assign', 'unassigned', true],
    ['assign', 'in time', false],
  ])
})

test('what is late leads the list, then promises in danger in the order of the answer; their other tasks are marked', () => {
  const tasks = tasksOf({
    ...EMPTY,
    inDanger: listOf([danger('b', 18), danger('a', 7)]),
    toAssign: listOf([assign('a', 7), assign('c', 6)]),
    overdue: listOf([late('a', 7), late('c', 6)]),
  })
  expect(tasks.map(({ kind, key, endangered }) => [kind, key, endangered ?? false])).toEqual([
    ['assign', 'c', false],
    ['danger', 'danger a', false],
    ['assign', 'a', true],
    ['danger', 'danger b', false],
  ])
  expect(tasks.map(timeOf)).toEqual([6, 7, 7, 18].map(at))
})

test('a market without a florist comes after what was promised and before everything else', () => {
  const tasks = tasksOf({
    ...EMPTY,
    inDanger: listOf([danger('a', 7)]),
    toAssign: listOf([assign('b', 7)]),
    needsRefund: listOf([refund('c', 1)]),
    marketsWithoutFlorist: listOf([{ id: 'austin', name: 'Austin' }]),
  })
  expect(tasks.map(({ kind }) => kind)).toEqual(['danger', 'assign', 'market', 'refund'])
})

test('an order to be refunded and to be assigned is two things to do', () => {
  const tasks = tasksOf({
    ...EMPTY,
    toAssign: listOf([assign('a', 7)]),
    needsRefund: listOf([refund('a', 1)]),
  })
  expect(new Set(tasks.map(({ key }) => key)).size).toBe(2)
})

test('florists to call come first, and once: what waits for them and their email are hidden in the whole list', () => {
  const call = { ...florist('call', 9), answerBy: at(8), messageId: 'lost', reason: null }
  const tasks = tasksOf({
    ...EMPTY,
    unreachedFlorists: listOf([call]),
    waitingForFlorist: listOf([florist('call', 9), florist('other', 7)]),
    failedMessages: listOf([email('lost', 1), email('another', 2)]),
  })
  expect(tasks.map(({ kind, unreached = false }) => [kind, unreached])).toEqual([
    ['unreached', false],
    ['florist', false],
    ['florist', true],
    ['email', true],
    ['email', false],
  ])
})
