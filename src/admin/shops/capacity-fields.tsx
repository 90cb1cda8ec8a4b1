import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ComponentProps, useRef, useState } from 'react'
import { get, useController, useWatch } from 'react-hook-form'
import type { ShopFormInput } from '#api/shops/schema.ts'
import { HOURLY_OPTIONS, shopCapacityOn } from '#domain/capacity.ts'
import { describeCapacity } from '#domain/capacity-labels.ts'
import { DELIVERY_OPTIONS } from '#domain/delivery.ts'
import { WEEK } from '#domain/opening-hours.ts'
import { addMonths, monthName } from '#domain/statement.ts'
import { addDays, isoDate, REPORTING_TIME_ZONE } from '#domain/zoned-time.ts'
import { useNow } from '#src/admin/first-screen.tsx'
import { calendarDate } from '#src/admin/markets/dates.ts'
import { iconButtonStyle } from '#src/admin/ui/class-names.ts'
import { CountField, FormCount } from '#src/admin/ui/form-fields.tsx'
import { FormPart } from '#src/admin/ui/form-layout.tsx'
import { Button } from '#src/components/ui/button.tsx'

/** The number of bouquets that a shop can make: a day, an hour, and on single days of the calendar. */
export function CapacityFields() {
  return (
    <FormPart title="Capacity">
      <p className="text-muted">
        Bouquets per day. Leave blank for no limit. If every active shop in a market has a limit, shoppers can
        order as many as those shops can make together.
      </p>
      <div className="grid grid-cols-3 gap-x-2.5 gap-y-3 sm:grid-cols-4 lg:grid-cols-7">
        {WEEK.map(({ key, name }) => (
          <FormCount key={key} name={`weekdayCapacity.${key}`} label={name} />
        ))}
      </div>
      <FormCount
        name="hourlyCapacity"
        label="Per hour"
        hint={`For ${HOURLY_OPTIONS.map((id) => `“${DELIVERY_OPTIONS[id].label}”`).join(' and ')}.`}
        className="max-w-80"
      />
      <Calendar />
    </FormPart>
  )
}

/** Single days on which the number is another one than on the weekday. */
function Calendar() {
  const { field, fieldState, formState } = useController<ShopFormInput, 'capacityDates'>({
    name: 'capacityDates',
  })
  const byWeekday = useWatch<ShopFormInput, 'weekdayCapacity'>({ name: 'weekdayCapacity' }) ?? null
  const dates = field.value ?? []
  const today = isoDate(new Date(useNow()), REPORTING_TIME_ZONE)
  const thisMonth = today.slice(0, 7)
  const [month, setMonth] = useState(thisMonth)
  const [picked, setPicked] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const byDate = Object.fromEntries(dates.map(({ date, capacity }) => [date, capacity]))
  const capacityOn = (date: string) => shopCapacityOn({ byWeekday, byDate, perHour: null }, date)
  const without = (date: string) => dates.filter((other) => other.date !== date)
  const change = (date: string, capacity: number | null) =>
    field.onChange(
      [...without(date), { date, capacity }].toSorted((one, other) => (one.date < other.date ? -1 : 1)),
    )
  const faultAt = (at: number): string | undefined =>
    get(formState.errors, `capacityDates.${at}.capacity.message`)
  const faulty = dates.find((_, at) => faultAt(at))?.date
  const shown = picked ?? faulty
  return (
    <div className="flex flex-col gap-3.5">
      <div className="flex items-center justify-between gap-2">
        <p className="font-semibold" aria-live="polite">
          {monthName(month)}
        </p>
        <span className="flex">
          <MonthButton
            label="Previous month"
            disabled={month <= thisMonth}
            onClick={() => setMonth(addMonths(month, -1))}
          >
            <ChevronLeft aria-hidden />
          </MonthButton>
          <MonthButton label="Next month" onClick={() => setMonth(addMonths(month, 1))}>
            <ChevronRight aria-hidden />
          </MonthButton>
        </span>
      </div>
      <table className="w-full table-fixed border-collapse text-center tabular-nums">
        <caption className="sr-only">{`Bouquets on each day of ${monthName(month)}`}</caption>
        <thead>
          <tr>
            {WEEK.map(({ key, short, name }) => (
              <th key={key} scope="col" className="pb-1 text-label font-medium text-muted">
                <abbr title={name} className="no-underline">
                  {short}
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find((date) => date !== null)}>
              {week.map((date, at) => (
                <td key={date ?? WEEK[at]?.key} className="p-0.5">
                  {date && (
                    <Day
                      date={date}
                      capacity={capacityOn(date)}
                      isException={date in byDate}
                      isPast={date < today}
                      isPicked={date === shown}
                      onPick={() => {
                        setPicked(date)
                        requestAnimationFrame(() => input.current?.focus())
                      }}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown ? (
        <div className="flex flex-wrap items-start gap-x-3">
          <CountField
            // Another day is another field: what was typed wrong stays with its own.
            key={shown}
            ref={(element) => {
              input.current = element
              field.ref(element)
            }}
            name="day"
            label={`On ${calendarDate(shown)}`}
            hint="0 means closed. Leave blank for no limit."
            value={capacityOn(shown)}
            error={faultAt(dates.findIndex(({ date }) => date === shown))}
            onBlur={field.onBlur}
            onCount={(count) => change(shown, count)}
          />
          {shown in byDate && (
            <Button
              type="button"
              look="link"
              className="sm:mt-13"
              onClick={() => field.onChange(without(shown))}
            >
              Use the usual number
            </Button>
          )}
        </div>
      ) : (
        <p className="text-muted">Select a day to set a different number.</p>
      )}
      {fieldState.error?.message && (
        <p className="error" role="alert">
          {fieldState.error.message}
        </p>
      )}
    </div>
  )
}

function MonthButton({ label, ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      className={`${iconButtonStyle} size-10 disabled:cursor-default disabled:opacity-40`}
      {...rest}
    />
  )
}

type DayProps = {
  date: string
  capacity: number | null
  isException: boolean
  isPast: boolean
  isPicked: boolean
  onPick: () => void
}

function Day({ date, capacity, isException, isPast, isPicked, onPick }: DayProps) {
  const look = isException ? 'border-rose font-semibold' : 'border-line'
  return (
    <button
      type="button"
      disabled={isPast}
      aria-pressed={isPicked}
      className={`flex min-h-12 w-full cursor-pointer flex-col items-center justify-center rounded-field border ${look} hover:bg-ink/6 disabled:cursor-default disabled:border-transparent disabled:opacity-50 aria-pressed:bg-blush`}
      onClick={onPick}
    >
      <span className="sr-only">{`${calendarDate(date)}: ${describeCapacity(capacity)}`}</span>
      <span aria-hidden className="text-label text-muted">
        {Number(date.slice(8))}
      </span>
      <span aria-hidden className="text-small leading-tight">
        {capacity ?? '–'}
      </span>
    </button>
  )
}

/** The weeks of a month (`YYYY-MM`), Monday first; null for days of the months beside it. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`
  const before = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
  const weeks: (string | null)[][] = []
  for (let at = addDays(first, -before); at < `${addMonths(month, 1)}-01`; at = addDays(at, 7)) {
    const days = Array.from({ length: 7 }, (_, day) => addDays(at, day))
    weeks.push(days.map((date) => (date.startsWith(month) ? date : null)))
  }
  return weeks
}
