import CircleCheck from 'lucide-react/icons/circle-check'
import { formatMoney } from '#domain/money.ts'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { FailedMessage } from './failed-message.tsx'
import type { Dashboard } from './queries.ts'
import { Task, TaskRow } from './task.tsx'

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
