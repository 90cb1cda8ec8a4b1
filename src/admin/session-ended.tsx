import { useQueryClient } from '@tanstack/react-query'
import type { SessionAnswer } from '#api/auth/schema.ts'
import { OtherWays } from '#src/admin/auth/auth-form.tsx'
import { SignIn } from '#src/admin/auth/sign-in.tsx'
import { leaveFor, reloadAsOtherUser } from '#src/admin/client/leave-page.ts'
import { broadcast, type Ended, type SignedIn, sessionBegan } from '#src/admin/client/session.ts'
import type { Openable } from '#src/admin/lazy-part.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { FormDialog } from './ui/form-dialog.tsx'
import { notify } from './ui/toasts.tsx'

const TITLES: Record<Ended['why'], string> = {
  over: 'Your session has ended',
  'signed-out': 'You have signed out',
  'somebody-else': 'Someone else signed in',
}

/**
 * Over the work of somebody whose session is no longer good: they sign in again right here, and go on where they were.
 * As somebody else the page begins anew.
 */
export function SessionEnded({ session, open, onOpenChange }: Openable & { session: SignedIn }) {
  const { user, ended } = session
  const queries = useQueryClient()

  function signedIn(answer: SessionAnswer) {
    if (answer.user.id !== user.id) {
      broadcast({ kind: 'session', session: answer })
      reloadAsOtherUser(user.email)
      return 'leaving' as const
    }
    sessionBegan(answer)
    void queries.invalidateQueries()
    notify.success('You’re signed in again. What you typed is still here but not saved yet.')
    return 'staying' as const
  }

  return (
    <FormDialog
      alert
      opaque
      open={open}
      onOpenChange={onOpenChange}
      title={TITLES[ended?.why ?? 'over']}
      description={
        ended?.why === 'somebody-else' ? (
          <p>
            <b>{ended.email}</b> signed in from another tab of this browser. What’s on this page is yours:
            sign in again to keep working on it.
          </p>
        ) : (
          `${ended?.why === 'signed-out' ? 'You signed out in another tab. ' : ''}What you typed is still here. Sign in again to pick up where you left off.`
        )
      }
      // The email is known.
      initialFocus={() =>
        document.querySelector<HTMLInputElement>('[role=alertdialog] input[name=password]') ?? true
      }
    >
      <SignIn email={user.email} onSignedIn={signedIn}>
        {(email) =>
          email.trim().toLowerCase() !== user.email.toLowerCase() && (
            <p
              className="notice"
              role="status"
            >{`That isn’t ${user.email}. The page will reload, and what was typed here will be lost.`}</p>
          )
        }
      </SignIn>
      <OtherWays>
        {ended?.why === 'somebody-else' && (
          <Button type="button" look="link" onClick={() => reloadAsOtherUser(user.email)}>
            {`Reload as ${ended.email}`}
          </Button>
        )}
        <Button type="button" look="link" onClick={() => leaveFor('/')}>
          Leave the back office
        </Button>
      </OtherWays>
    </FormDialog>
  )
}
