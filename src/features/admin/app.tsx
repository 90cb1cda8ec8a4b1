import { CSPProvider } from '@base-ui/react/csp-provider'
import { useStore } from '@nanostores/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { $session, loadSession } from '#src/lib/admin/session.ts'
import { Opened } from './opened.tsx'
import { createQueryClient } from './query-client.ts'
import { createAdminRouter } from './router.tsx'
import { ErrorBanner } from './shared/error-banner.tsx'
import { Office, Waiting } from './shared/office.tsx'
import { Toasts } from './shared/toasts.tsx'
import { Unauthorized } from './unauthorized.tsx'

/** The back office: one app below /admin. Who is allowed in, the API says. */
export function AdminApp({ countsViews }: { countsViews: boolean }) {
  const session = useStore($session)
  const [made] = useState(() => make(countsViews))
  useEffect(() => void loadSession(), [])

  const waiting = (
    <Office>
      <Waiting label="Opening the back office" />
    </Office>
  )
  if (session.status === 'loading') return waiting
  if (session.status === 'unreachable') {
    return (
      <Office>
        <ErrorBanner
          error={null}
          fallback="The back office could not be reached. Please try again."
          onRetry={() => location.reload()}
        />
      </Office>
    )
  }
  if (session.status === 'signed-out') {
    location.replace(`/login?from=${encodeURIComponent(location.pathname + location.search)}`)
    return waiting
  }
  if (session.user.app_metadata.role !== 'admin') return <Unauthorized />
  return (
    // The policy allows no style elements that it does not know.
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={made.queryClient}>
        <Opened router={made.router} waiting={waiting} />
        <Toasts />
      </QueryClientProvider>
    </CSPProvider>
  )
}

function make(countsViews: boolean) {
  const queryClient = createQueryClient()
  return { queryClient, router: createAdminRouter(queryClient, countsViews) }
}
