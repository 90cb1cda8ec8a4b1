import { type CSSProperties, type RefCallback, useCallback, useState } from 'react'
import { formatMoney } from '#domain/money.ts'
import { Card, CardTitle } from '#src/admin/ui/card.tsx'
import { type Day, dayText, soldText, summaryOf } from './sales-labels.ts'
import { SalesPlot } from './sales-plot.tsx'

/** Left of the bars, for the words of the axis. */
const AXIS = 44

const CELL = 'border-b border-line py-1.25'

type SalesChartProps = { days: readonly Day[]; timeZone: string }

/**
 * Revenue and orders, day by day. The chart itself is for the eye; its values are read by moving over it with a
 * pointer, a finger or the arrow keys, from the sentence above it, and from the table below it.
 */
export function SalesChart({ days, timeZone }: SalesChartProps) {
  const [chosen, setChosen] = useState(days.length - 1)
  const [frame, width] = useWidth()
  const day = days[chosen]
  const labelOf = (at: number) => {
    const { date, ...sold } = days[at] ?? { date: '', orders: 0, revenueCents: 0 }
    return `${at === days.length - 1 ? 'Today' : dayText(date)}: ${soldText(sold)}`
  }
  return (
    <Card aria-labelledby="sales">
      <header className="mb-4 flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
        <div>
          <CardTitle id="sales" className="mb-0.5">
            Last 14 days
          </CardTitle>
          <p>{summaryOf(days)}</p>
        </div>
        {day && (
          <p className="font-semibold text-rose-deep tabular-nums" aria-hidden="true">
            {labelOf(chosen)}
          </p>
        )}
      </header>
      <div className="group relative min-h-68" ref={frame}>
        {width > AXIS && (
          <>
            <SalesPlot days={days} chosen={chosen} width={width} axis={AXIS} />
            <input
              type="range"
              // As large as the bars, with a thumb one day wide: it shows only by what it chooses.
              className="absolute inset-x-0 top-0 bottom-6 h-auto cursor-crosshair touch-pan-y opacity-0 [&::-moz-range-thumb]:h-full [&::-moz-range-thumb]:w-(--day) [&::-webkit-slider-thumb]:h-full [&::-webkit-slider-thumb]:w-(--day)"
              aria-label="Day"
              aria-valuetext={labelOf(chosen)}
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
    </Card>
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
    <details className="mt-3">
      <summary className="min-h-6 w-fit cursor-pointer rounded-sm font-semibold text-rose-deep">
        Show as a table
      </summary>
      <table className="my-2 w-full max-w-md text-right tabular-nums">
        <caption className="sr-only">Orders and revenue of the last 14 days</caption>
        <thead className="text-label text-muted">
          <tr>
            {['Day', 'Orders', 'Revenue'].map((header) => (
              <th key={header} scope="col" className={`${CELL} font-semibold first:text-left`}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ date, orders, revenueCents }) => (
            <tr key={date}>
              <th scope="row" className={`${CELL} text-left font-normal`}>
                {dayText(date)}
              </th>
              <td className={CELL}>{orders.toLocaleString('en-US')}</td>
              <td className={CELL}>{formatMoney(revenueCents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-small text-muted">{`Days in ${city ?? ''} time. Orders count on the day they were paid; revenue includes tax, minus refunds.`}</p>
    </details>
  )
}

/** The width of an element, in pixels, as it changes; 0 before it is known. */
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
