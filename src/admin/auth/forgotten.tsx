import { useState } from 'react'
import { forgottenPasswordRequest } from '#api/auth/schema.ts'
import { Button } from '#src/components/ui/button.tsx'
import { ArrivedTitle, BackToSignIn, EmailField, Failure, useAuthForm } from './auth-form.tsx'
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
  )
  if (asked) return <LinkSent />
  return (
    <>
      <form className="grid grid-cols-1 gap-5" method="post" aria-label="Reset your password" {...handlers}>
        <Failure>{failure}</Failure>
        <EmailField scope="forgotten" error={errors['email']} />
        <Button busy={busy} disabled={!ready}>
          Send reset link
        </Button>
      </form>
      <BackToSignIn />
    </>
  )
}

function LinkSent() {
  return (
    <>
      <ArrivedTitle>Check your email</ArrivedTitle>
      <p>If that email has an account, a reset link is on its way. It works once, within an hour.</p>
      <p className="text-muted">
        Nothing after a few minutes? Check your spam folder, then{' '}
        <a className="link" href="/login/forgotten">
          request another link
        </a>
        .
      </p>
      <BackToSignIn />
    </>
  )
}
