/** So many wrong tries of one account are free; then each costs a longer wait. */
export const FREE_TRIES = 5
/** For how long a wrong try is remembered. */
export const TRIES_KEPT_SECONDS = 24 * 60 * 60
/** For how long a browser is known after somebody has signed in with it: its tries are counted apart. */
export const DEVICE_TOKEN_SECONDS = 180 * 24 * 60 * 60
const FIRST_DELAY_SECONDS = 30
/** Nobody waits longer than this: the owner is slowed down, too, and never locked out. */
export const LONGEST_DELAY_SECONDS = 15 * 60

/** Seconds to wait after the last of so many wrong tries: 30, 60, 120 … up to a quarter of an hour. */
export function delayAfter(failures: number): number {
  if (failures < FREE_TRIES) return 0
  return Math.min(FIRST_DELAY_SECONDS * 2 ** (failures - FREE_TRIES), LONGEST_DELAY_SECONDS)
}
