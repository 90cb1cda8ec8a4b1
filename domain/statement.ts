import type { Cents } from './money.ts'
import { isoDate, zonedInstant } from './zoned-time.ts'

/** True if a text names a month of this century: `YYYY-MM`. */
export function isMonth(text: string): boolean {
  return /^20\d\d-(0[1-9]|1[0-2])$/.test(text)
}

/**
 * The instants at which a month (`YYYY-MM`) begins and the next one does, in `zone` (IANA).
 * Throws RangeError on an unknown zone.
 */
export function monthRange(month: string, zone: string): { from: Date; to: Date } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return {
    from: zonedInstant({ year, month: number, day: 1 }, zone),
    to: zonedInstant({ year, month: number + 1, day: 1 }, zone),
  }
}

/** A shop's money in cents: owed, paid of it, and left. Always due = paid + unpaid. */
type Owed = { dueCents: Cents; paidCents: Cents; unpaidCents: Cents }

/**
 * Splits an amount of a shop's into its paid and its unpaid part.
 * @param amountCents its share of an order, or a signed correction of it
 * @param shopOrder `live`: it neither rejected nor lost the order; only then anything is due. `paidAt`: when somebody
 *   last marked it as paid (ISO instant), null if it is not: what came after that is not paid with it
 * @param since when the amount came about (ISO instant)
 */
export function owed(
  amountCents: Cents,
  { live, paidAt }: { live: boolean; paidAt: string | null },
  since: string,
): Owed {
  const dueCents = live ? amountCents : 0
  const paidCents = paidAt !== null && paidAt >= since ? amountCents : 0
  return { dueCents, paidCents, unpaidCents: dueCents - paidCents }
}

/** The month (`YYYY-MM`) that an instant is in, in `zone` (IANA). */
export function monthOf(instant: Date, zone: string): string {
  return isoDate(instant, zone).slice(0, 7)
}

/** The month that lies `months` after (before, if negative) a month (`YYYY-MM`). */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const at = year * 12 + number - 1 + months
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
}

/** A month (`YYYY-MM`) as a person reads it: `November 2026`. */
export function monthName(month: string): string {
  const style = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', style)
}
