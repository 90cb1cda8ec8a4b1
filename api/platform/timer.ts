/** `over` resolves after a time, unless `cancel` comes before. */
export type Timer = { over: Promise<void>; cancel(): void }

export function startTimer(ms: number): Timer {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const timeout = setTimeout(resolve, ms)
  return { over, cancel: () => clearTimeout(timeout) }
}

/** Gives up on work that takes longer. It may still take effect. @throws Error */
export async function inTime<T>(work: Promise<T>, ms: number, start = startTimer): Promise<T> {
  const timer = start(ms)
  const late = timer.over.then(() => {
    throw new Error(`It took longer than ${ms} ms`)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    timer.cancel()
  }
}
