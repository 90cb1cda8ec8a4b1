import { Link } from '@tanstack/react-router'
import { RECENT_DAYS } from '#domain/dashboard-days.ts'
import { durationText } from '#domain/duration.ts'
import { formatMoney } from '#domain/money.ts'
import { onTimePercent } from '#domain/proof.ts'
import { countText } from '#src/admin/ui/count-text.ts'
import type { Target } from '#src/admin/ui/link-button.tsx'
import type { Dashboard } from './queries.ts'
import { weekdayText } from './sales-labels.ts'

type Figure = {
  term: string
  value: string
  /** The whole it is a part of, or the figure it is compared with. */
  detail: string
  /** The same for each part of the whole. */
  parts?: readonly string[]
  /** Where the orders behind it are. */
  target?: Target
  isUrgent?: boolean
}

/** Today in five figures. */
export function Figures({ dashboard }: { dashboard: Dashboard }) {
  return (
    <dl className="grid grid-cols-2 overflow-clip rounded-card border border-line bg-card lg:grid-cols-[minmax(0,1.75fr)_repeat(4,minmax(0,1fr))]">
      {figuresOf(dashboard).map(({ term, value, detail, parts = [], target, isUrgent }) => (
        <div
          key={term}
          className="relative border-line px-4 py-2.5 not-first:border-t even:border-r first:col-span-2 lg:not-first:border-t-0 lg:not-first:border-l lg:even:border-r-0 lg:first:col-span-1 lg:py-3"
        >
          <dt className="text-label font-semibold text-muted">
            {target ? (
              <Link {...target} className="rounded-sm after:absolute after:inset-0 hover:text-rose-deep">
                {term}
              </Link>
            ) : (
              term
            )}
          </dt>
          <dd className="flex flex-wrap items-baseline gap-x-2 leading-[1.3] lg:block">
            <b
              className={`text-[1.375rem] leading-tight font-semibold tabular-nums ${isUrgent ? 'text-tone-red' : ''}`}
            >
              {value}
            </b>
            <span className="text-label text-muted tabular-nums lg:block">{detail}</span>
            {parts.length > 0 && (
              <ul className="flex flex-wrap gap-x-1 text-label text-muted tabular-nums">
                {parts.map((part) => (
                  <li key={part} className="whitespace-nowrap not-last:after:content-[',']">
                    {part}
                  </li>
                ))}
              </ul>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function figuresOf({ figures, lastDays }: Dashboard): readonly Figure[] {
  const { today, usual, open, atRisk, late, promised, answered } = figures
  const weekday = weekdayText(lastDays.days.at(-1)?.date ?? '')
  return [
    {
      term: 'Today',
      value: `${ordersText(today.orders)}, ${formatMoney(today.revenueCents)}`,
      detail: usual
        ? `A usual ${weekday} by now: ${usualOrdersText(usual.orders)}, ${formatMoney(usual.revenueCents)}`
        : `No earlier ${weekday} to compare with`,
      parts:
        today.byAgents === null
          ? []
          : [
              `By agents: ${today.byAgents.toLocaleString('en-US')} of ${today.orders.toLocaleString('en-US')}`,
            ],
    },
    {
      term: 'Open orders',
      value: countText(open),
      detail: 'to deliver',
      target: { to: '/admin/orders', search: { sort: 'late' } },
    },
    {
      term: 'At risk',
      value: countText(atRisk),
      detail: late.total === 0 ? 'none late' : `${countText(late)} late`,
      target: { to: '/admin/orders', search: { sort: 'late' } },
      isUrgent: atRisk.total > 0,
    },
    {
      term: `On time, ${RECENT_DAYS} days`,
      value: promised.due === 0 ? '–' : `${onTimePercent(promised)}%`,
      detail:
        promised.due === 0
          ? 'nothing was due'
          : `${promised.onTime.toLocaleString('en-US')} of ${promised.due.toLocaleString('en-US')} orders`,
    },
    {
      term: 'Florists answer in',
      value: answered.medianSeconds === null ? '–' : durationText(answered.medianSeconds * 1000),
      detail: answersText(answered.answers),
      parts: wayTexts(answered.ways),
    },
  ]
}

const WAYS: Readonly<Record<Ways[number]['reachedBy'], string>> = {
  push: 'push',
  text: 'text',
  mail: 'email',
}

type Ways = Dashboard['figures']['answered']['ways']

/** The median of each way on which florists were reached. A shop that reaches them by email alone has nothing to compare. */
export function wayTexts(ways: Ways): string[] {
  if (ways.every(({ reachedBy }) => reachedBy === 'mail')) return []
  return ways.map(
    ({ reachedBy, medianSeconds }) => `${WAYS[reachedBy]} ${durationText(medianSeconds * 1000)}`,
  )
}

function ordersText(orders: number): string {
  return `${orders.toLocaleString('en-US')} ${orders === 1 ? 'order' : 'orders'}`
}

/** A mean of some days as people say it: `12 orders`. */
export function usualOrdersText(mean: number): string {
  return mean > 0 && mean < 1 ? 'less than one order' : ordersText(Math.round(mean))
}

function answersText(answers: number): string {
  if (answers === 0) return `no answers in ${RECENT_DAYS} days`
  return answers === 1 ? 'one answer' : `median of ${answers.toLocaleString('en-US')}`
}
