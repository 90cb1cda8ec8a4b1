import { CSPProvider } from '@base-ui/react/csp-provider'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { reloadOnline } from '#src/admin/client/api.ts'
import { keepSession, type SignedIn } from '#src/admin/client/session.ts'
import { AdminShell } from '#src/admin/ui/admin-shell.tsx'
import { useAccountSwitchNotice } from './account-switch.ts'
import { type FirstScreen, FirstScreenContext, useSession } from './first-screen.tsx'
import { LAZY_PARTS, LazyPart } from './lazy-part.tsx'
import { createQueryClient } from './query-client.ts'
import { type AdminRouter, createAdminRouter } from './router.tsx'
import { ErrorBanner } from './ui/error-banner.tsx'
import { Toasts } from './ui/toasts.tsx'
import { Unauthorized } from './unauthorized.tsx'

/** What a page of the back office runs on: on the server one for each request. */
export type AdminParts = { queryClient: QueryClient; router: AdminRouter }

/** @param options what the router takes besides */
export function createAdmin(options: Parameters<typeof createAdminRouter>[1]): AdminParts {
  const queryClient = createQueryClient()
  return { queryClient, router: createAdminRouter(queryClient, options) }
}

/** The back office: one app below /admin. Who is allowed in, the API says. */
export function AdminApp({ page, parts }: { page: FirstScreen; parts: AdminParts }) {
  return (
    <FirstScreenContext value={page}>
      <WhoIsThere parts={parts} />
    </FirstScreenContext>
  )
}

function WhoIsThere({ parts }: { parts: AdminParts }) {
  const session = useSession()
  useEffect(() => {
    const stop = keepSession()
    return stop
  }, [])
  if (session.status === 'signed-in') return <Inside session={session} {...parts} />
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

/** For signed-in users. */
function Inside({ session, queryClient, router }: { session: SignedIn } & AdminParts) {
  const isAdmin = session.user.app_metadata.role === 'admin'
  useAccountSwitchNotice(session.user.email)
  return (
    // The policy allows no style elements that it does not know.
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        {isAdmin ? <RouterProvider router={router} /> : <Unauthorized />}
        <LazyPart
          load={LAZY_PARTS.sessionEnded}
          props={{ session, open: session.ended !== null, onOpenChange: () => {} }}
        />
        <Toasts />
      </QueryClientProvider>
    </CSPProvider>
  )
}
