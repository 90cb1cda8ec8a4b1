import { AxisBottom, AxisLeft, type TickRendererProps } from '@visx/axis'
import { Group } from '@visx/group'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar, Line } from '@visx/shape'
import { averageOf, type Day, dayText, dollars, meanCount, shortMoney } from './sales-labels.ts'

const REVENUE = { top: 22, height: 128 }
const ORDERS = { top: 186, height: 60 }
const DAYS_TOP = ORDERS.top + ORDERS.height
/** Two words of the axis below one another would be closer than this, in pixels. */
const LABEL_ROOM = 62

/** Below these a day of one order would fill the chart. */
const LEAST_REVENUE_CENTS = 200_00
const LEAST_ORDERS = 4

export const PLOT_HEIGHT = DAYS_TOP + 26

type SalesPlotProps = {
  days: readonly Day[]
  /** The index of the day that stands out. */
  chosen: number
  width: number
  axis: number
}

/** Two rows of bars over the same days: what came in, and how many orders. For the eye alone. */
export function SalesPlot({ days, chosen, width, axis }: SalesPlotProps) {
  const inner = width - axis
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
  const average = averageOf(days)
  return (
    <svg width={width} height={PLOT_HEIGHT} className="overflow-visible" aria-hidden="true">
      <Group left={axis}>
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
          average={average.revenueCents}
          averageText={dollars(average.revenueCents)}
          least={LEAST_REVENUE_CENTS}
          lines={3}
          format={shortMoney}
        />
        <Bars
          {...ORDERS}
          {...{ days, x, inner, chosenDate }}
          title="Orders"
          colour="fill-chart-orders"
          chosenColour="fill-stem"
          amountOf={({ orders }) => orders}
          average={average.orders}
          averageText={meanCount(average.orders)}
          least={LEAST_ORDERS}
          lines={2}
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
  /** The mean of the whole days, and how it is written. */
  average: number
  averageText: string
  /** The scale reaches at least this far. */
  least: number
  /** About how many lines the axis has above its base. */
  lines: number
  format: (value: number) => string
}

function Bars(props: BarsProps) {
  const { title, colour, chosenColour, days, x, inner, top, height, chosenDate } = props
  const { amountOf, average, averageText, least, lines, format } = props
  // The highest bar reaches the top: a scale rounded up would leave half of it empty.
  const y = scaleLinear({ domain: [0, Math.max(least, ...days.map(amountOf))], range: [height, 0] })
  const ticks = y.ticks(lines).filter((tick) => Number.isInteger(tick))
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
      {average > 0 && (
        <>
          <Line
            className="stroke-ink [stroke-dasharray:6_3]"
            from={{ x: 0, y: y(average) }}
            to={{ x: inner, y: y(average) }}
          />
          <text
            className="fill-ink stroke-card stroke-3 text-[0.75rem] font-semibold tabular-nums [paint-order:stroke]"
            x={inner}
            y={y(average) - 4}
            textAnchor="end"
          >{`Average ${averageText}`}</text>
        </>
      )}
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
