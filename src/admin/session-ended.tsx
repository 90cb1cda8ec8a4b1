import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { SessionAnswer } from '#api/auth/schema.ts'
import { OtherWays } from '#src/admin/auth/auth-form.tsx'
import { SignIn } from '#src/admin/auth/sign-in.tsx'
import { leaveFor, reloadAsOtherUser } from '#src/admin/client/leave-page.ts'
import { broadcast, type Ended, type SignedIn, sessionBegan } from '#src/admin/client/session.ts'
import type { Openable } from '#src/admin/lazy-part.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { dialogStyle } from './ui/class-names.ts'
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
export function SessionEnded({ session, open }: Openable & { session: SignedIn }) {
  const { user, ended } = session
  const queries = useQueryClient()
  const popup = useRef<HTMLDivElement>(null)

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
    <AlertDialog.Root open={open}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialogStyle.opaqueBackdrop} />
        <AlertDialog.Popup
          ref={popup}
          className={dialogStyle.popup}
          // The email is known.
          initialFocus={() => popup.current?.querySelector<HTMLInputElement>('input[name=password]') ?? true}
        >
          <AlertDialog.Title className={dialogStyle.title}>{TITLES[ended?.why ?? 'over']}</AlertDialog.Title>
          <AlertDialog.Description render={<div />} className={dialogStyle.description}>
            {ended?.why === 'somebody-else' ? (
              <p>
                <b>{ended.email}</b> signed in from another tab of this browser. What’s on this page is yours:
                sign in again to keep working on it.
              </p>
            ) : (
              <p>
                {`${ended?.why === 'signed-out' ? 'You signed out in another tab. ' : ''}What you typed is still here. Sign in again to pick up where you left off.`}
              </p>
            )}
          </AlertDialog.Description>
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
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
