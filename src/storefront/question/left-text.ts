import { timeUntil } from '#domain/time-left.ts'

/** The time left to answer, as the page is drawn with it and its script counts it down. @param at ISO instant */
export function leftText(at: string, now: Date): string {
  return timeUntil(at, now) ?? 'Time’s up.'
}
