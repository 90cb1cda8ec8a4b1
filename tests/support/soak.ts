// The gate draws the same everything each time; `npm run soak` sets these two and draws anew.

const seed = process.env['SOAK_SEED']

/** Whether the soak runs this, which looks for the unknown. */
export const IS_SOAK = seed !== undefined

/** Whether the soak's browser translates every page. */
export const IS_TRANSLATED = process.env['SOAK_TRANSLATED'] !== undefined

/** What everything random in a test is drawn from. */
export const SEED = Number(seed ?? 20_261_126)

/** What draws the same again, for the message of a failure that is not fast-check's. */
export const AGAIN = `SOAK_SEED=${SEED}`

/** How many times as often as the gate the soak tries things. */
const SOAK_TIMES = Number(process.env['SOAK_TIMES'] ?? 10)

/** How often something random is tried. @param inTheGate as few times as find a planted fault; the soak tries more often */
export function runs(inTheGate: number): number {
  return IS_SOAK ? inTheGate * SOAK_TIMES : inTheGate
}
