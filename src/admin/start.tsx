import { hydrateRoot } from 'react-dom/client'
import { keepZone } from '#src/lib/zone-cookie.ts'
import { AdminApp, createAdmin } from './app.tsx'
import { startSession } from './client/session.ts'
import { type FirstScreen, sessionStateOf } from './first-screen.tsx'
import { fillCache } from './page-cache.ts'

// The browser takes over what the server rendered: with the same data, and without asking for any of it again.

const root = document.getElementById('admin')
const text = document.getElementById('first-screen')?.textContent
if (root && text) void start(root, JSON.parse(text))

async function start(root: HTMLElement, page: FirstScreen): Promise<void> {
  startSession(sessionStateOf(page.session))
  keepZone()
  const parts = createAdmin({ countsViews: page.countsViews })
  fillCache(parts.queryClient, page.queries)
  if (page.session?.user.app_metadata.role === 'admin') {
    await parts.router.load()
    // The router renders as it does on the server: what is here needs no boundary to wait behind.
    parts.router.ssr = { manifest: undefined }
  }
  hydrateRoot(root, <AdminApp page={page} parts={parts} />)
}
