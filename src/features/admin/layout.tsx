import { useStore } from '@nanostores/react'
import { $session, signOut } from '#src/lib/admin/session.ts'
import { Shell } from './shared/shell.tsx'
import { notify } from './shared/toasts.tsx'

/** The shared layout: the frame with whoever is signed in, the screen inside it. */
export function Layout() {
  const session = useStore($session)
  if (session.status !== 'signed-in') return null
  return (
    <Shell
      user={session.user}
      onSignOut={() =>
        signOut().catch(() => void notify.error('We could not sign you out. Please try again.'))
      }
    />
  )
}
