import X from 'lucide-react/icons/x'
import { type ComponentProps, useRef } from 'react'
import { useNow } from '#src/admin/first-screen.tsx'
import { iconButtonStyle } from '#src/admin/ui/class-names.ts'
import { FormPart } from '#src/admin/ui/form-layout.tsx'
import type { Elements } from '#src/components/ui/elements.ts'
import { serverNow } from '#src/lib/server-clock.ts'
import { byNow, calendarDate } from './dates.ts'
import { EntryField } from './entry-field.tsx'

type DaysFieldProps = Pick<ComponentProps<typeof EntryField>, 'name' | 'label' | 'button' | 'error'> & {
  title: string
  hint?: string
  /** The calendar's zone (IANA). */
  zone: string
  days: readonly string[]
  none: string
  /** Where a fault of the field leads. */
  focusRef?: (target: { focus: () => void } | null) => void
  onAdd: (day: string) => void
  onRemove: (day: string) => void
  /** The content of a day's entry. */
  children: (day: string) => Elements
}

/** Days of the calendar, added one by one; those that are over are folded away. */
export function DaysField(props: DaysFieldProps) {
  const { title, hint, zone, days, none, focusRef, onAdd, onRemove, children, ...entry } = props
  const input = useRef<HTMLInputElement>(null)
  const { past, coming } = byNow(days, zone, useNow())
  const add = (day: string): string | undefined => {
    if (!day) return 'Please choose a date'
    if (days.includes(day)) return 'This date is already listed'
    if (byNow([day], zone, serverNow()).past.length > 0) return 'This date has passed'
    onAdd(day)
    return undefined
  }
  const list = (shown: readonly string[]) => (
    <ul className="flex flex-wrap gap-2">
      {shown.map((day) => (
        <li key={day} className="flex items-center rounded-field border border-line pl-3">
          {children(day)}
          <button
            type="button"
            className={`${iconButtonStyle} h-9.5 w-9`}
            aria-label={`Remove ${calendarDate(day)}`}
            onClick={() => {
              onRemove(day)
              input.current?.focus()
            }}
          >
            <X aria-hidden className="size-4!" />
          </button>
        </li>
      ))}
    </ul>
  )
  return (
    <FormPart title={title} ref={(element) => focusRef?.(element && { focus: () => input.current?.focus() })}>
      {hint && <p className="text-muted">{hint}</p>}
      <EntryField {...entry} input={input} type="date" className="flex-[0_1_11rem]" onAdd={add} />
      {coming.length > 0 ? list(coming) : <p className="text-muted">{none}</p>}
      {past.length > 0 && (
        <details>
          <summary className="link">{`${past.length} past`}</summary>
          <div className="mt-3">{list(past)}</div>
        </details>
      )}
    </FormPart>
  )
}
