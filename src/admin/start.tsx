import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { pageDrawnAt } from '#src/lib/server-clock.ts'
import { keepZone } from '#src/lib/zone-cookie.ts'
import { AdminApp } from './app.tsx'
import { prefetchWhenIdle } from './client/prefetch-when-idle.ts'
import { startSession } from './client/session.ts'
import type { FirstScreen } from './first-screen.tsx'
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
