import { useSyncExternalStore } from 'react'
import { type TimeLeft as Left, timeLeft, waitingTime } from '#domain/time-left.ts'
import { useDrawnAt } from '#src/admin/first-screen.tsx'
import { serverNow } from '#src/lib/server-clock.ts'

const MINUTE_MS = 60_000

const STYLE = 'block text-label font-semibold whitespace-nowrap tabular-nums'
const COLOURS: Readonly<Record<Left['urgency'], string>> = {
  late: 'text-tone-red',
  soon: 'text-ink',
  later: 'text-muted',
}

/** `2 h 10 min left` or `late by 25 min`, kept up to date each minute; nothing once nobody waits. */
export function TimeLeft(order: Parameters<typeof timeLeft>[0]) {
  const left = timeLeft(order, useNow())
  if (!left) return null
  return <span className={`${STYLE} ${COLOURS[left.urgency]}`}>{left.text}</span>
}

/** `waiting 3 d`, kept up to date each minute. */
export function WaitingTime({ since }: { since: string }) {
  return <span className={`${STYLE} text-muted`}>{waitingTime(since, useNow())}</span>
}

function useNow(): Date {
  const drawnAt = useDrawnAt()
  return new Date(useSyncExternalStore(subscribe, getNow, () => drawnAt))
}

// One clock for all of them, which runs while one is on the screen.

let now = 0
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = serverNow()
    for (const listener of listeners) listener()
  }, MINUTE_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** This minute: the same instant while it is asked within one, as React demands. */
function getNow(): number {
  if (Math.abs(serverNow() - now) >= MINUTE_MS) now = serverNow()
  return now
}
