import type { Dashboard } from './queries.ts'

type Lists = Pick<
  Dashboard,
  | 'inDanger'
  | 'toAssign'
  | 'waitingForFlorist'
  | 'overdue'
  | 'needsRefund'
  | 'toPay'
  | 'failedMessages'
  | 'marketsWithoutFlorist'
  | 'unreachedFlorists'
>
type Row<List extends keyof Lists> = Lists[List]['rows'][number]

/** Something to do. `endangered`: the list as a whole has it as a promise in danger. */
export type Task = {
  key: string
  overdue: boolean
  endangered?: boolean
  /** The list as a whole has it as a florist to call. */
  unreached?: boolean
} /** First of all: a person has to act, or the buyer was asked. */ & (
  | { kind: 'danger'; row: Row<'inDanger'> }
  /** Who has a deadline and no email with the order. */
  | { kind: 'unreached'; row: Row<'unreachedFlorists'> }
  | { kind: 'assign'; row: Row<'toAssign'> }
  | { kind: 'florist'; row: Row<'waitingForFlorist'> }
  /** Overdue, and neither to be assigned nor waiting for an answer. */
  | { kind: 'late'; row: Row<'overdue'> }
  | { kind: 'market'; row: Row<'marketsWithoutFlorist'> }
  | { kind: 'refund'; row: Row<'needsRefund'> }
  | { kind: 'pay'; row: Row<'toPay'> }
  | { kind: 'email'; row: Row<'failedMessages'> }
)

/**
 * All there is to do in one list: florists to call before their deadline, soonest first; promises in danger; then what was promised for a time, soonest first; then markets without a
 * florist; then the others, oldest first.
 */
export function tasksOf(lists: Lists): Task[] {
  const { inDanger, toAssign, waitingForFlorist, overdue, needsRefund, toPay, failedMessages } = lists
  const overdueIds = new Set(overdue.rows.map(({ id }) => id))
  const dangerIds = new Set(inDanger.rows.map(({ id }) => id))
  const isEndangered = (id: string) => dangerIds.has(id)
  const isOverdue = (id: string) => overdueIds.has(id)
  const unreached = lists.unreachedFlorists.rows
  const unreachedIds = new Set(unreached.flatMap(({ id, messageId }) => [id, messageId]))
  const known = new Set([...toAssign.rows, ...waitingForFlorist.rows].map(({ id }) => id))
  const promised: Task[] = [
    ...toAssign.rows.map((row) => ({
      kind: 'assign' as const,
      key: row.id,
      overdue: isOverdue(row.id),
      endangered: isEndangered(row.id),
      row,
    })),
    ...waitingForFlorist.rows.map((row) => ({
      kind: 'florist' as const,
      key: row.id,
      overdue: isOverdue(row.id),
      endangered: isEndangered(row.id),
      unreached: unreachedIds.has(row.id),
      row,
    })),
    ...overdue.rows
      .filter(({ id }) => !known.has(id))
      .map((row) => ({
        kind: 'late' as const,
        key: row.id,
        overdue: true,
        endangered: isEndangered(row.id),
        row,
      })),
  ]
  const dangers: Task[] = inDanger.rows.map((row) => ({
    kind: 'danger' as const,
    key: `danger ${row.id}`,
    overdue: false,
    row,
  }))
  const calls: Task[] = unreached.map((row) => ({
    kind: 'unreached' as const,
    key: `unreached ${row.shopOrderId}`,
    overdue: isOverdue(row.id),
    row,
  }))
  const others: Task[] = [
    ...needsRefund.rows.map((row) => ({
      kind: 'refund' as const,
      key: `refund ${row.id}`,
      overdue: false,
      row,
    })),
    ...toPay.rows.map((row) => ({ kind: 'pay' as const, key: row.shopId, overdue: false, row })),
    ...failedMessages.rows.map((row) => ({
      kind: 'email' as const,
      key: row.id,
      overdue: false,
      unreached: unreachedIds.has(row.id),
      row,
    })),
  ]
  const markets: Task[] = lists.marketsWithoutFlorist.rows.map((row) => ({
    kind: 'market' as const,
    key: row.id,
    overdue: false,
    row,
  }))
  return [...calls, ...dangers, ...sortedBy(promised, timeOf), ...markets, ...sortedBy(others, timeOf)]
}

/** ISO instant: the promised time, else since when it waits; empty for a market, which has no time. */
export function timeOf({ kind, row }: Task): string {
  if (kind === 'market') return ''
  if ('promisedBy' in row) return row.promisedBy
  return kind === 'email' ? row.failedAt : row.since
}

function sortedBy(tasks: readonly Task[], time: (task: Task) => string): Task[] {
  return tasks.toSorted((a, b) => (time(a) < time(b) ? -1 : time(a) > time(b) ? 1 : 0))
}
