import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { Target } from '#src/admin/ui/target.ts'
import { countText } from './count-text.ts'

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
export function Task({ title, count, urgent = false, all, children }: TaskProps) {
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
export function TaskRow({ name, target, words, aside }: TaskRowProps) {
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
