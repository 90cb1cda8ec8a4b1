import { untilRefresh } from '#domain/session-clock.ts'
import { atWork, loadSession, refreshSession } from './session.ts'

/** So soon it is looked whether there is a session to keep. */
const IDLE_MS = 30_000

/**
 * Keeps the session of an open page going (§9), also after the machine was asleep.
 * @returns stops it
 */
export function keepSession(): () => void {
  let failures = 0
  let triedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  async function look(): Promise<void> {
    clearTimeout(timer)
    const session = atWork()
    const heldUntil = session ? Date.parse(session.expiresAt) : 0
    const wait = session ? untilRefresh({ heldUntil, failures, triedAt }, Date.now()) : IDLE_MS
    timer = setTimeout(look, wait)
    if (wait > 0) return
    clearTimeout(timer)
    triedAt = Date.now()
    failures = (await refreshSession()) === 'unknown' ? failures + 1 : 0
    if (!stopped) void look()
  }

  const awake = () => document.visibilityState === 'visible' && void look()
  // A page that the browser kept and brings back has heard nothing meanwhile.
  const back = ({ persisted }: PageTransitionEvent) => persisted && void loadSession()
  document.addEventListener('visibilitychange', awake)
  window.addEventListener('pageshow', back)
  void look()
  return () => {
    stopped = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', awake)
    window.removeEventListener('pageshow', back)
  }
}
