import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { hasUnsaved, leaveFor } from '#src/admin/client/leave-page.ts'
import { $session, signOut } from '#src/admin/client/session.ts'
import { ConfirmDialog } from './ui/confirm-dialog.tsx'
import { Shell } from './ui/shell.tsx'
import { notify } from './ui/toasts.tsx'

/** The shared layout: the frame with whoever is signed in, the screen inside it. */
export function Layout() {
  const session = useStore($session)
  const [asking, setAsking] = useState(false)
  if (session.status !== 'signed-in') return null

  async function leave(): Promise<void> {
    setAsking(false)
    try {
      await signOut()
      leaveFor('/login')
    } catch {
      notify.error('We could not sign you out. Please try again.')
    }
  }
  return (
    <>
      <Shell user={session.user} onSignOut={async () => (hasUnsaved() ? setAsking(true) : leave())} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Sign out without saving?"
        action="Sign Out"
        cancel="Keep editing"
        onConfirm={() => void leave()}
      >
        <p>What you changed here has not been saved and would be lost.</p>
      </ConfirmDialog>
    </>
  )
}
