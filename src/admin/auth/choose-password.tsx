import { useEffect, useState } from 'react'
import { passwordByLinkRequest } from '#api/auth/schema.ts'
import { PASSWORD_MIN } from '#domain/sign-in.ts'
import { broadcast } from '#src/admin/client/session.ts'
import { Button } from '#src/components/ui/button.tsx'
import { ApiError } from '#src/lib/api.ts'
import { ArrivedTitle, BackToSignIn, Failure, PasswordField, useAuthForm } from './auth-form.tsx'
import { acceptInvitation, type Link, readLink, resetPassword } from './queries.ts'

type LinkKind = Link['kind']

/** A link that can be used, and whose it is. */
type OpenLink = { state: 'open'; token: string; email: string }
type OverLink = { state: 'over'; message: string; retry: boolean }
type Found = { state: 'looking' } | OpenLink | OverLink | { state: 'chosen'; next: Next }

const INCOMPLETE = 'This link is incomplete. Open it again from the email, or copy the whole link.'
const NO_ANSWER = 'We couldn’t check this link just now.'

/** A password chosen by the link of a mail: a new one, or the first. */
export default function ChoosePassword({ kind }: { kind: LinkKind }) {
  const [found, setFound] = useState<Found>({ state: 'looking' })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    // Who copies the whole link into the tab of the incomplete one changes nothing but the part behind the #.
    const lookAgain = () => setTries((now) => now + 1)
    addEventListener('hashchange', lookAgain)
    return () => removeEventListener('hashchange', lookAgain)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try looks again
  useEffect(() => {
    void look(kind).then(setFound)
  }, [kind, tries])

  switch (found.state) {
    case 'looking':
      return (
        <p role="status" className="text-muted">
          Checking your link …
        </p>
      )
    case 'over':
      return <LinkOver kind={kind} over={found} onRetry={() => setTries(tries + 1)} />
    case 'chosen':
      return <PasswordChosen next={found.next} />
    case 'open':
      return <NewPasswordForm key={found.token} kind={kind} link={found} onFound={setFound} />
  }
}

/** Reads the token behind the # of the address, where no server sees it, and looks up whose it is. */
async function look(kind: LinkKind): Promise<Found> {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (!token) return { state: 'over', message: INCOMPLETE, retry: false }
  try {
    const link = await readLink(token)
    if (link.kind !== kind) return { state: 'over', message: INCOMPLETE, retry: false }
    return { state: 'open', token, email: link.email }
  } catch (error) {
    if (!(error instanceof ApiError)) return { state: 'over', message: NO_ANSWER, retry: true }
    const final = error.code === 'link_over' || error.code === 'link_unknown' || error.code === 'invalid'
    return { state: 'over', message: error.code === 'invalid' ? INCOMPLETE : error.message, retry: !final }
  }
}

type NewPasswordFormProps = { kind: LinkKind; link: OpenLink; onFound: (found: Found) => void }

/** One field: what is typed can be shown, so nobody has to type it twice. */
function NewPasswordForm({ kind, link: { token, email }, onFound }: NewPasswordFormProps) {
  const chosen = (next: Next) => {
    // The token is used up: it is taken out of the address.
    history.replaceState(history.state, '', location.pathname)
    onFound({ state: 'chosen', next })
  }
  const { busy, errors, failure, handlers } = useAuthForm(passwordByLinkRequest, async (request) => {
    try {
      if (kind === 'password_reset') {
        await resetPassword(request)
        chosen('sign-in')
        return 'staying'
      }
      const session = await acceptInvitation(request)
      broadcast({ kind: 'session', session })
      chosen(session.user.app_metadata.role)
    } catch (error) {
      if (!(error instanceof ApiError) || !error.code.startsWith('link_')) throw error
      // The link has been used, or has run out, in the meantime.
      onFound({ state: 'over', message: error.message, retry: false })
    }
    return 'staying'
  })
  return (
    <form className="grid grid-cols-1 gap-5" method="post" aria-label="Choose a password" {...handlers}>
      <Failure>{failure}</Failure>
      <input type="hidden" name="token" value={token} />
      <p>
        Account: <b className="wrap-anywhere">{email}</b>
      </p>
      {/* Tells password managers whose password it is. */}
      <input
        className="sr-only"
        type="email"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <PasswordField
        scope="new"
        label={kind === 'invitation' ? 'Password' : 'New password'}
        kind="new-password"
        hint={`At least ${PASSWORD_MIN} characters. Four or five random words work well.`}
        error={errors['password']}
      />
      <Button busy={busy}>{kind === 'invitation' ? 'Accept invitation' : 'Set new password'}</Button>
    </form>
  )
}

type LinkOverProps = { kind: LinkKind; over: OverLink; onRetry: () => void }

/** Says that a link does not work any more, and what to do instead. */
function LinkOver({ kind, over: { message, retry }, onRetry }: LinkOverProps) {
  return (
    <>
      <Failure>{message}</Failure>
      {retry && (
        <Button type="button" onClick={onRetry}>
          Try Again
        </Button>
      )}
      {!retry && kind === 'password_reset' && (
        <a className="button" href="/login/forgotten">
          Request a new link
        </a>
      )}
      {!retry && kind === 'invitation' && (
        <p>
          Already chose a password? Sign in with it. If not, ask whoever invited you to send a new invitation.
        </p>
      )}
      <BackToSignIn />
    </>
  )
}

/** Where the person stands now: signed in as one or the other, or about to sign in with the new password. */
type Next = 'admin' | 'member' | 'sign-in'

const WAYS = {
  admin: { href: '/admin', label: 'Go to the back office' },
  member: { href: '/', label: 'Go to the shop' },
  'sign-in': { href: '/login', label: 'Sign in' },
}

/** The password is chosen, and this is what comes next. */
function PasswordChosen({ next }: { next: Next }) {
  const { href, label } = WAYS[next]
  return (
    <>
      <ArrivedTitle>{next === 'sign-in' ? 'Your new password is set' : 'Your account is ready'}</ArrivedTitle>
      <p>
        {next === 'sign-in'
          ? 'You’ve been signed out everywhere. Sign in with your new password.'
          : 'From now on, sign in with your email and this password.'}
      </p>
      <a className="button" href={href}>
        {label}
      </a>
    </>
  )
}
