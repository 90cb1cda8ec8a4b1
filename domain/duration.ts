export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
/** Hours no longer matter beside this many days. */
export const WEEK = 7 * DAY

/** `25 min`, `2 h 10 min`, `1 d 3 h`, `12 d`. @param ms not negative */
export function durationText(ms: number): string {
  if (ms < MINUTE) return 'less than 1 min'
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`
  if (ms < DAY) return both(ms, HOUR, 'h', MINUTE, 'min')
  if (ms < WEEK) return both(ms, DAY, 'd', HOUR, 'h')
  return `${Math.floor(ms / DAY).toLocaleString('en-US')} d`
}

function both(ms: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((ms % large) / small)
  return `${Math.floor(ms / large)} ${largeName}${rest > 0 ? ` ${rest} ${smallName}` : ''}`
}
