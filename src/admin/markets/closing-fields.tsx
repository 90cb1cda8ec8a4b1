import X from 'lucide-react/icons/x'
import { useRef, useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import type { MarketFormInput } from '#api/markets/schema.ts'
import { PAUSED_REASON_MAX } from '#domain/limits.ts'
import { countTyped } from '#domain/text.ts'
import { useNow } from '#src/admin/first-screen.tsx'
import { iconButtonStyle } from '#src/admin/ui/class-names.ts'
import { besideFieldStyle, CheckLabel, FormPart, FormPartTitle } from '#src/admin/ui/form-layout.tsx'
import { useBeforeSubmit } from '#src/admin/ui/form-submit.ts'
import { Button } from '#src/components/ui/button.tsx'
import { TextAreaField, TextField } from '#src/components/ui/field.tsx'
import { serverNow } from '#src/lib/server-clock.ts'
import { byNow, calendarDate } from './dates.ts'

/** Pauses a market, with the reason that shoppers read. */
export function PauseField() {
  const { field, fieldState } = useController<MarketFormInput, 'pausedReason'>({ name: 'pausedReason' })
  const before = useRef('')
  const reason = field.value
  return (
    <FormPart>
      <FormPartTitle>Pause</FormPartTitle>
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
          <TextAreaField
            ref={field.ref}
            name={field.name}
            label="Reason *"
            aria-required
            rows={2}
            value={reason}
            error={fieldState.error?.message}
            aside={
              <p className="tabular-nums text-small text-muted">
                {`${countTyped(reason)} of ${PAUSED_REASON_MAX}`}
              </p>
            }
            onBlur={field.onBlur}
            onChange={({ target }) => field.onChange(target.value)}
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

/** Dates on which a market does not deliver, by its own calendar; those that are over are folded away. */
export function ClosedDatesField() {
  const { field, fieldState } = useController<MarketFormInput, 'closedDates'>({ name: 'closedDates' })
  const timeZone = useWatch<MarketFormInput, 'timeZone'>({ name: 'timeZone' })
  const [date, setDate] = useState('')
  const [fault, setFault] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const { past, coming } = byNow(field.value, timeZone, useNow())

  const add = (): boolean => {
    const wrong = !date
      ? 'Please choose a date'
      : field.value.includes(date)
        ? 'This date is already listed'
        : byNow([date], timeZone, serverNow()).past.length > 0
          ? 'This date has passed'
          : undefined
    setFault(wrong)
    if (wrong) return false
    field.onChange([...field.value, date].toSorted())
    setDate('')
    return true
  }
  useBeforeSubmit(input, () => {
    if (date === '' || add()) return true
    input.current?.focus()
    return false
  })
  const remove = (gone: string) => {
    field.onChange(field.value.filter((other) => other !== gone))
    input.current?.focus()
  }
  return (
    <FormPart>
      <FormPartTitle>Closed dates</FormPartTitle>
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          ref={(element) => {
            input.current = element
            field.ref(element)
          }}
          name="closed-date"
          label="Add a date"
          type="date"
          className="flex-[0_1_11rem]"
          value={date}
          error={fault ?? fieldState.error?.message}
          onChange={({ target }) => {
            setDate(target.value)
            setFault(undefined)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button type="button" look="quiet" className={besideFieldStyle} onClick={add}>
          Add Date
        </Button>
      </div>
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
