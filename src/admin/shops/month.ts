import { addMonths } from '#domain/statement.ts'
import { addDays } from '#domain/zoned-time.ts'

/** The weeks of a month (`YYYY-MM`), Monday first; null for days of the months beside it. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`
  const before = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
  const weeks: (string | null)[][] = []
  for (let at = addDays(first, -before); at < `${addMonths(month, 1)}-01`; at = addDays(at, 7)) {
    const days = Array.from({ length: 7 }, (_, day) => addDays(at, day))
    weeks.push(days.map((date) => (date.startsWith(month) ? date : null)))
  }
  return weeks
}
