import { ANY_READER, formatDay, formatMarketTime } from '#domain/dates.ts'

// Sentences for buyers about a promise in danger, in emails and on the page on which they choose.

/** `Tue Jun 4, 3:20 PM EST`, by the market's clock. @param zone IANA */
export function choiceTime(instant: string, zone: string): string {
  return formatMarketTime(new Date(instant), zone, 'short', ANY_READER)
}

/** A day with its weekday: `Tue Jun 4`. @param date YYYY-MM-DD */
export function choiceDay(date: string): string {
  return formatDay(new Date(`${date}T12:00:00Z`), 'UTC')
}

/** Says in a sentence or two why the promise is in danger. */
export function choiceReason(order: {
  promisedBy: string
  timeZone: string
  waitUntil: string | null
}): string {
  const promised = choiceTime(order.promisedBy, order.timeZone)
  const start = `We promised your flowers by ${promised}.`
  if (order.waitUntil === null) return `${start} We may not make it, and you should know that now, not then.`
  const until = choiceTime(order.waitUntil, order.timeZone)
  return `${start} We won’t make it: ${until} is the best we can do. You should know that now, not then.`
}
