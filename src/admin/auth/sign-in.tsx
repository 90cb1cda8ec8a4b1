import { useState } from 'react'
import type { SessionAnswer } from '#api/auth/schema.ts'
import { CodeForm } from './code-form.tsx'
import { PasswordForm, type PasswordFormProps } from './password-form.tsx'
import type { Sent } from './use-auth-form.ts'

export type OnSignedIn = (session: SessionAnswer) => Sent

type SignInProps = Pick<PasswordFormProps, 'email' | 'children'> & { onSignedIn: OnSignedIn }

/** Signing in (§2): e-mail and password, then the code of whoever has a second factor. */
export function SignIn({ email, children, onSignedIn }: SignInProps) {
  const [step, setStep] = useState<'password' | 'code'>('password')
  const [told, setTold] = useState<string>()
  if (step === 'code') {
    return (
      <CodeForm
        onSignedIn={onSignedIn}
        onOver={(why) => {
          setTold(why)
          setStep('password')
        }}
      />
    )
  }
  return (
    <PasswordForm email={email} told={told} onSignedIn={onSignedIn} onHalfWay={() => setStep('code')}>
      {children}
    </PasswordForm>
  )
}
