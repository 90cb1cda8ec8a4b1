import type { Target } from '#src/admin/ui/link-button.tsx'
import type { Dashboard } from './queries.ts'

/** The kinds of tasks, most urgent first: the list of the dashboard's answer that each comes from, and where all of them are. */
export const KINDS = [
  // Who has a deadline and no email with the order.
  { id: 'unreached', label: 'Call the florist', list: 'unreachedFlorists', urgent: true },
  // A person has to act, or the buyer was asked.
  { id: 'danger', label: 'In danger', list: 'inDanger', urgent: true },
  { id: 'missed', label: 'Nobody there', list: 'nobodyThere', urgent: true },
  {
    id: 'overdue',
    label: 'Overdue',
    list: 'overdue',
    urgent: true,
    all: { label: 'Orders, late first', to: '/admin/orders', search: { sort: 'late' } },
  },
  {
    id: 'assign',
    label: 'To assign',
    list: 'toAssign',
    all: { label: 'Assign Orders', to: '/admin/assign-orders' },
  },
  {
    id: 'florist',
    label: 'Waiting for the florist',
    list: 'waitingForFlorist',
    all: { label: 'Pending shop orders', to: '/admin/shop-orders', search: { show: 'pending' } },
  },
  {
    id: 'market',
    label: 'No florist',
    list: 'marketsWithoutFlorist',
    all: { label: 'Markets', to: '/admin/markets' },
  },
  { id: 'refund', label: 'Needs refund', list: 'needsRefund' },
  {
    id: 'pay',
    label: 'Shops to pay',
    list: 'toPay',
    all: { label: 'Shop orders to pay', to: '/admin/shop-orders', search: { show: 'to-pay' } },
  },
  { id: 'email', label: 'Email problems', list: 'failedMessages' },
] as const satisfies readonly Kind[]

export type Kind = {
  id: string
  label: string
  list: keyof Dashboard
  /** True if somebody is let down unless it is done now. */
  urgent?: boolean
  all?: Target & { label: string }
}
export type TaskKind = (typeof KINDS)[number]['id']
type ListOf<Id extends TaskKind> = Extract<(typeof KINDS)[number], { id: Id }>['list']
export type Lists = Pick<Dashboard, ListOf<TaskKind>>
export type Row<Kind extends TaskKind> = Dashboard[ListOf<Kind>]['rows'][number]

type TaskOf<Kind extends TaskKind> = {
  kind: Kind
  row: Row<Kind>
  key: string
  overdue: boolean
  /** The list as a whole has it as a promise in danger. */
  endangered?: boolean
  /** The list as a whole has it as a florist to call. */
  unreached?: boolean
}
/** Something to do. */
export type Task<Kind extends TaskKind = TaskKind> = { [One in Kind]: TaskOf<One> }[Kind]

/**
 * All there is to do in one list: florists to call before their deadline, soonest first; what is late, most late first; promises
 * in danger; then what was promised for a time, soonest first; then markets without a florist; then the others, oldest first.
 */
export function tasksOf(lists: Lists): Task[] {
  const overdueIds = idsOf(lists.overdue.rows)
  const dangerIds = idsOf(lists.inDanger.rows)
  const known = idsOf([...lists.toAssign.rows, ...lists.waitingForFlorist.rows, ...lists.nobodyThere.rows])
  const unreached = lists.unreachedFlorists.rows
  const unreachedIds = new Set(unreached.flatMap(({ id, messageId }) => [id, messageId]))
  const late = lists.overdue.rows.filter(({ id }) => !known.has(id))
  const marks = ({ id }: { id: string }) => ({ overdue: overdueIds.has(id), endangered: dangerIds.has(id) })
  const call = ({ id }: { id: string }) => ({ unreached: unreachedIds.has(id) })
  const promised: Task[] = [
    ...lists.nobodyThere.rows.map((row) => task('missed', row, `missed ${row.id}`, marks(row))),
    ...lists.toAssign.rows.map((row) => task('assign', row, row.id, marks(row))),
    ...lists.waitingForFlorist.rows.map((row) =>
      task('florist', row, row.id, { ...marks(row), ...call(row) }),
    ),
    ...late.map((row) => task('overdue', row, row.id, marks(row))),
  ]
  const dangers: Task[] = lists.inDanger.rows.map((row) => task('danger', row, `danger ${row.id}`))
  const isLate = ({ row }: Task) => 'id' in row && overdueIds.has(row.id)
  const others: Task[] = [
    ...lists.needsRefund.rows.map((row) => task('refund', row, `refund ${row.id}`)),
    ...lists.toPay.rows.map((row) => task('pay', row, row.shopId)),
    ...lists.failedMessages.rows.map((row) => task('email', row, row.id, call(row))),
  ]
  return [
    ...unreached.map((row) =>
      task('unreached', row, `unreached ${row.shopOrderId}`, { overdue: overdueIds.has(row.id) }),
    ),
    ...sortedByTime([...dangers, ...promised].filter(isLate)),
    ...dangers.filter((each) => !isLate(each)),
    ...sortedByTime(promised.filter((each) => !isLate(each))),
    ...lists.marketsWithoutFlorist.rows.map((row) => task('market', row, row.id)),
    ...sortedByTime(others),
  ]
}

function task<Kind extends TaskKind>(
  kind: Kind,
  row: Row<Kind>,
  key: string,
  marks: Partial<TaskOf<Kind>> = {},
): TaskOf<Kind> {
  return { kind, row, key, overdue: false, ...marks }
}

const idsOf = (rows: readonly { id: string }[]) => new Set(rows.map(({ id }) => id))

/** ISO instant: the promised time, else since when it waits; empty for a market, which has no time. */
export function timeOf({ kind, row }: Task): string {
  if (kind === 'market') return ''
  if ('promisedBy' in row) return row.promisedBy
  return kind === 'email' ? row.failedAt : row.since
}

function sortedByTime(tasks: readonly Task[]): Task[] {
  return tasks.toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : timeOf(a) > timeOf(b) ? 1 : 0))
}
