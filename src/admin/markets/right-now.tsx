import { useMemo, useState } from 'react'
import { formatDay, formatTime } from '#domain/dates.ts'
import { DELIVERY_OPTION_IDS, DELIVERY_OPTIONS, describePromise } from '#domain/delivery.ts'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import { useAvailability } from '#src/lib/use-availability.ts'
import type { MarketDetail } from './queries.ts'
import { sameDayWords } from './same-day.ts'

/** What shoppers in this market see now, by the rule that the shop itself follows; it keeps itself true. */
export function RightNow({ market }: { market: MarketDetail }) {
  const { timeZone, openingHours, pausedReason, closedDates, zipCodes, shops } = market
  const schedule = useMemo(
    () => ({ timeZone, openingHours, pausedReason, closedDates }),
    [timeZone, openingHours, pausedReason, closedDates],
  )
  const [opened] = useState(() => new Date().toISOString())
  const [{ options }, now] = useAvailability(opened, schedule)
  return (
    <section className="sheet" aria-labelledby="right-now">
      <h2 id="right-now" className="sheet-title">
        Right now
      </h2>
      <p className="strong">{sameDayWords(now, schedule)}</p>
      <p className="text-small text-muted">
        It is {formatTime(now, timeZone)} on {formatDay(now, timeZone)} there.
      </p>
      {pausedReason !== null && (
        <p className="mt-3">
          Shoppers read: <q>{pausedReason}</q>
        </p>
      )}
      {zipCodes.length === 0 && <p className="mt-3">Without ZIP codes no shopper gets here.</p>}
      {!shops.some(({ active }) => active) && (
        <p className="mt-3">There is no active shop: orders would wait for somebody to make them.</p>
      )}
      <dl className="right-now">
        {DELIVERY_OPTION_IDS.map((id) => (
          <div key={id}>
            <dt>{DELIVERY_OPTIONS[id].label}</dt>
            <dd>
              <StatusBadge status={options[id].open ? 'active' : 'inactive'}>
                {options[id].open ? 'Open' : 'Closed'}
              </StatusBadge>
              <span>
                {options[id].open
                  ? describePromise(id, now, timeZone)
                  : pausedReason === null && options[id].reason}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
