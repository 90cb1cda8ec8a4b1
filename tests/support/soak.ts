// The gate draws the same everything each time; `npm run soak` sets these two and draws new ones.

const seed = process.env['SOAK_SEED']

/** True if the soak runs this, which looks for the unknown. */
export const IS_SOAK = seed !== undefined

/** True if the soak's browser translates every page. */
export const IS_TRANSLATED = process.env['SOAK_TRANSLATED'] !== undefined

/** The seed of everything random in a test. */
export const SEED = Number(seed ?? 20_261_126)

/** The setting that draws the same again, for the message of a failure that is not fast-check's. */
export const AGAIN = `SOAK_SEED=${SEED}`

/** The number of soak tries for each try of the gate. */
const SOAK_TIMES = Number(process.env['SOAK_TIMES'] ?? 10)

/** The number of tries of something random. @param inTheGate as few times as find a planted fault; the soak tries more often */
export function runs(inTheGate: number): number {
  return IS_SOAK ? inTheGate * SOAK_TIMES : inTheGate
}
