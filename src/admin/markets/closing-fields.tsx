import { useRef } from 'react'
import { useController, useWatch } from 'react-hook-form'
import type { MarketFormInput } from '#api/markets/schema.ts'
import { PAUSED_REASON_MAX } from '#domain/limits.ts'
import { TAKES_ORDERS_WITHOUT_FLORIST, takesOrdersWithoutFlorist } from '#domain/market-orders.ts'
import { countTyped } from '#domain/text.ts'
import { FormCheck, FormTextArea } from '#src/admin/ui/form-fields.tsx'
import { CheckLabel, FormPart } from '#src/admin/ui/form-layout.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import { calendarDate } from './dates.ts'
import { DaysField } from './days-field.tsx'
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

/** Dates on which a market does not deliver, by its own calendar. */
export function ClosedDatesField() {
  const { field, fieldState } = useController<MarketFormInput, 'closedDates'>({ name: 'closedDates' })
  const timeZone = useWatch<MarketFormInput, 'timeZone'>({ name: 'timeZone' })
  return (
    <DaysField
      title="Closed dates"
      name="closed-date"
      label="Add a date"
      button="Add date"
      error={fieldState.error?.message}
      focusRef={field.ref}
      zone={timeZone}
      days={field.value}
      none="No upcoming closures"
      onAdd={(day) => field.onChange([...field.value, day].toSorted())}
      onRemove={(day) => field.onChange(field.value.filter((other) => other !== day))}
    >
      {(day) => (
        <time dateTime={day} className="tabular-nums">
          {calendarDate(day)}
        </time>
      )}
    </DaysField>
  )
}
