import { useEffect, useRef, useState } from 'react'
import { forgottenPasswordRequest } from '#api/auth/schema.ts'
import { Button } from '#src/components/ui/button.tsx'
import { Failure, OtherWays, useAuthForm } from './auth-form.tsx'
import { TRY_AGAIN } from './messages.ts'
import { EmailField } from './password-field.tsx'
import { forgottenPassword } from './queries.ts'

/** Asks for a link by which a new password can be chosen. The answer is the same for everybody. */
export default function Forgotten() {
  const [asked, setAsked] = useState(false)
  const { ready, busy, errors, failure, handlers } = useAuthForm(
    forgottenPasswordRequest,
    async ({ email }) => {
      await forgottenPassword(email)
      setAsked(true)
      return 'staying'
    },
    TRY_AGAIN,
  )
  if (asked) return <LinkSent />
  return (
    <>
      <form className="grid grid-cols-1 gap-5" method="post" aria-label="Reset your password" {...handlers}>
        <Failure>{failure}</Failure>
        <EmailField scope="forgotten" error={errors['email']} />
        <Button untilValid busy={busy} disabled={!ready}>
          Send Reset Link
        </Button>
      </form>
      <OtherWays>
        <a className="link" href="/login">
          Back to sign in
        </a>
      </OtherWays>
    </>
  )
}

function LinkSent() {
  const said = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    said.current?.focus()
  }, [])
  return (
    <>
      <h2 className="text-title" ref={said} tabIndex={-1}>
        Check your email
      </h2>
      <p>If that email has an account, a reset link is on its way. It works once, within an hour.</p>
      <p className="text-muted">
        Nothing after a few minutes? Check your spam folder, then{' '}
        <a className="link" href="/login/forgotten">
          request another link
        </a>
        .
      </p>
      <OtherWays>
        <a className="link" href="/login">
          Back to sign in
        </a>
      </OtherWays>
    </>
  )
}
