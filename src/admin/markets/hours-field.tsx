import { useRef } from 'react'
import { get, useController } from 'react-hook-form'
import type { MarketFormInput } from '#api/markets/schema.ts'
import type { OpeningDay, WeekdayKey } from '#domain/availability.ts'
import { byWeekday, WEEK, type WholeWeek, wholeWeek } from '#domain/opening-hours.ts'
import { CheckLabel, FormPart } from '#src/admin/ui/form-layout.tsx'
import { Button } from '#src/components/ui/button.tsx'

const USUAL: OpeningDay = { opens: '09:00', closes: '20:00' }
const EVERY_DAY: WholeWeek = byWeekday(() => USUAL)
const WEEKDAYS: readonly WeekdayKey[] = ['2', '3', '4', '5']
const MIDNIGHT = '24:00'

/** When a market's florists work: always, or from when to when on each day of the week. */
export function HoursField() {
  const { field, fieldState, formState } = useController<MarketFormInput, 'openingHours'>({
    name: 'openingHours',
  })
  const box = useRef<HTMLFieldSetElement>(null)
  const week = field.value && wholeWeek(field.value as Partial<WholeWeek>)
  // The hours before somebody tried "always open".
  const before = useRef(EVERY_DAY)
  const change = (next: WholeWeek | null) => {
    if (week) before.current = week
    field.onChange(next)
  }
  return (
    <FormPart
      title="Opening hours"
      ref={(element) => {
        box.current = element
        // The fields in error are drawn only after this is asked for.
        const focus = () =>
          requestAnimationFrame(() => {
            const inputs = [...(box.current?.querySelectorAll('input') ?? [])]
            const faulty = inputs.find((input) => input.ariaInvalid === 'true')
            const first = faulty ?? inputs[0]
            first?.focus()
          })
        field.ref(element && { focus })
      }}
    >
      <div className="flex flex-wrap gap-x-6">
        <CheckLabel>
          <input type="radio" name="hours" checked={!week} onChange={() => change(null)} />
          Always open
        </CheckLabel>
        <CheckLabel>
          <input type="radio" name="hours" checked={week !== null} onChange={() => change(before.current)} />
          Set for each day
        </CheckLabel>
      </div>
      {week && (
        <>
          <ul className="flex flex-col gap-2">
            {WEEK.map(({ key, name }) => (
              <Day
                key={key}
                name={name}
                value={week[key]}
                error={get(formState.errors, `openingHours.${key}`)}
                onChange={(day) => change({ ...week, [key]: day })}
              />
            ))}
          </ul>
          {fieldState.error?.message && (
            <p className="error" role="alert">
              {fieldState.error.message}
            </p>
          )}
          <p>
            <Button
              type="button"
              look="quiet"
              onClick={() =>
                change({ ...week, ...Object.fromEntries(WEEKDAYS.map((key) => [key, week['1']])) })
              }
            >
              Copy Monday to all weekdays
            </Button>
          </p>
        </>
      )}
    </FormPart>
  )
}

type Edge = keyof OpeningDay

type DayProps = {
  name: string
  value: OpeningDay | null
  error: Partial<Record<Edge, { message: string }>> | undefined
  onChange: (day: OpeningDay | null) => void
}

function Day({ name, value, error, onChange }: DayProps) {
  const last = useRef(USUAL)
  const message = (error?.opens ?? error?.closes)?.message
  const id = `hours-${name}-error`
  const time = (edge: Edge, word: string) =>
    value && (
      <input
        type="time"
        className="control w-auto tabular-nums"
        aria-label={`${name}, ${word}`}
        aria-invalid={error?.[edge] ? true : undefined}
        aria-describedby={message && id}
        // A time input has no 24:00: the end of the day is written as 00:00.
        value={value[edge] === MIDNIGHT ? '00:00' : value[edge]}
        onChange={({ target }) =>
          onChange({
            ...value,
            [edge]: edge === 'closes' && target.value === '00:00' ? MIDNIGHT : target.value,
          })
        }
      />
    )
  return (
    <li className="flex min-h-10.5 flex-wrap items-center gap-x-4 gap-y-1">
      <CheckLabel className="flex-[0_0_8.5rem]">
        <input
          type="checkbox"
          checked={value !== null}
          onChange={({ target }) => {
            if (value) last.current = value
            onChange(target.checked ? last.current : null)
          }}
        />
        <span>{name}</span>
      </CheckLabel>
      {value ? (
        <span className="flex items-center gap-2">
          {time('opens', 'from')}
          <span className="text-muted">to</span>
          {time('closes', 'to')}
        </span>
      ) : (
        <span className="text-muted">Closed</span>
      )}
      {message && (
        <p className="error basis-full" id={id} role="alert">
          {message}
        </p>
      )}
    </li>
  )
}
