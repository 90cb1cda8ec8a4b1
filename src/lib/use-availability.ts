import { useEffect, useState } from 'react'
import { type Availability, availability, type MarketSchedule } from '#domain/availability.ts'
import { checkServerTime, pageDrawnAt, serverNow } from './server-clock.ts'

const MINUTE = 60_000

/**
 * Keeps the open delivery options true while the page is open, by the server's clock.
 * @param renderedAt ISO instant by the server's clock
 * @returns what is open, and the instant it was looked at
 */
export function useAvailability(renderedAt: string, schedule: MarketSchedule | null): [Availability, Date] {
  const [now, setNow] = useState(() => new Date(renderedAt))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is rendered once.
  useEffect(() => {
    pageDrawnAt(renderedAt)
  }, [])

  useEffect(() => {
    let timer = 0
    let over = false
    const tick = () => {
      const current = new Date(serverNow())
      setNow(current)
      const untilChange = availability(current, schedule).changesAt.getTime() - current.getTime()
      window.clearTimeout(timer)
      timer = window.setTimeout(check, Math.min(untilChange, MINUTE - (current.getTime() % MINUTE)))
    }
    const check = async () => {
      tick()
      await checkServerTime()
      if (!over) tick()
    }
    // Timers stop while the machine sleeps, and the page while it is kept for a way back.
    const seen = () => document.visibilityState === 'visible' && void check()
    tick()
    document.addEventListener('visibilitychange', seen)
    window.addEventListener('pageshow', seen)
    return () => {
      over = true
      document.removeEventListener('visibilitychange', seen)
      window.removeEventListener('pageshow', seen)
      window.clearTimeout(timer)
    }
  }, [schedule])

  return [availability(now, schedule), now]
}
