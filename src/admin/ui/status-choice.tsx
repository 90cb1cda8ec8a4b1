import type { ReactNode } from 'react'
import { statusLabel } from '#domain/order-status.ts'

type StatusChoiceProps<Status extends string> = {
  /** Every status with its colour, in order. */
  statuses: readonly Status[]
  colours: Readonly<Record<Status, string>>
  now: Status
  /** The one that is on its way. */
  setting: Status | undefined
  /** Another than the present one was pressed. */
  onChoose: (status: Status) => void
  children: ReactNode
}

/** The sheet with a button for each status. */
export function StatusChoice<Status extends string>(props: StatusChoiceProps<Status>) {
  const { statuses, colours, now, setting, onChoose, children } = props
  return (
    <section className="sheet" aria-labelledby="status">
      <h2 id="status" className="sheet-title">
        Status
      </h2>
      <div className="status-buttons">
        {statuses.map((status) => (
          <button
            key={status}
            type="button"
            className="status-button"
            data-tone={colours[status]}
            aria-pressed={now === status}
            aria-busy={setting === status || undefined}
            onClick={() => now !== status && onChoose(status)}
          >
            {statusLabel(status)}
          </button>
        ))}
      </div>
      {children}
    </section>
  )
}
