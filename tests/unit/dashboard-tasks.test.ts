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
  disputed: listOf<Row<'disputed'>>([]),
  failedMessages: listOf<Row<'failedMessages'>>([]),
  marketsWithoutFlorist: listOf<Row<'marketsWithoutFlorist'>>([]),
  nobodyThere: listOf<Row<'nobodyThere'>>([]),
  unreachedFlorists: listOf<Row<'unreachedFlorists'>>([]),
}
const at = (hour: number) => `2026-06-04T${String(hour).padStart(2, '0')}:00:00.000Z`
const promised = (id: string, hour: number): Row<'toAssign'> => ({
  id,
  reference: id,
  customerName: 'Sam',
  customerPhone: '(212) 555-0100',
  city: 'New York',
  status: 'confirmed',
  paymentStatus: 'paid',
  promisedBy: at(hour),
  timeZone: 'America/New_York',
  isSample: false,
  leftCents: 6358,
  shopOrderId: null,
  shop: null,
  shopPhone: null,
  askedAt: null,
  answerBy: null,
  situation: {
    kind: 'unassigned',
    look: 'plain',
    label: 'To assign',
    who: 'owner',
    flag: null,
    actions: ['assign'],
    sentence: 'No shop has it.',
  },
})
const since = (id: string, hour: number) => ({ ...promised(id, 0), since: at(hour) })
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
    channel: 'mail',
    recipient: 'sam@example.com',
    status: 'failed',
    delivery: null,
    reason: null,
    phone: null,
    contactName: null,
    sentAgainTo: null,
    nextTryAt: null,
    attempts: 1,
    failedAt: at(hour),
    orderId: null,
  }) as const

test('an empty answer gives no tasks', () => {
  expect(tasksOf(EMPTY)).toEqual([])
})

test('what is pressing leads, then what was promised for a time, then markets, then the others, oldest first', () => {
  const tasks = tasksOf({
    ...EMPTY,
    toAssign: listOf([promised('a', 12), promised('b', 18)]),
    waitingForFlorist: listOf([promised('c', 9), promised('d', 15)]),
    overdue: listOf([promised('e', 8)]),
    inDanger: listOf([promised('j', 20), promised('k', 7)]),
    nobodyThere: listOf([promised('l', 10)]),
    marketsWithoutFlorist: listOf([{ id: 'austin', name: 'Austin' }]),
    needsRefund: listOf([since('f', 2), since('g', 5)]),
    disputed: listOf([since('m', 4)]),
    toPay: listOf([pay('h', 1)]),
    failedMessages: listOf([email('i', 3)]),
  })
  expect(tasks.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
    ...['danger k', 'overdue e', 'missed l', 'danger j'],
    ...['florist c', 'assign a', 'florist d', 'assign b'],
    'market austin',
    ...['pay h', 'refund f', 'email i', 'dispute m', 'refund g'],
  ])
  expect(tasks.map(timeOf)).toEqual([
    ...[7, 8, 10, 20, 9, 12, 15, 18].map(at),
    '',
    ...[1, 2, 3, 4, 5].map(at),
  ])
})

test('florists to call come first; the email that has not reached them is no task of its own', () => {
  const call = {
    ...promised('call', 9),
    ...{ shopOrderId: 's', shop: 'Stems', messageId: 'lost', reason: null },
  } as const
  const tasks = tasksOf({
    ...EMPTY,
    unreachedFlorists: listOf([call]),
    inDanger: listOf([promised('danger', 7)]),
    failedMessages: listOf([email('lost', 1), email('another', 2)]),
  })
  expect(tasks.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
    'unreached call',
    'danger danger',
    'email another',
  ])
})
