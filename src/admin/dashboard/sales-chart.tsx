import { type CSSProperties, type RefCallback, useCallback, useState } from 'react'
import { formatMoney } from '#domain/money.ts'
import { type Day, dayText, soldText, summaryOf } from './sales-labels.ts'
import { SalesPlot } from './sales-plot.tsx'

/** Left of the bars, for the words of the axis. */
const AXIS = 44

type SalesChartProps = { days: readonly Day[]; timeZone: string }

/**
 * Revenue and orders, day by day. The chart itself is for the eye; its values are read by moving over it with a
 * pointer, a finger or the arrow keys, from the sentence above it, and from the table below it.
 */
export function SalesChart({ days, timeZone }: SalesChartProps) {
  const [chosen, setChosen] = useState(days.length - 1)
  const [frame, width] = useWidth()
  const day = days[chosen]
  const told = (at: number) => {
    const { date, ...sold } = days[at] ?? { date: '', orders: 0, revenueCents: 0 }
    return `${at === days.length - 1 ? 'Today' : dayText(date)}: ${soldText(sold)}`
  }
  return (
    <section className="sheet" aria-labelledby="sales">
      <header className="chart-header">
        <div>
          <h2 id="sales" className="sheet-title">
            Last 14 days
          </h2>
          <p>{summaryOf(days)}</p>
        </div>
        {day && (
          <p className="chart-told" aria-hidden="true">
            {told(chosen)}
          </p>
        )}
      </header>
      <div className="chart" ref={frame}>
        {width > AXIS && (
          <>
            <SalesPlot days={days} chosen={chosen} width={width} axis={AXIS} />
            <input
              type="range"
              className="chart-hand"
              aria-label="Day"
              aria-valuetext={told(chosen)}
              min={0}
              max={days.length - 1}
              value={chosen}
              style={handOf(width - AXIS, days.length)}
              onChange={({ target }) => setChosen(Number(target.value))}
              onPointerMove={({ nativeEvent, currentTarget }) => {
                const at = Math.floor((nativeEvent.offsetX / currentTarget.offsetWidth) * days.length)
                if (nativeEvent.pointerType === 'mouse' && at in days) setChosen(at)
              }}
            />
          </>
        )}
      </div>
      <SalesTable days={days} timeZone={timeZone} />
    </section>
  )
}

/** The slider lies over the bars, and its thumb is as wide as one day. */
function handOf(width: number, days: number): CSSProperties & Record<'--day', string> {
  return { left: AXIS, width, '--day': `${width / days}px` }
}

/** The same numbers to be read one by one, latest first. */
function SalesTable({ days, timeZone }: { days: readonly Day[]; timeZone: string }) {
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

/** How wide an element is, in pixels, as it changes; 0 before it is known. */
function useWidth(): [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
