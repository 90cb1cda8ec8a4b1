import { useEffect, useState } from 'react'
import type { MarketSchedule } from '#domain/availability.ts'
import { serverNow } from '#src/lib/server-clock.ts'

const EVERY_MS = 45_000
/** Timers may fire a little early. */
const SLACK_MS = 1000

/**
 * A market's schedule, asked for again and again while the page is visible, so that it says within a minute what has sold
 * out since, and at the time at which a place that is held may be free again. Where the number of bouquets is not limited nothing is asked. Without an answer, what is known stays.
 * @param zip of the market
 */
export function useCurrentSchedule(zip: string, rendered: MarketSchedule | null): MarketSchedule | null {
  const [schedule, setSchedule] = useState(rendered)
  const isLimited = rendered?.full !== undefined
  const [retryAt] = Object.values(schedule?.full?.retryAt ?? {}).sort()

  useEffect(() => {
    if (!isLimited || zip === '') return
    let over = false
    let askedAt = serverNow()
    const ask = async () => {
      askedAt = serverNow()
      // Only these pages need it, and not at first.
      const { api } = await import('#src/lib/browser-api.ts')
      const answer = await api.zip(zip).catch(() => null)
      if (over || !answer?.market) return
      const { schedule: current } = answer.market
      setSchedule((known) => (JSON.stringify(known) === JSON.stringify(current) ? known : current))
    }
    const isVisible = () => document.visibilityState === 'visible'
    const askIfDue = () => {
      if (isVisible() && serverNow() - askedAt >= EVERY_MS - SLACK_MS) void ask()
    }
    const timer = window.setInterval(askIfDue, EVERY_MS)
    const wait = retryAt === undefined ? 0 : Date.parse(retryAt) - serverNow()
    const retry = wait > 0 ? window.setTimeout(() => isVisible() && void ask(), wait) : undefined
    // Timers stop while the machine sleeps, and nothing is asked while the page is hidden.
    document.addEventListener('visibilitychange', askIfDue)
    return () => {
      over = true
      window.clearInterval(timer)
      window.clearTimeout(retry)
      document.removeEventListener('visibilitychange', askIfDue)
    }
  }, [zip, isLimited, retryAt])

  return schedule
}
