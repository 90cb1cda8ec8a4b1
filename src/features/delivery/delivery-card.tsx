import type { DeliveryOption } from '#src/domain/delivery.ts'
import { formatMoney } from '#src/domain/money.ts'

type DeliveryCardProps = {
  option: DeliveryOption
  /** What it means today: `Today, Tue Jun 4, by 8 PM`. */
  promise: string
  reason: string | null
  open: boolean
  checked: boolean
  onChoose: () => void
}

/** One delivery window: when, how soon, how much. */
export function DeliveryCard({ option, promise, reason, open, checked, onChoose }: DeliveryCardProps) {
  const { id, label, detail, feeCents } = option
  return (
    <label className="choice items-center gap-4 p-4 sm:px-6 sm:py-5">
      <input
        type="radio"
        name="deliveryOption"
        value={id}
        required
        disabled={!open}
        checked={checked}
        onChange={onChoose}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-fee ${id}-promise`}
      />
      <span className="flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span id={`${id}-label`} className="display text-title">
            {label}
          </span>
          <span
            id={`${id}-fee`}
            className={`figures font-semibold ${feeCents === 0 && open ? 'text-stem' : ''}`}
          >
            {feeCents === 0 ? 'Free' : formatMoney(feeCents)}
          </span>
        </span>
        <span id={`${id}-promise`} className="figures mt-0.5 block text-muted">
          {open ? (
            <>
              {promise} <span className="whitespace-nowrap">({detail})</span>
            </>
          ) : (
            (reason ?? 'Not available right now')
          )}
        </span>
      </span>
    </label>
  )
}
