import { useState } from 'react'
import { $session, refreshSession, type SignedIn, signOut } from '#src/admin/client/session.ts'
import { Button } from '#src/components/ui/button.tsx'
import { Failure } from './failure.tsx'
import { TRY_AGAIN } from './texts.ts'

const TIME = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' })

/** §2: who is signed in, as the session says it. @param from where they came from; `/`: nowhere in particular */
export function SignedInBlock({ session, from }: { session: SignedIn; from: string }) {
  const [busy, setBusy] = useState<'refresh' | 'sign-out'>()
  const [failure, setFailure] = useState<string>()
  const { email, app_metadata, raw_app_metadata } = session.user
  const [name, host] = email.split('@')
  const isAdmin = app_metadata.role === 'admin'
  const office = from.startsWith('/admin') ? from : '/admin'
  const goesOn = from !== '/' && from !== office

  async function run(what: 'refresh' | 'sign-out', deed: () => Promise<void>) {
    if (busy) return
    setBusy(what)
    setFailure(undefined)
    await deed().catch(() => setFailure(TRY_AGAIN))
    setBusy(undefined)
  }
  const refresh = () =>
    run('refresh', async () => {
      if ((await refreshSession()) === 'unknown') throw new Error('Nobody answered')
    })
  const leave = () =>
    run('sign-out', async () => {
      await signOut()
      $session.set({ status: 'signed-out' })
    })

  return (
    <>
      <h2 className="text-title">You are signed in</h2>
      <dl className="door-facts">
        <dt>Email</dt>
        <dd>
          {name}@<wbr />
          {host}
        </dd>
        <dt>Role</dt>
        <dd>{app_metadata.role}</dd>
        <dt>Alternate role</dt>
        <dd>{raw_app_metadata.role}</dd>
        <dt>Good until</dt>
        <dd className="figures">{TIME.format(Date.parse(session.expiresAt))}</dd>
      </dl>
      <Failure>{failure}</Failure>
      {goesOn && (
        <a className="button" href={from}>
          Go on
        </a>
      )}
      {isAdmin && (
        <a className={`button ${goesOn ? 'button-quiet' : ''}`} href={office}>
          Go to the back office
        </a>
      )}
      {!isAdmin && !goesOn && (
        <p className="text-muted">Your account has no way into the back office. An admin can give it one.</p>
      )}
      <p className="door-pair">
        <Button type="button" look="quiet" busy={busy === 'refresh'} onClick={refresh}>
          Refresh Auth
        </Button>
        <Button type="button" look="quiet" busy={busy === 'sign-out'} onClick={leave}>
          Sign Out
        </Button>
      </p>
    </>
  )
}
