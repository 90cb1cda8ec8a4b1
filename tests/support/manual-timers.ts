import type { Timer } from '#api/platform/timer.ts'

/** Time limits that pass when a test says so, and only then. */
export function manualTimers() {
  let now = 0
  const timers = new Set<{ at: number; resolve(): void }>()
  return {
    startTimer(ms: number): Timer {
      const { promise: over, resolve } = Promise.withResolvers<void>()
      const timer = { at: now + ms, resolve }
      timers.add(timer)
      return { over, cancel: () => timers.delete(timer) }
    },
    elapse(ms: number): void {
      now += ms
      for (const timer of timers) {
        if (timer.at > now) continue
        timers.delete(timer)
        timer.resolve()
      }
    },
  }
}
