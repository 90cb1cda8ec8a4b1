import { CSPProvider } from '@base-ui/react/csp-provider'
import { useStore } from '@nanostores/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { reloadOnline } from '#src/admin/client/api.ts'
import { $confirmation } from '#src/admin/client/confirmation.ts'
import { leaveSignedOut, SIGN_OUT_FAILED, useAccountSwitchNotice } from '#src/admin/client/leave-page.ts'
import { $session, keepSession, type SignedIn } from '#src/admin/client/session.ts'
import { AdminShell } from '#src/admin/ui/admin-shell.tsx'
import { announceReady, type FirstScreen, FirstScreenContext } from './first-screen.tsx'
import { LAZY_PARTS, LazyPart } from './lazy-part.tsx'
import type { AdminRouter } from './router.tsx'
import { ActionButton } from './ui/action-button.tsx'
import { ErrorBanner } from './ui/error-banner.tsx'
import { Toasts } from './ui/toasts.tsx'

/**
 * The back office: one app below /admin. Who is allowed in, the API says.
 * @param props.router on the server one for each request
 */
export function AdminApp({ page, router }: { page: FirstScreen; router: AdminRouter }) {
  const session = useStore($session, { ssr: () => page.session })
  useEffect(keepSession, [])
  return (
    <FirstScreenContext value={page}>
      {session.status === 'signed-in' ? (
        <Inside session={session} router={router} />
      ) : (
        <AdminShell>
          <ErrorBanner
            error={null}
            fallback="The back office could not be reached. Please try again."
            onRetry={() => void reloadOnline()}
          />
        </AdminShell>
      )}
    </FirstScreenContext>
  )
}

/** For signed-in users. */
function Inside({ session, router }: { session: SignedIn; router: AdminRouter }) {
  const isAdmin = session.user.app_metadata.role === 'admin'
  const confirmation = useStore($confirmation, { ssr: 'initial' })
  useAccountSwitchNotice(session.user.email)
  return (
    // The policy allows no style elements that it does not know.
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={router.options.context.queryClient}>
        {isAdmin ? <RouterProvider router={router} /> : <Unauthorized />}
        <LazyPart
          load={LAZY_PARTS.confirmPerson}
          props={{
            confirmation,
            open: confirmation !== null,
            onOpenChange: (open) => !open && confirmation?.answer(false),
          }}
        />
        <LazyPart
          load={LAZY_PARTS.sessionEnded}
          props={{ session, open: session.ended !== null, onOpenChange: () => {} }}
        />
        <Toasts />
      </QueryClientProvider>
    </CSPProvider>
  )
}

/** The screen of someone who is signed in and no admin. */
function Unauthorized() {
  useEffect(() => {
    announceReady()
  }, [])
  return (
    <main id="content" className="mx-auto flex max-w-160 flex-col gap-5 px-5 py-[clamp(3rem,12vh,8rem)]">
      <h1>Unauthorized</h1>
      <p className="text-lead">You don't have permission to access this page.</p>
      <p className="flex flex-wrap gap-3">
        <a className="button" href="/">
          Return to Home
        </a>
        <ActionButton look="quiet" run={leaveSignedOut} failure={SIGN_OUT_FAILED}>
          Sign Out
        </ActionButton>
      </p>
    </main>
  )
}
