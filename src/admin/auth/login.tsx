import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { ownPath } from '#domain/own-path.ts'
import { $session, broadcast, liveSession, loadSession } from '#src/admin/client/session.ts'
import { SignIn } from './sign-in.tsx'
import { SignedInBlock } from './signed-in-block.tsx'

/** §2, /login: the form, or who is signed in. */
export default function Login() {
  // The server has drawn the form: until it is known who is signed in, it stays.
  const session = liveSession(useStore($session, { ssr: 'initial' }))
  useEffect(() => {
    void loadSession()
    // A page that the browser brings back knows nothing of what has happened since.
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
      <p className="door-ways">
        <a className="link" href="/login/forgotten">
          Forgotten your password?
        </a>
      </p>
    </>
  )
}

/** Where somebody came from (§2). */
function origin(): string {
  return ownPath(new URLSearchParams(location.search).get('from'))
}
