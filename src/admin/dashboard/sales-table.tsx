import { formatMoney } from '#domain/money.ts'
import { type Day, dayText } from './sales-words.ts'

/** The same numbers to be read one by one, latest first. */
export function SalesTable({ days, timeZone }: { days: readonly Day[]; timeZone: string }) {
  const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ')
  return (
    <details className="chart-table">
      <summary>Show as a table</summary>
      <table>
        <caption className="sr-only">Orders and revenue of the last 14 days</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Orders</th>
            <th scope="col">Revenue</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ date, orders, revenueCents }) => (
            <tr key={date}>
              <th scope="row">{dayText(date)}</th>
              <td>{orders.toLocaleString('en-US')}</td>
              <td>{formatMoney(revenueCents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-small text-muted">
        Days as {city} counts them. Orders by the day they were paid; revenue with taxes, less what was given
        back.
      </p>
    </details>
  )
}
