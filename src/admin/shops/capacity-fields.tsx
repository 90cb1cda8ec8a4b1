import { useFieldArray, useWatch } from 'react-hook-form'
import type { ShopFormInput } from '#api/shops/schema.ts'
import { HOURLY_OPTIONS, shopCapacityOn } from '#domain/capacity.ts'
import { DELIVERY_OPTIONS } from '#domain/delivery.ts'
import { WEEK } from '#domain/opening-hours.ts'
import { REPORTING_TIME_ZONE } from '#domain/zoned-time.ts'
import { calendarDate } from '#src/admin/markets/dates.ts'
import { DaysField } from '#src/admin/markets/days-field.tsx'
import { FormCount } from '#src/admin/ui/form-fields.tsx'
import { FormPart } from '#src/admin/ui/form-layout.tsx'

/** The number of bouquets that a shop can make: a day, an hour, and on single days of the calendar. */
export function CapacityFields() {
  return (
    <>
      <FormPart title="Capacity">
        <p className="text-muted">
          Bouquets per day. Leave blank for no limit. If every active shop in a market has a limit, shoppers
          can order as many as those shops can make together.
        </p>
        <div className="grid grid-cols-2 gap-x-2.5 gap-y-3 min-[22.5rem]:grid-cols-3 sm:grid-cols-4 lg:grid-cols-7">
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
      </FormPart>
      <SpecialDays />
    </>
  )
}

/** Single days on which the number is another one than on the weekday, which it begins with. */
function SpecialDays() {
  const name = 'capacityDates'
  const { fields, insert, remove } = useFieldArray<ShopFormInput, typeof name>({ name })
  const byWeekday = useWatch<ShopFormInput, 'weekdayCapacity'>({ name: 'weekdayCapacity' }) ?? null
  const days = fields.map(({ date }) => date)
  const add = (date: string) => {
    const capacity = shopCapacityOn({ byWeekday, byDate: {}, perHour: null }, date)
    insert(days.filter((day) => day < date).length, { date, capacity }, { shouldFocus: false })
  }
  return (
    <DaysField
      title="Special days"
      hint="Days with a different number of bouquets. 0 means closed. Leave blank for no limit."
      name="special-day"
      label="Add a day"
      button="Add day"
      zone={REPORTING_TIME_ZONE}
      days={days}
      none="No upcoming special days"
      onAdd={add}
      onRemove={(day) => remove(days.indexOf(day))}
    >
      {(day) => (
        <FormCount
          name={`${name}.${days.indexOf(day)}.capacity`}
          label={`On ${calendarDate(day)}`}
          className="w-36 py-2.5"
        />
      )}
    </DaysField>
  )
}
