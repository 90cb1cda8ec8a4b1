import { Link } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useState } from 'react'
import { Card, CardTitle, cardStyle } from '#src/admin/ui/card.tsx'
import { countText } from '#src/admin/ui/count-text.ts'
import type { Dashboard } from './queries.ts'
import { TaskItem } from './task-items.tsx'
import { KINDS, type Kind, type Lists, type TaskKind, tasksOf } from './tasks.ts'

/** So many tasks of all kinds are shown together; each list has as many, so the first of all are among them. */
const SHOWN = 10

const CHIP =
  'inline-flex min-h-8 cursor-pointer items-center gap-2 rounded-full border-[1.5px] border-edge px-3 text-small font-medium text-muted hover:text-ink aria-pressed:border-rose aria-pressed:bg-blush aria-pressed:font-semibold aria-pressed:text-rose-deep pointer-coarse:min-h-11 forced-colors:aria-pressed:bg-[SelectedItem] forced-colors:aria-pressed:text-[SelectedItemText] forced-colors:aria-pressed:forced-color-adjust-none'

type ShownKind = Omit<Kind, 'id'> & { id: TaskKind; count: Lists[keyof Lists] }

/** Lists the next things to do, most urgent first, each with the button that does it or leads there. */
export function WhatToDo({ dashboard }: { dashboard: Dashboard }) {
  const [wanted, setWanted] = useState<TaskKind | null>(null)
  const all: ShownKind[] = KINDS.map((kind) => ({ ...kind, count: dashboard[kind.list] }))
  const kinds = all.filter(({ count }) => count.total > 0)
  // The last of a kind may be done meanwhile.
  const kind = kinds.find(({ id }) => id === wanted)
  const tasks = tasksOf(dashboard)
  const ofKind = kind ? tasks.filter((task) => task.kind === kind.id) : tasks
  const shown = ofKind.slice(0, SHOWN)
  if (kinds.length === 0) return <NothingToDo />
  return (
    <Card aria-labelledby="to-do" className="p-4! pb-1.5! md:p-5! md:pb-2!">
      <header className="mb-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 md:mb-2">
        <CardTitle id="to-do" className="">
          What to do next
        </CardTitle>
        {/* The number of each kind; a press leaves only those. */}
        <fieldset className="flex flex-wrap gap-2 max-md:hidden">
          <legend className="sr-only">Show</legend>
          <button type="button" className={CHIP} aria-pressed={!kind} onClick={() => setWanted(null)}>
            All
          </button>
          {kinds.map(({ id, label, urgent, count }) => (
            <button
              key={id}
              type="button"
              className={CHIP}
              aria-pressed={kind?.id === id}
              onClick={() => setWanted(kind?.id === id ? null : id)}
            >
              <span>{`${label} `}</span>
              <span className={`tabular-nums ${urgent ? 'font-semibold text-tone-red' : ''}`}>
                {countText(count)}
              </span>
            </button>
          ))}
        </fieldset>
        {/* On a phone the same in one line. */}
        <select
          className="control min-w-28 flex-1 md:hidden"
          aria-label="Show"
          value={kind?.id ?? ''}
          onChange={({ target }) => setWanted(kinds.find(({ id }) => id === target.value)?.id ?? null)}
        >
          <option value="">All</option>
          {kinds.map(({ id, label, count }) => (
            <option key={id} value={id}>{`${label} (${countText(count)})`}</option>
          ))}
        </select>
      </header>
      <ul className="mt-1">
        {shown.map((task, at) => (
          <TaskItem key={task.key} task={task} first={at === 0} />
        ))}
      </ul>
      <More kind={kind} shown={shown.length} found={ofKind.length} />
    </Card>
  )
}

function NothingToDo() {
  return (
    <section className={`${cardStyle} flex items-center gap-4`} aria-labelledby="to-do">
      <CircleCheck aria-hidden className="size-8 flex-none stroke-[1.5] text-stem" />
      <div>
        <CardTitle id="to-do" className="mb-0.5">
          Nothing to do
        </CardTitle>
        <p className="text-muted">Everyone has been apologized to.</p>
      </div>
    </section>
  )
}

type MoreProps = {
  kind: ShownKind | undefined
  shown: number
  found: number
}

/** Says if these are all, and where the others are. */
function More({ kind, shown, found }: MoreProps) {
  const style = 'border-t border-line pt-3 text-small text-muted'
  if (!kind)
    return (
      found > shown && (
        <p className={style}>{`The ${shown} most urgent. Choose a kind above for the others.`}</p>
      )
    )
  const { count, all } = kind
  if (count.total <= shown) return null
  return (
    <p className={style}>
      <span>{`The first ${shown} of ${countText(count)}. `}</span>
      {all && (
        <Link className="link" to={all.to} {...(all.search && { search: all.search })}>
          {all.label}
        </Link>
      )}
    </p>
  )
}
