import { addDays } from '#domain/zoned-time.ts'

/** The month of a date, `YYYY-MM`. */
export function monthOf(date: string): string {
  return date.slice(0, 7)
}

/** Another month. @param months how many later, negative: earlier */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7)
}

/** `February 2027` */
export function monthName(month: string): string {
  return new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
}

/** The weeks of a month, Monday first; null for days of the months beside it. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`
  const before = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
  const weeks: (string | null)[][] = []
  for (let at = addDays(first, -before); at < `${addMonths(month, 1)}-01`; at = addDays(at, 7)) {
    weeks.push(
      Array.from({ length: 7 }, (_, day) => addDays(at, day)).map((date) =>
        monthOf(date) === month ? date : null,
      ),
    )
  }
  return weeks
}
