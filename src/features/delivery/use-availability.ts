import { useEffect, useState } from 'react'
import { type Availability, availability, type MarketSchedule } from '#src/domain/availability.ts'

const MINUTE = 60_000

/**
 * What is open now, kept true while the page is open: by the server's clock first, then by the browser's.
 * @param renderedAt ISO instant by the server's clock
 */
export function useAvailability(renderedAt: string, schedule: MarketSchedule | null): [Availability, Date] {
  const [now, setNow] = useState(() => new Date(renderedAt))
  const open = availability(now, schedule)

  useEffect(() => {
    // Timers sleep with the machine: whoever comes back to the page looks at the clock again.
    const tick = () => setNow(new Date())
    const seen = () => document.visibilityState === 'visible' && tick()
    tick()
    document.addEventListener('visibilitychange', seen)
    return () => document.removeEventListener('visibilitychange', seen)
  }, [])

  const changesAt = open.changesAt.getTime()
  useEffect(() => {
    const current = Date.now()
    const wait = Math.min(changesAt - current, MINUTE - (current % MINUTE))
    const timer = window.setTimeout(() => setNow(new Date()), Math.max(wait, 50))
    return () => window.clearTimeout(timer)
  }, [changesAt, now])

  return [open, now]
}
