import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { pageDrawnAt } from '#src/lib/server-clock.ts'
import { keepZone } from '#src/lib/zone-cookie.ts'
import { AdminApp } from './app.tsx'
import { startSession } from './client/session.ts'
import type { FirstScreen } from './first-screen.tsx'
import { LAZY_PARTS } from './lazy-part.tsx'
import { fillCache } from './page-cache.ts'
import { queryDefaults } from './query-client.ts'
import { type AdminRouter, createAdminRouter } from './router.tsx'

// The browser takes over what the server rendered: with the same data, and without asking for any of it again.

const root = document.getElementById('admin')
const text = document.getElementById('first-screen')?.textContent
// In one task with what this file imports it would block a phone for longer.
if (root && text) setTimeout(() => void start(root, JSON.parse(text)))

async function start(root: HTMLElement, page: FirstScreen): Promise<void> {
  pageDrawnAt(page.now)
  startSession(page.session)
  keepZone()
  const router = createAdminRouter({ countsViews: page.countsViews })
  fillCache(router.options.context.queryClient, page.queries)
  const isAdmin = page.session.status === 'signed-in' && page.session.user.app_metadata.role === 'admin'
  if (isAdmin) await loadFirstScreen(router)
  // As a transition, React hydrates in slices.
  startTransition(() => {
    hydrateRoot(root, <AdminApp page={page} router={router} />)
  })
  if (isAdmin) prefetchWhenIdle(router)
}

/** Gets the router ready to render what the server rendered. */
async function loadFirstScreen(router: AdminRouter): Promise<void> {
  const { queryClient } = router.options.context
  await router.load()
  // It renders as on the server: without a boundary around everything that would wait for something.
  router.ssr = { manifest: undefined }
  let isFirst = true
  router.update({
    ...router.options,
    // From now on screens ask for their data; for what has failed before, once this one is left.
    context: { queryClient, hasFirstData: false },
    // This page is where its reader has scrolled it meanwhile, or the browser after a reload.
    scrollRestoration: () => !isFirst,
  })
  const stop = router.subscribe('onBeforeNavigate', () => {
    isFirst = false
    queryClient.setDefaultOptions(queryDefaults({ retryOnMount: true }))
    stop()
  })
}

/** From the page's own loading to when the browser is taken to be at rest. */
const IDLE_AFTER_MS = 3_000
/** A busy page gets each script after this long at the latest. */
const LONGEST_MS = 2_000

/**
 * Fetches the scripts of all other screens and of lazy parts, one after the other while nothing else is to be done: the first click that opens
 * a screen is to be as quick as the second (150 ms). Not where people save data.
 */
function prefetchWhenIdle(router: AdminRouter): void {
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
