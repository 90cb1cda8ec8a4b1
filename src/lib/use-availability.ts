import { useEffect, useState } from 'react'
import { type Availability, availability, type MarketSchedule } from '#domain/availability.ts'

const MINUTE = 60_000

/**
 * What is open now, kept true while the page is open: by the server's clock first, then by the browser's.
 * @param renderedAt ISO instant by the server's clock
 * @returns what is open, and the instant it was looked at
 */
export function useAvailability(renderedAt: string, schedule: MarketSchedule | null): [Availability, Date] {
  const [now, setNow] = useState(() => new Date(renderedAt))

  useEffect(() => {
    let timer = 0
    const tick = () => {
      const current = new Date()
      setNow(current)
      const untilChange = availability(current, schedule).changesAt.getTime() - current.getTime()
      window.clearTimeout(timer)
      timer = window.setTimeout(tick, Math.min(untilChange, MINUTE - (current.getTime() % MINUTE)))
    }
    // Timers stop while the machine sleeps: returning to the page checks the clock again.
    const seen = () => document.visibilityState === 'visible' && tick()
    tick()
    document.addEventListener('visibilitychange', seen)
    return () => {
      document.removeEventListener('visibilitychange', seen)
      window.clearTimeout(timer)
    }
  }, [schedule])

  return [availability(now, schedule), now]
}
