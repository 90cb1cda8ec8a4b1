import { LAZY_PARTS } from '#src/admin/lazy-part.tsx'
import type { AdminRouter } from '#src/admin/router.tsx'

/** From the page's own loading to when the browser is taken to be at rest. */
const IDLE_AFTER_MS = 3_000
/** A busy page gets each script after this long at the latest. */
const LONGEST_MS = 2_000

/**
 * Fetches the scripts of all other screens and of lazy parts, one after the other while nothing else is to be done: the first click that opens
 * a screen is to be as quick as the second (150 ms). Not where people save data.
 */
export function prefetchWhenIdle(router: AdminRouter): void {
  if (savesData()) return
  const begin = () => setTimeout(() => void fetchAll(router), IDLE_AFTER_MS)
  if (document.readyState === 'complete') begin()
  else window.addEventListener('load', begin, { once: true })
}

async function fetchAll(router: AdminRouter): Promise<void> {
  const screens = Object.values(router.routesById).map((route) => () => router.loadRouteChunk(route))
  for (const fetch of [...Object.values(LAZY_PARTS), ...screens]) {
    await idle()
    // A failed prefetch is ignored: the script is fetched again when it is wanted.
    await Promise.resolve(fetch()).catch(() => {})
  }
}

function idle(): Promise<unknown> {
  // Safari has no idle callback.
  if (typeof requestIdleCallback === 'undefined') return new Promise((rest) => setTimeout(rest, 50))
  return new Promise((rest) => requestIdleCallback(rest, { timeout: LONGEST_MS }))
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
