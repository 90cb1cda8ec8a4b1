import { CSPProvider } from '@base-ui/react/csp-provider'
import { useStore } from '@nanostores/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { reloadOnline } from '#src/admin/client/api.ts'
import { $session, keepSession, loadSession, type SignedIn } from '#src/admin/client/session.ts'
import { AdminShell, Waiting } from '#src/admin/ui/admin-shell.tsx'
import { createQueryClient } from './query-client.ts'
import { createAdminRouter } from './router.tsx'
import { SessionEnded, useWorkGone } from './session-ended.tsx'
import { ErrorBanner } from './ui/error-banner.tsx'
import { Toasts } from './ui/toasts.tsx'
import { Unauthorized } from './unauthorized.tsx'

const waiting = (
  <AdminShell>
    <Waiting label="Opening the back office" />
  </AdminShell>
)

/** The back office: one app below /admin. Who is allowed in, the API says. */
export function AdminApp({ countsViews }: { countsViews: boolean }) {
  const session = useStore($session)
  useEffect(() => {
    void loadSession()
    const stop = keepSession()
    return stop
  }, [])
  const signedOut = session.status === 'signed-out'
  useEffect(() => {
    if (signedOut) location.replace(`/login?from=${encodeURIComponent(location.pathname + location.search)}`)
  }, [signedOut])

  if (session.status === 'unreachable') {
    return (
      <AdminShell>
        <ErrorBanner
          error={null}
          fallback="The back office could not be reached. Please try again."
          onRetry={() => void reloadOnline()}
        />
      </AdminShell>
    )
  }
  if (session.status === 'signed-in') return <Inside session={session} countsViews={countsViews} />
  return waiting
}

/** For signed-in users. */
function Inside({ session, countsViews }: { session: SignedIn; countsViews: boolean }) {
  const [{ queryClient, router }] = useState(() => make(countsViews))
  const isAdmin = session.user.app_metadata.role === 'admin'
  useWorkGone(session.user.email)
  return (
    // The policy allows no style elements that it does not know.
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        {isAdmin ? <RouterReady router={router} waiting={waiting} /> : <Unauthorized />}
        <SessionEnded session={session} />
        <Toasts />
      </QueryClientProvider>
    </CSPProvider>
  )
}

function make(countsViews: boolean) {
  const queryClient = createQueryClient()
  return { queryClient, router: createAdminRouter(queryClient, countsViews) }
}

type RouterReadyProps = { router: ReturnType<typeof createAdminRouter>; waiting: ReactNode }

/** The router, once its first screen is there: until then it would draw nothing at all. */
function RouterReady({ router, waiting }: RouterReadyProps) {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    router.load().finally(() => setReady(true))
  }, [router])
  return ready ? <RouterProvider router={router} /> : waiting
}
