import { type BadgeColour, statusLabel } from '#domain/order-status.ts'
import type { Elements } from '#src/components/ui/elements.ts'
import { Card } from './card.tsx'
import { TONES } from './status-badge.tsx'

const BUTTON =
  'inline-flex min-h-9.5 cursor-pointer items-center gap-2 rounded-full border-[1.5px] border-line px-3.5 py-1 font-medium before:size-2 before:rounded-full before:bg-(--tone) hover:border-(color:--tone) aria-busy:border-dashed aria-busy:border-(color:--tone) aria-pressed:cursor-default aria-disabled:cursor-default aria-pressed:border-(color:--tone) aria-pressed:bg-(--tone) aria-pressed:font-semibold aria-pressed:text-white aria-pressed:before:bg-white pointer-coarse:min-h-11 forced-colors:aria-pressed:bg-[SelectedItem] forced-colors:aria-pressed:text-[SelectedItemText] forced-colors:aria-pressed:forced-color-adjust-none'

type StatusChoiceProps<Status extends string> = {
  /** Every status with its colour, in order. */
  statuses: readonly Status[]
  colours: Readonly<Record<Status, BadgeColour>>
  now: Status
  /** The one that is on its way. */
  setting: Status | undefined
  /** Another than the present one was pressed. */
  onChoose: (status: Status) => void
  children: Elements
}

/** A card with a button for each status. */
export function StatusChoice<Status extends string>(props: StatusChoiceProps<Status>) {
  const { statuses, colours, now, setting, onChoose, children } = props
  return (
    <Card title="Status">
      <div className="flex flex-wrap gap-2">
        {statuses.map((status) => (
          <button
            key={status}
            type="button"
            className={`${BUTTON} ${TONES[colours[status]]}`}
            aria-pressed={now === status}
            aria-busy={setting === status || undefined}
            aria-disabled={setting !== undefined || undefined}
            onClick={() => setting === undefined && now !== status && onChoose(status)}
          >
            {statusLabel(status)}
          </button>
        ))}
      </div>
      {children}
    </Card>
  )
}
