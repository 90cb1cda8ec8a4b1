import { type CSSProperties, useState } from 'react'
import { SalesPlot } from './sales-plot.tsx'
import { SalesTable } from './sales-table.tsx'
import { type Day, dayText, soldText, summaryOf } from './sales-words.ts'
import { useWidth } from './use-width.ts'

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
