import { useEffect, useReducer } from 'react'
import { type TimeLeft as Left, timeLeft, waitingTime } from '#domain/time-left.ts'
import { useNow } from '#src/admin/first-screen.tsx'

const MINUTE_MS = 60_000

const STYLE = 'block text-label font-semibold whitespace-nowrap tabular-nums'
const COLOURS: Readonly<Record<Left['urgency'], string>> = {
  late: 'text-tone-red',
  soon: 'text-tone-red',
  near: 'text-tone-yellow',
  later: 'text-muted',
}

/** `2 h 10 min left` or `late by 25 min`, kept up to date each minute; nothing once nobody waits. */
export function TimeLeft(order: Parameters<typeof timeLeft>[0]) {
  const left = timeLeft(order, useMinute())
  if (!left) return null
  return (
    <span data-time-left className={`${STYLE} ${COLOURS[left.urgency]}`}>
      {left.text}
    </span>
  )
}

/** `waiting 3 d`, kept up to date each minute. */
export function WaitingTime({ since }: { since: string }) {
  return <span className={`${STYLE} text-muted`}>{waitingTime(since, useMinute())}</span>
}

/** The time of each minute. */
export function useMinute(): Date {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(redraw, MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return new Date(useNow())
}
