import { useEffect } from 'react'
import { leaveSignedOut, SIGN_OUT_FAILED } from '#src/admin/client/leave-page.ts'
import { announceReady } from '#src/admin/first-screen.tsx'
import { ActionButton } from './ui/action-button.tsx'

/** The screen of someone who is signed in and no admin. */
export function Unauthorized() {
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
