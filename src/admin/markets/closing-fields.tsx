import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import { useController, useWatch } from 'react-hook-form'
import type { MarketFormInput } from '#api/markets/schema.ts'
import { PAUSED_REASON_MAX } from '#domain/limits.ts'
import { TAKES_ORDERS_WITHOUT_FLORIST, takesOrdersWithoutFlorist } from '#domain/market-orders.ts'
import { countTyped } from '#domain/text.ts'
import { useNow } from '#src/admin/first-screen.tsx'
import { iconButtonStyle } from '#src/admin/ui/class-names.ts'
import { FormCheck, FormTextArea } from '#src/admin/ui/form-fields.tsx'
import { CheckLabel, FormPart } from '#src/admin/ui/form-layout.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import { serverNow } from '#src/lib/server-clock.ts'
import { byNow, calendarDate } from './dates.ts'
import { EntryField } from './entry-field.tsx'
import { MARKET_LABELS } from './shared.tsx'

/** Pauses a market, with the reason that shoppers read. */
export function PauseField() {
  const { field } = useController<MarketFormInput, 'pausedReason'>({ name: 'pausedReason' })
  const before = useRef('')
  const reason = field.value
  return (
    <FormPart title="Pause">
      <CheckLabel>
        <input
          type="checkbox"
          checked={reason !== null}
          onChange={({ target }) => {
            if (reason !== null) before.current = reason
            field.onChange(target.checked ? before.current : null)
          }}
        />
        Pause orders
      </CheckLabel>
      {reason !== null && (
        <>
          <FormTextArea
            name="pausedReason"
            label="Reason"
            required
            rows={2}
            aside={
              <p className="tabular-nums text-small text-muted">
                {`${countTyped(reason)} of ${PAUSED_REASON_MAX}`}
              </p>
            }
          />
          {reason.trim() && (
            <p className="rounded-field bg-blush px-4 py-3 wrap-anywhere">
              Shoppers see: <q>{reason.trim()}</q>
            </p>
          )}
        </>
      )}
    </FormPart>
  )
}

/** Asks if a market is closed while it has no florist, and says what it does as the form is now. */
export function FloristField({ hasFlorist }: { hasFlorist: boolean }) {
  const [pausedReason, zipCodes, closedWithoutFlorist = false] = useWatch<
    MarketFormInput,
    ['pausedReason', 'zipCodes', 'closedWithoutFlorist']
  >({ name: ['pausedReason', 'zipCodes', 'closedWithoutFlorist'] })
  const market = { pausedReason, closedWithoutFlorist, hasFlorist, hasZipCodes: zipCodes.length > 0 }
  return (
    <FormPart title="Without a florist">
      <FormCheck
        name="closedWithoutFlorist"
        label={MARKET_LABELS.closedWithoutFlorist}
        hint="While none of its shops is active, it takes no orders and shoppers can join the waitlist. It reopens when one is active."
      />
      {takesOrdersWithoutFlorist(market) && (
        <p>
          <StatusBadge status="pending">{TAKES_ORDERS_WITHOUT_FLORIST}</StatusBadge>
        </p>
      )}
    </FormPart>
  )
}

/** Dates on which a market does not deliver, by its own calendar; those that are over are folded away. */
export function ClosedDatesField() {
  const { field, fieldState } = useController<MarketFormInput, 'closedDates'>({ name: 'closedDates' })
  const timeZone = useWatch<MarketFormInput, 'timeZone'>({ name: 'timeZone' })
  const input = useRef<HTMLInputElement>(null)
  const { past, coming } = byNow(field.value, timeZone, useNow())

  const add = (date: string): string | undefined => {
    if (!date) return 'Please choose a date'
    if (field.value.includes(date)) return 'This date is already listed'
    if (byNow([date], timeZone, serverNow()).past.length > 0) return 'This date has passed'
    field.onChange([...field.value, date].toSorted())
    return undefined
  }
  const remove = (gone: string) => {
    field.onChange(field.value.filter((other) => other !== gone))
    input.current?.focus()
  }
  return (
    <FormPart
      title="Closed dates"
      // Where a fault of this field leads.
      ref={(element) => {
        field.ref(element && { focus: () => input.current?.focus() })
      }}
    >
      <EntryField
        input={input}
        name="closed-date"
        label="Add a date"
        type="date"
        className="flex-[0_1_11rem]"
        error={fieldState.error?.message}
        onAdd={add}
        button="Add date"
      />
      <Dates dates={coming} onRemove={remove} />
      {coming.length === 0 && <p className="text-muted">No upcoming closures</p>}
      {past.length > 0 && (
        <details>
          <summary className="link">{`${past.length} past`}</summary>
          <div className="mt-3">
            <Dates dates={past} onRemove={remove} />
          </div>
        </details>
      )}
    </FormPart>
  )
}

function Dates({ dates, onRemove }: { dates: readonly string[]; onRemove: (date: string) => void }) {
  if (dates.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2">
      {dates.map((date) => (
        <li key={date} className="flex items-center rounded-field border border-line pl-3">
          <time dateTime={date} className="tabular-nums">
            {calendarDate(date)}
          </time>
          <button
            type="button"
            className={`${iconButtonStyle} h-9.5 w-9`}
            aria-label={`Remove ${calendarDate(date)}`}
            onClick={() => onRemove(date)}
          >
            <X aria-hidden className="size-4!" />
          </button>
        </li>
      ))}
    </ul>
  )
}
