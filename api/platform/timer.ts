/** `over` resolves after a time, unless `cancel` comes before. */
export type Timer = { over: Promise<void>; cancel(): void }

export function startTimer(ms: number): Timer {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const timeout = setTimeout(resolve, ms)
  return { over, cancel: () => clearTimeout(timeout) }
}
