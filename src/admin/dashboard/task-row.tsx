import type { ComponentProps, ReactNode } from 'react'
import { TimeLeft, WaitingTime } from '#src/admin/ui/time-left.tsx'
import type { Elements } from '#src/components/ui/elements.ts'

type TaskRowProps = {
  /** Its urgency: the promise of an order, or since when it waits; null: it has no time. */
  time: ComponentProps<typeof TimeLeft> | { since: string } | null
  /** The thing to do, and for whom. */
  title: ReactNode
  badge?: Elements
  description: ReactNode
  /** Its one button. */
  children: ReactNode
}

/** One thing to do. */
export function TaskRow({ time, title, badge, description, children }: TaskRowProps) {
  return (
    <li className="grid gap-x-5 gap-y-1.5 border-line py-3 wrap-anywhere not-first:border-t md:grid-cols-[minmax(0,1fr)_auto] md:items-center lg:grid-cols-[8.5rem_minmax(0,1fr)_auto]">
      <div className={time ? 'md:max-lg:col-span-full' : 'max-lg:hidden'}>
        {time && ('since' in time ? <WaitingTime since={time.since} /> : <TimeLeft {...time} />)}
      </div>
      <div>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <b className="font-semibold">{title}</b>
          {badge}
        </p>
        <p className="text-small text-muted">{description}</p>
      </div>
      <div className="flex flex-wrap gap-2 max-md:mt-1">{children}</div>
    </li>
  )
}
