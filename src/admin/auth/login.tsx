import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { returnPath } from '#domain/sign-in.ts'
import {
  $session,
  broadcast,
  liveSession,
  loadSession,
  refreshSession,
  type SignedIn,
  signOut,
} from '#src/admin/client/session.ts'
import { Button } from '#src/components/ui/button.tsx'
import { keepZone } from '#src/lib/zone-cookie.ts'
import { Failure, OtherWays, TRY_AGAIN } from './auth-form.tsx'
import { SignIn } from './sign-in.tsx'

/** /login: the form, or who is signed in. */
export default function Login() {
  // The server has drawn the form: until it is known who is signed in, it stays.
  const session = liveSession(useStore($session, { ssr: 'initial' }))
  useEffect(() => {
    void loadSession()
    keepZone()
    // A page from the back/forward cache shows an old state.
    const back = ({ persisted }: PageTransitionEvent) => persisted && location.reload()
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [])

  if (session) return <SignedInBlock session={session} from={origin()} />
  return (
    <>
      <h2 className="text-title">Sign in</h2>
      <SignIn
        onSignedIn={(answer) => {
          broadcast({ kind: 'session', session: answer })
          location.assign(origin())
          return 'leaving'
        }}
      />
      <OtherWays>
        <a className="link" href="/login/forgotten">
          Forgot your password?
        </a>
      </OtherWays>
    </>
  )
}

/** Where somebody came from. */
function origin(): string {
  return returnPath(new URLSearchParams(location.search).get('from'))
}

const TIME = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' })

/** Who is signed in, as the session says it. @param from where they came from; `/`: nowhere in particular */
function SignedInBlock({ session, from }: { session: SignedIn; from: string }) {
  const [busy, setBusy] = useState<'refresh' | 'sign-out'>()
  const [failure, setFailure] = useState<string>()
  const { email, app_metadata, raw_app_metadata } = session.user
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
      <h2 className="text-title">You’re signed in</h2>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-5 gap-y-2 [&>dd]:font-semibold [&>dd]:wrap-anywhere [&>dt]:text-muted">
        <dt className="max-[28rem]:col-span-full">Email</dt>
        {/* An address needs the whole width of a phone. */}
        <dd className="max-[28rem]:col-span-full max-[28rem]:-mt-2">{email}</dd>
        <dt>Role</dt>
        <dd>{app_metadata.role}</dd>
        <dt>Alternate role</dt>
        <dd>{raw_app_metadata.role}</dd>
        <dt>Session expires</dt>
        <dd className="tabular-nums">{TIME.format(Date.parse(session.expiresAt))}</dd>
      </dl>
      <Failure>{failure}</Failure>
      {goesOn && (
        <a className="button" href={from}>
          Continue
        </a>
      )}
      {isAdmin && (
        <a className={`button ${goesOn ? 'button-quiet' : ''}`} href={office}>
          Go to the back office
        </a>
      )}
      {!isAdmin && !goesOn && (
        <p className="text-muted">Your account can’t open the back office. An admin can change that.</p>
      )}
      <p className="flex flex-wrap gap-3 *:flex-auto *:px-3 *:whitespace-nowrap">
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
