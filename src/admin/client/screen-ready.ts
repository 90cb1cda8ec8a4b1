let announced = false

/** Says once that the first screen is hydrated: src/admin/event-replay.ts waits for it. @returns whether this was the first */
export function announceReady(): boolean {
  if (announced) return false
  announced = true
  document.dispatchEvent(new Event('screen-ready'))
  return true
}
