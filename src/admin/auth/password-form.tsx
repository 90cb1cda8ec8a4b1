import { type ReactNode, useState } from 'react'
import { signInRequest } from '#api/auth/schema.ts'
import { EMAIL_MAX } from '#domain/limits.ts'
import { Button } from '#src/components/ui/button.tsx'
import { TextField } from '#src/components/ui/field.tsx'
import { Failure } from './failure.tsx'
import { PasswordField } from './password-field.tsx'
import { signIn } from './queries.ts'
import type { OnSignedIn } from './sign-in.tsx'
import { SIGN_IN_FAILED } from './texts.ts'
import { useAuthForm } from './use-auth-form.ts'

export type PasswordFormProps = {
  /** What the e-mail field starts with. */
  email?: string | undefined
  /** What went wrong before. */
  told?: string | undefined
  onSignedIn: OnSignedIn
  /** The password is right, and a code is still to come. */
  onHalfWay: () => void
  /** What is said about the e-mail in the field, before the button. */
  children?: ((email: string) => ReactNode) | undefined
}

/** §2, admin sign-in. */
export function PasswordForm({ email = '', told, onSignedIn, onHalfWay, children }: PasswordFormProps) {
  const [typed, setTyped] = useState(email)
  const { ready, busy, errors, failure, handlers } = useAuthForm(
    signInRequest,
    async (request) => {
      const answer = await signIn(request)
      if (!('secondFactor' in answer)) return onSignedIn(answer)
      onHalfWay()
      return 'staying'
    },
    SIGN_IN_FAILED,
  )
  return (
    <form className="door-form" method="post" aria-label="Sign in" {...handlers}>
      <Failure>{failure ?? told}</Failure>
      <TextField
        scope="sign-in"
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        maxLength={EMAIL_MAX}
        required
        defaultValue={email}
        error={errors['email']}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <PasswordField scope="sign-in" label="Password" kind="current-password" error={errors['password']} />
      {children?.(typed)}
      <Button busy={busy} disabled={!ready}>
        Sign In
      </Button>
    </form>
  )
}
