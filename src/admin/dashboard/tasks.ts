import type { Target } from '#src/admin/ui/link-button.tsx'
import type { Dashboard } from './queries.ts'

/** The kinds of tasks, most urgent first: the list of the dashboard's answer that each comes from, and where all of them are. */
export const KINDS = [
  // Who has a deadline and no email with the order.
  { id: 'unreached', label: 'Call the florist', list: 'unreachedFlorists', urgent: true },
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
  { id: 'dispute', label: 'Disputed', list: 'disputed' },
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

type TaskOf<Kind extends TaskKind> = { kind: Kind; row: Row<Kind>; key: string }
/** Something to do. */
export type Task<Kind extends TaskKind = TaskKind> = { [One in Kind]: TaskOf<One> }[Kind]

/**
 * All there is to do in one list: florists to call before their deadline, soonest first; what is pressing, then what was promised for a
 * time, soonest first; then markets without a florist; then the others, oldest first.
 */
export function tasksOf(lists: Lists): Task[] {
  const { unreachedFlorists, failedMessages } = lists
  const called = new Set(unreachedFlorists.rows.map(({ messageId }) => messageId))
  return [
    ...tasks('unreached', unreachedFlorists.rows),
    ...sortedByTime([
      ...tasks('danger', lists.inDanger.rows),
      ...tasks('missed', lists.nobodyThere.rows),
      ...tasks('overdue', lists.overdue.rows),
    ]),
    ...sortedByTime([
      ...tasks('assign', lists.toAssign.rows),
      ...tasks('florist', lists.waitingForFlorist.rows),
    ]),
    ...tasks('market', lists.marketsWithoutFlorist.rows),
    ...sortedByTime([
      ...tasks('refund', lists.needsRefund.rows),
      ...tasks('dispute', lists.disputed.rows),
      ...lists.toPay.rows.map((row): Task => ({ kind: 'pay', row, key: row.shopId })),
      // Whom to call instead stands above.
      ...tasks(
        'email',
        failedMessages.rows.filter(({ id }) => !called.has(id)),
      ),
    ]),
  ]
}

function tasks<Kind extends Exclude<TaskKind, 'pay'>>(
  kind: Kind,
  rows: readonly Row<Kind>[],
): TaskOf<Kind>[] {
  return rows.map((row) => ({ kind, row, key: row.id }))
}

/** ISO instant: since when it waits, else the promised time; empty for a market, which has no time. */
export function timeOf({ kind, row }: Task): string {
  if (kind === 'market') return ''
  if (kind === 'email') return row.failedAt
  return 'since' in row ? row.since : row.promisedBy
}

function sortedByTime(tasks: readonly Task[]): Task[] {
  return tasks.toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : timeOf(a) > timeOf(b) ? 1 : 0))
}
