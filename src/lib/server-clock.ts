// The shop's time in a browser whose own clock may be wrong by days. The device only counts what elapses; what time it is
// comes from the server: with a page that was just drawn, and with answers (`fetchWithTime`). Browser only, but `serverNow` is
// the clock of whoever asks.

/** A clock that was set, or a machine that slept: the two clocks of a device then disagree by more than this. */
const JUMP_MS = 5_000

/** Milliseconds that the device's clock is behind the server's. */
let offset = 0
/** The device's clock at the start of its monotonic one, in milliseconds; null before it is known. */
let steadyOrigin: number | null = null

/** Now, by the server's clock, in milliseconds. */
export function serverNow(): number {
  return Date.now() + offset
}

/** Takes in that the server's clock shows at least `earliest` now, and at most `latest`, in milliseconds. */
export function setServerTime(earliest: number, latest: number): void {
  if (Number.isNaN(earliest) || Number.isNaN(latest)) return
  const now = serverNow()
  offset += Math.min(Math.max(now, earliest), latest) - now
  steadyOrigin = Date.now() - performance.now()
}

/** Takes in when the server drew this page, which was after it had been asked for. @param instant ISO */
export function pageDrawnAt(instant: string): void {
  setServerTime(Date.parse(instant), Date.parse(instant) + performance.now())
}

/** `fetch` that takes in the time that each answer brings. */
export async function fetchWithTime(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const asked = performance.now()
  const response = await fetch(input, init)
  const { headers } = response
  // The header counts whole seconds, and an answer that a cache kept is older than it says.
  const answered = Date.parse(headers.get('date') ?? '') + Number(headers.get('age') ?? 0) * 1000
  setServerTime(answered, answered + 1000 + performance.now() - asked)
  return response
}

/** Asks the server what time it is, if the device's clock may have been set meanwhile. */
export async function checkServerTime(): Promise<void> {
  if (steadyOrigin !== null && Math.abs(Date.now() - performance.now() - steadyOrigin) < JUMP_MS) return
  // The lightest of what the server has. Without an answer, what elapsed by the device's clock counts.
  await fetchWithTime('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
}
