import { useQuery } from '@tanstack/react-query'
import { Card } from '#src/admin/ui/card.tsx'
import { QueryError } from '#src/admin/ui/error-banner.tsx'
import { calendarDate } from './dates.ts'
import { type MarketDay, marketDaysQuery } from './queries.ts'

/** The taken part of what a market's shops can make, today and on the next 14 days. */
export function MarketDays({ id }: { id: string }) {
  const query = useQuery(marketDaysQuery(id))
  const days = query.data?.days
  return (
    <Card title="Next two weeks">
      <QueryError query={query} fallback="Failed to load how much is sold" />
      {days && (
        <table className="w-full border-collapse tabular-nums">
          <caption className="sr-only">Bouquets sold, held and left by day</caption>
          <thead>
            <tr className="border-b border-line text-label text-muted">
              {['Day', 'Sold', 'Held', 'Left'].map((header) => (
                <th
                  key={header}
                  scope="col"
                  className="py-1.5 pl-2 text-right font-medium first:pl-0 first:text-left"
                >
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.date} className="border-b border-line last:border-0">
                <th scope="row" className="py-1.5 text-left font-normal">
                  {calendarDate(day.date)}
                </th>
                <td className="py-1.5 pl-2 text-right">{day.sold}</td>
                <td className="py-1.5 pl-2 text-right">{day.held}</td>
                <td className="py-1.5 pl-2 text-right whitespace-nowrap">{leftOf(day)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}

/** A day may have more orders than its shops can make: the number may be lowered, a shop deactivated, the day closed. */
function leftOf({ sold, held, limit, isClosed }: MarketDay): string {
  if (isClosed) return 'Closed'
  if (limit === null) return 'No limit'
  const left = limit - sold - held
  if (left < 0) return `${-left} too many`
  return left === 0 ? 'Sold out' : String(left)
}
