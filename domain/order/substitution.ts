/**
 * The ways in which a substitution ends: decided by the florist without a question, answered with yes or no, not answered in time,
 * refunded without a question, taken back because the florist found the flowers, or `over` because the order moved on.
 */
export const SUBSTITUTION_OUTCOMES = [
  'florist',
  'agreed',
  'declined',
  'silent',
  'refunded',
  'found',
  'over',
] as const
export type SubstitutionOutcome = (typeof SUBSTITUTION_OUTCOMES)[number]

/** The outcomes with which the other flowers go in. */
const GOES_IN: ReadonlySet<SubstitutionOutcome | null> = new Set(['florist', 'agreed', 'silent'])

/** True once it is decided that the other flowers go in. */
export function goesIn({ outcome }: { outcome: SubstitutionOutcome | null }): boolean {
  return GOES_IN.has(outcome)
}

/** The answers of a buyer who was asked. */
export const SUBSTITUTION_ANSWERS = ['yes', 'no'] as const
export type SubstitutionAnswer = (typeof SUBSTITUTION_ANSWERS)[number]

export const OUTCOME_OF_ANSWER = { yes: 'agreed', no: 'declined' } as const satisfies Record<
  SubstitutionAnswer,
  SubstitutionOutcome
>

const MINUTE_MS = 60_000
/** Nobody can be expected to read an email and answer it in less. */
const MIN_MINUTES = 10
/** A florist at the bench waits for no longer, however far the promise is. */
const MAX_MINUTES = 60

/**
 * Until when the buyer may answer: half of the time that is not needed to make and deliver the bouquet, 10 minutes at least and 60 at
 * most. The other half is the florist's.
 * @param promisedBy ISO instant
 * @param fulfilmentMinutes the minutes that the market needs to make a bouquet and deliver it
 * @returns ISO instant; null when there is no time for 10 minutes
 */
export function questionDeadline(promisedBy: string, fulfilmentMinutes: number, now: Date): string | null {
  const spare = (Date.parse(promisedBy) - now.getTime()) / MINUTE_MS - fulfilmentMinutes
  // Also for a promise that is no date.
  if (!(spare >= MIN_MINUTES)) return null
  const minutes = Math.min(MAX_MINUTES, Math.max(MIN_MINUTES, Math.floor(spare / 2)))
  return new Date(now.getTime() + minutes * MINUTE_MS).toISOString()
}
