import { useState } from 'react'
import { type SessionAnswer, secondFactorRequest, signInRequest } from '#api/auth/schema.ts'
import { Button } from '#src/components/ui/button.tsx'
import type { Elements } from '#src/components/ui/elements.ts'
import { TextField } from '#src/components/ui/field.tsx'
import { ApiError } from '#src/lib/api.ts'
import { EmailField, Failure, OtherWays, PasswordField, type Sent, useAuthForm } from './auth-form.tsx'
import { CODE_KINDS, type CodeKind, otherKind } from './code-kinds.ts'
import { finishSignIn, signIn } from './queries.ts'

const SIGN_IN_FAILED = 'Failed to sign in'

type OnSignedIn = (session: SessionAnswer) => Sent

type SignInProps = Pick<PasswordFormProps, 'email' | 'children'> & { onSignedIn: OnSignedIn }

/** Signing in: email and password, then the code, for people with a second factor. */
export function SignIn({ email, children, onSignedIn }: SignInProps) {
  const [step, setStep] = useState<'password' | 'code'>('password')
  const [notice, setNotice] = useState<string>()
  if (step === 'code') {
    return (
      <CodeForm
        onSignedIn={onSignedIn}
        onOver={(why) => {
          setNotice(why)
          setStep('password')
        }}
      />
    )
  }
  return (
    <PasswordForm email={email} notice={notice} onSignedIn={onSignedIn} onHalfWay={() => setStep('code')}>
      {children}
    </PasswordForm>
  )
}

type PasswordFormProps = {
  /** The initial value of the email field. */
  email?: string | undefined
  /** An earlier failure. */
  notice?: string | undefined
  onSignedIn: OnSignedIn
  /** The password is right, and a code is still to come. */
  onHalfWay: () => void
  /** Text about the email in the field, before the button. */
  children?: ((email: string) => Elements) | undefined
}

function PasswordForm({ email = '', notice, onSignedIn, onHalfWay, children }: PasswordFormProps) {
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
    <form className="grid grid-cols-1 gap-5" method="post" aria-label="Sign in" {...handlers}>
      <Failure>{failure ?? notice}</Failure>
      <EmailField
        scope="sign-in"
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

type CodeFormProps = {
  onSignedIn: OnSignedIn
  /** It took too long, or one wants to begin anew. */
  onOver: (why?: string) => void
}

/** The second step of a sign-in, for people with a second factor. */
function CodeForm({ onSignedIn, onOver }: CodeFormProps) {
  const [kind, setKind] = useState<CodeKind>('app')
  const { ready, busy, errors, failure, handlers } = useAuthForm(
    secondFactorRequest,
    async (request) => {
      try {
        return onSignedIn(await finishSignIn(request.code))
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'second_factor_over') throw error
        onOver(error.message)
        return 'staying'
      }
    },
    SIGN_IN_FAILED,
  )
  const { label, hint, other, control } = CODE_KINDS[kind]
  return (
    <form
      className="grid grid-cols-1 gap-5"
      method="post"
      aria-label="Two-factor authentication"
      {...handlers}
    >
      <Failure>{failure}</Failure>
      <TextField
        key={kind}
        {...control}
        scope="sign-in"
        label={label}
        name="code"
        hint={hint}
        required
        autoFocus
        error={errors['code']}
      />
      <Button busy={busy} disabled={!ready}>
        Sign In
      </Button>
      <OtherWays>
        <Button type="button" look="link" onClick={() => setKind(otherKind(kind))}>
          {other}
        </Button>
        <Button type="button" look="link" onClick={() => onOver()}>
          Start over
        </Button>
      </OtherWays>
    </form>
  )
}
