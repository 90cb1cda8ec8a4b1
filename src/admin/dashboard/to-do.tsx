import { Link } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import { type ReactNode, useId } from 'react'
import { formatMoney } from '#domain/money.ts'
import type { Target } from '#src/admin/ui/link-button.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { FailedMessage } from './mail-tasks.tsx'
import type { Dashboard } from './queries.ts'
import { countText } from './tiles.tsx'

const ORDERS = { label: 'Orders', to: '/admin/orders' } as const

type ToDoProps = { dashboard: Dashboard }

/** What needs doing now. What does not is said in one line. */
export function ToDo({ dashboard }: ToDoProps) {
  const { toAssign, waitingForFlorist, overdue, needsRefund, failedMessages } = dashboard
  const clear = [
    { list: overdue, words: 'nothing overdue' },
    { list: toAssign, words: 'nothing to assign' },
    { list: waitingForFlorist, words: 'no florist to wait for' },
    { list: needsRefund, words: 'no refund due' },
    { list: failedMessages, words: 'no e-mail problems' },
  ].flatMap(({ list, words }) => (list.total === 0 ? [words] : []))
  return (
    <section aria-labelledby="to-do">
      <h2 id="to-do" className="sheet-title">
        What needs doing now
      </h2>
      <div className="tasks">
        <Orders {...{ overdue, toAssign }} />
        <Task
          title="Waiting for the florist"
          count={waitingForFlorist}
          all={{ label: 'Shop Orders', to: '/admin/shop-orders' }}
        >
          {waitingForFlorist.rows.map(({ id, shop, reference, assignedAt }) => (
            <TaskRow
              key={id}
              name={reference}
              target={{ to: '/admin/shop-orders/$id', params: { id } }}
              words={
                <>
                  {shop} has not answered since <When at={assignedAt} />
                </>
              }
            />
          ))}
        </Task>
        <Task title="Needs refund" count={needsRefund} all={ORDERS}>
          {needsRefund.rows.map(({ id, reference, amountCents, since }) => (
            <TaskRow
              key={id}
              name={reference}
              target={{ to: '/admin/orders/$id', params: { id } }}
              words={
                <>
                  Since <When at={since} />
                </>
              }
              aside={<b className="figures">{formatMoney(amountCents)}</b>}
            />
          ))}
        </Task>
        <Task title="E-mail problems" count={failedMessages}>
          {failedMessages.rows.map((message) => (
            <FailedMessage key={message.id} message={message} />
          ))}
        </Task>
      </div>
      {clear.length > 0 && <Clear all={clear.length === 5} words={clear} />}
    </section>
  )
}

function Orders({ overdue, toAssign }: Pick<Dashboard, 'overdue' | 'toAssign'>) {
  const rows = (list: Dashboard['overdue'], promised: string) =>
    list.rows.map(({ id, reference, city, promisedBy, timeZone, isSample }) => (
      <TaskRow
        key={id}
        name={reference}
        target={{ to: '/admin/orders/$id', params: { id } }}
        words={
          <>
            {city}, {promised} <When at={promisedBy} zone={timeZone} />
          </>
        }
        aside={isSample && <StatusBadge status="sample" />}
      />
    ))
  return (
    <>
      <Task title="Overdue" count={overdue} all={ORDERS} urgent>
        {rows(overdue, 'was promised by')}
      </Task>
      <Task title="To assign" count={toAssign} all={{ label: 'Assign Orders', to: '/admin/assign-orders' }}>
        {rows(toAssign, 'promised by')}
      </Task>
    </>
  )
}

function Clear({ all, words }: { all: boolean; words: readonly string[] }) {
  const [first = '', ...rest] = words
  const line = [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(', ')
  return (
    <p className="task-clear">
      <CircleCheck aria-hidden />
      <span>{all ? `${line}. Everyone has been apologized to.` : `${line}.`}</span>
    </p>
  )
}

type Count = { total: number; capped: boolean; rows: readonly unknown[] }

type TaskProps = {
  title: string
  /** All there is, and the rows that are shown of it. */
  count: Count
  /** Somebody is being let down at this moment. */
  urgent?: boolean
  /** Where all of them are. */
  all?: { label: string; to: Target['to'] }
  children: ReactNode
}

/** One kind of thing that needs doing: how many, and the first of them. Nothing when there are none. */
function Task({ title, count, urgent = false, all, children }: TaskProps) {
  const id = useId()
  if (count.total === 0) return null
  const more = count.total - count.rows.length
  return (
    <section className="sheet task" aria-labelledby={id}>
      <header className="task-header">
        <h3 id={id}>
          {title}{' '}
          <span className="task-count" data-urgent={urgent || undefined}>
            {countText(count)}
          </span>
        </h3>
        {all && (
          <Link className="link py-0.5" to={all.to}>
            {all.label}
          </Link>
        )}
      </header>
      <ul>{children}</ul>
      {more > 0 && (
        <p className="text-small text-muted">and {countText({ total: more, capped: count.capped })} more</p>
      )}
    </section>
  )
}

type TaskRowProps = { name: string; target: Target; words: ReactNode; aside?: ReactNode }

/** One thing to do: its name leads to it. */
function TaskRow({ name, target, words, aside }: TaskRowProps) {
  return (
    <li className="task-row">
      <div className="min-w-0 flex-1">
        <Link className="row-link" {...target}>
          {name}
        </Link>
        <p className="text-small text-muted">{words}</p>
      </div>
      {aside}
    </li>
  )
}
