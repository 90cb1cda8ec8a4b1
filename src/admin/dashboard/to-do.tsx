import { Link } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import { type ReactNode, useId } from 'react'
import { formatMoney } from '#domain/money.ts'
import { Card, CardTitle } from '#src/admin/ui/card.tsx'
import { rowLinkStyle } from '#src/admin/ui/class-names.ts'
import type { Target } from '#src/admin/ui/link-button.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { FailedMessage, taskRowStyle } from './mail-tasks.tsx'
import type { Dashboard } from './queries.ts'
import { countText } from './tiles.tsx'

const ORDERS = { label: 'Orders', to: '/admin/orders' } as const

type ToDoProps = { dashboard: Dashboard }

/** What needs doing now. What does not is said in one line. */
export function ToDo({ dashboard }: ToDoProps) {
  const { toAssign, waitingForFlorist, overdue, needsRefund, failedMessages } = dashboard
  const clear = [
    { list: overdue, label: 'nothing overdue' },
    { list: toAssign, label: 'nothing to assign' },
    { list: waitingForFlorist, label: 'no florists to wait for' },
    { list: needsRefund, label: 'no refunds due' },
    { list: failedMessages, label: 'no email problems' },
  ].flatMap(({ list, label }) => (list.total === 0 ? [label] : []))
  return (
    <section aria-labelledby="to-do">
      <CardTitle id="to-do">Needs attention</CardTitle>
      <div className="peer grid gap-4 empty:hidden lg:has-[section+section]:block lg:has-[section+section]:columns-2 lg:has-[section+section]:gap-4 lg:has-[section+section]:[&>:not(:last-child)]:mb-4">
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
              description={
                <>
                  {shop} hasn’t responded. Assigned <When at={assignedAt} />
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
              description={
                <>
                  Since <When at={since} />
                </>
              }
              aside={<b className="tabular-nums">{formatMoney(amountCents)}</b>}
            />
          ))}
        </Task>
        <Task title="Email problems" count={failedMessages}>
          {failedMessages.rows.map((message) => (
            <FailedMessage key={message.id} message={message} />
          ))}
        </Task>
      </div>
      {clear.length > 0 && <Clear all={clear.length === 5} labels={clear} />}
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
        description={
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

function Clear({ all, labels }: { all: boolean; labels: readonly string[] }) {
  const [first = '', ...rest] = labels
  const line = [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(', ')
  return (
    <p className="mt-3.5 flex items-start gap-2.5 text-muted peer-empty:mt-0">
      <CircleCheck aria-hidden className="mt-0.5 size-5 flex-none text-stem" />
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
    <Card className="break-inside-avoid py-3.5 md:py-3.5" aria-labelledby={id}>
      <header className="mb-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 id={id} className="font-text tracking-normal">
          {title}{' '}
          <span
            className={`inline-block min-w-6 rounded-full px-2 text-center text-label tabular-nums ${urgent ? 'bg-rose text-white' : 'bg-blush text-rose-deep'}`}
          >
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
    </Card>
  )
}

type TaskRowProps = { name: string; target: Target; description: ReactNode; aside?: ReactNode }

/** One thing to do: its name leads to it. */
function TaskRow({ name, target, description, aside }: TaskRowProps) {
  return (
    <li className={taskRowStyle}>
      <div className="min-w-0 flex-1">
        <Link className={rowLinkStyle} {...target}>
          {name}
        </Link>
        <p className="text-small text-muted">{description}</p>
      </div>
      {aside}
    </li>
  )
}
