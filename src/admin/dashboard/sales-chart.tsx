import { AxisBottom, AxisLeft, type TickRendererProps } from '@visx/axis'
import { Group } from '@visx/group'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar, Line } from '@visx/shape'
import { type CSSProperties, type RefCallback, useCallback, useState } from 'react'
import { formatDay } from '#domain/dates.ts'
import { formatMoney } from '#domain/money.ts'
import { Card, CardTitle } from '#src/admin/ui/card.tsx'
import type { Dashboard } from './queries.ts'

type Day = Dashboard['lastDays']['days'][number]

/** Left of the bars, for the words of the axis. */
const AXIS = 44

const REVENUE = { top: 22, height: 128 }
const ORDERS = { top: 186, height: 60 }
const DAYS_TOP = ORDERS.top + ORDERS.height
/** Two words of the axis below one another would be closer than this, in pixels. */
const LABEL_ROOM = 62

/** Below these a day of one order would fill the chart. */
const LEAST_REVENUE_CENTS = 200_00
const LEAST_ORDERS = 4

const PLOT_HEIGHT = DAYS_TOP + 26

const CELL = 'border-b border-line py-1.25'
const HEAD = `${CELL} font-semibold`

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
            <SalesPlot days={days} chosen={chosen} width={width} />
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
            <th scope="col" className={`${HEAD} text-left`}>
              Day
            </th>
            <th scope="col" className={HEAD}>
              Orders
            </th>
            <th scope="col" className={HEAD}>
              Revenue
            </th>
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

type SalesPlotProps = {
  days: readonly Day[]
  /** The index of the day that stands out. */
  chosen: number
  width: number
}

/** Two rows of bars over the same days: what came in, and how many orders. For the eye alone. */
function SalesPlot({ days, chosen, width }: SalesPlotProps) {
  const inner = width - AXIS
  const x = scaleBand({
    domain: days.map(({ date }) => date),
    range: [0, inner],
    paddingInner: 0.36,
    paddingOuter: 0.18,
  })
  const every = Math.max(1, Math.ceil((LABEL_ROOM * days.length) / inner))
  const last = days.length - 1
  const labelled = days.flatMap(({ date }, at) => ((last - at) % every === 0 ? [date] : []))
  const chosenDate = days[chosen]?.date
  return (
    <svg width={width} height={PLOT_HEIGHT} className="overflow-visible" aria-hidden="true">
      <Group left={AXIS}>
        {chosenDate && (
          <Bar
            className="fill-chart-day group-has-focus-visible:stroke-rose-deep group-has-focus-visible:stroke-2"
            x={(x(chosenDate) ?? 0) - (x.step() - x.bandwidth()) / 2}
            y={0}
            width={x.step()}
            height={DAYS_TOP}
            rx={6}
          />
        )}
        <Bars
          {...REVENUE}
          {...{ days, x, inner, chosenDate }}
          title="Revenue"
          colour="fill-chart-revenue"
          chosenColour="fill-rose"
          amountOf={({ revenueCents }) => revenueCents}
          least={LEAST_REVENUE_CENTS}
          format={shortMoney}
        />
        <Bars
          {...ORDERS}
          {...{ days, x, inner, chosenDate }}
          title="Orders"
          colour="fill-chart-orders"
          chosenColour="fill-stem"
          amountOf={({ orders }) => orders}
          least={LEAST_ORDERS}
          format={String}
        />
        <AxisBottom
          top={DAYS_TOP}
          scale={x}
          tickValues={labelled}
          tickFormat={(date) => (date === days[last]?.date ? 'Today' : dayText(date).slice(4))}
          hideAxisLine
          hideTicks
          tickComponent={Word}
          tickLabelProps={{ textAnchor: 'middle', dy: 4 }}
        />
      </Group>
    </svg>
  )
}

type BarsProps = {
  title: string
  /** Classes that fill the bars, and the one of the chosen day. */
  colour: string
  chosenColour: string
  days: readonly Day[]
  x: ReturnType<typeof scaleBand<string>>
  inner: number
  top: number
  height: number
  chosenDate: string | undefined
  amountOf: (day: Day) => number
  /** The scale reaches at least this far. */
  least: number
  format: (value: number) => string
}

function Bars(props: BarsProps) {
  const { title, colour, chosenColour, days, x, inner, top, height, chosenDate } = props
  const { amountOf, least, format } = props
  const y = scaleLinear({
    domain: [0, Math.max(least, ...days.map(amountOf))],
    range: [height, 0],
    nice: 2,
  })
  const ticks = y.ticks(2).filter((tick) => Number.isInteger(tick))
  return (
    <Group top={top}>
      <text className="fill-muted text-label font-semibold" x={0} y={-8}>
        {title}
      </text>
      {ticks.map((tick) => (
        <Line
          key={tick}
          className={tick === 0 ? 'stroke-line' : 'stroke-line [stroke-dasharray:2_4]'}
          from={{ x: 0, y: y(tick) }}
          to={{ x: inner, y: y(tick) }}
        />
      ))}
      {days.map((day) => {
        const value = Math.max(0, amountOf(day))
        return (
          <Bar
            key={day.date}
            className={day.date === chosenDate ? chosenColour : colour}
            x={x(day.date) ?? 0}
            y={y(value)}
            width={x.bandwidth()}
            // A small amount still gets a visible bar.
            height={value > 0 ? Math.max(2, height - y(value)) : 0}
            rx={2}
          />
        )
      })}
      <AxisLeft
        scale={y}
        tickValues={ticks}
        tickFormat={(tick) => format(Number(tick))}
        hideAxisLine
        hideTicks
        tickComponent={Word}
        tickLabelProps={{ textAnchor: 'end', dy: 4 }}
      />
    </Group>
  )
}

function Word({ x, y, dy = 0, textAnchor, formattedValue }: TickRendererProps) {
  return (
    <text className="fill-muted text-[0.75rem] tabular-nums" {...{ x, y, dy, textAnchor }}>
      {formattedValue}
    </text>
  )
}

/** `Tue Jun 4`. @param date YYYY-MM-DD */
function dayText(date: string): string {
  return formatDay(new Date(`${date}T12:00:00Z`), 'UTC')
}

/** `3 orders, $269.97`. */
function soldText({ orders, revenueCents }: Pick<Day, 'orders' | 'revenueCents'>): string {
  return `${orders.toLocaleString('en-US')} ${orders === 1 ? 'order' : 'orders'}, ${formatMoney(revenueCents)}`
}

/** All days in a sentence or two, for those who do not look at the chart. */
function summaryOf(days: readonly Day[]): string {
  const orders = days.reduce((sum, day) => sum + day.orders, 0)
  if (orders === 0) return 'No sales. Nobody messed up, or nobody told us.'
  const revenueCents = days.reduce((sum, day) => sum + day.revenueCents, 0)
  const best = days.reduce((a, b) => (b.revenueCents > a.revenueCents ? b : a))
  return `${soldText({ orders, revenueCents })}. Best day: ${dayText(best.date)}, with ${soldText(best)}.`
}

/** Dollars as short as an axis wants them: `$0`, `$450`, `$1.5k`. */
function shortMoney(cents: number): string {
  const dollars = cents / 100
  return dollars < 1000 ? `$${dollars}` : `$${dollars / 1000}k`
}
