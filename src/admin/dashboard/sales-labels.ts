import { formatDay } from '#domain/dates.ts'
import { formatMoney } from '#domain/money.ts'
import type { Dashboard } from './queries.ts'

export type Day = Dashboard['lastDays']['days'][number]

/** `Tue Jun 4`. @param date YYYY-MM-DD */
export function dayText(date: string): string {
  return formatDay(new Date(`${date}T12:00:00Z`), 'UTC')
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** `Tuesday`. @param date YYYY-MM-DD */
export function weekdayText(date: string): string {
  return WEEKDAYS[new Date(`${date}T12:00:00Z`).getUTCDay()] ?? 'day'
}

/** `3 orders, $269.97`. */
export function soldText({ orders, revenueCents }: Pick<Day, 'orders' | 'revenueCents'>): string {
  return `${orders.toLocaleString('en-US')} ${orders === 1 ? 'order' : 'orders'}, ${formatMoney(revenueCents)}`
}

/** The mean of the whole days, which today is not yet. */
export function averageOf(days: readonly Day[]): { orders: number; revenueCents: number } {
  const whole = days.slice(0, -1)
  const mean = (amounts: readonly number[]) =>
    amounts.length === 0 ? 0 : amounts.reduce((sum, amount) => sum + amount, 0) / amounts.length
  return {
    orders: mean(whole.map(({ orders }) => orders)),
    revenueCents: mean(whole.map(({ revenueCents }) => revenueCents)),
  }
}

/** `$1,124`, for the line of the average. */
export function dollars(cents: number): string {
  return `$${Math.round(cents / 100).toLocaleString('en-US')}`
}

/** `3.1`, or `12` where a tenth says nothing. */
export function meanCount(mean: number): string {
  return (mean < 10 ? Math.round(mean * 10) / 10 : Math.round(mean)).toLocaleString('en-US')
}

/** All days in a sentence or two, for those who do not look at the chart. */
export function summaryOf(days: readonly Day[]): string {
  const orders = days.reduce((sum, day) => sum + day.orders, 0)
  if (orders === 0) return 'No sales. Nobody messed up, or nobody told us.'
  const revenueCents = days.reduce((sum, day) => sum + day.revenueCents, 0)
  const best = days.reduce((a, b) => (b.revenueCents > a.revenueCents ? b : a))
  const average = averageOf(days)
  return `${soldText({ orders, revenueCents })}. Best day: ${dayText(best.date)}, with ${soldText(best)}. Before today, an average day had ${meanCount(average.orders)} orders and ${dollars(average.revenueCents)}.`
}

/** Dollars as short as an axis wants them: `$0`, `$450`, `$1.5k`. */
export function shortMoney(cents: number): string {
  const dollars = cents / 100
  return dollars < 1000 ? `$${dollars}` : `$${dollars / 1000}k`
}
