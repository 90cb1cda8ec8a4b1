import { useEffect, useRef, useState } from 'react'
import { secondFactorRequest } from '#api/auth/schema.ts'
import { Button } from '#src/components/ui/button.tsx'
import { TextField } from '#src/components/ui/field.tsx'
import { ApiError } from '#src/lib/api.ts'
import { Failure } from './failure.tsx'
import { finishSignIn } from './queries.ts'
import type { OnSignedIn } from './sign-in.tsx'
import { SIGN_IN_FAILED } from './texts.ts'
import { useAuthForm } from './use-auth-form.ts'

type CodeFormProps = {
  onSignedIn: OnSignedIn
  /** It took too long, or one wants to begin anew. */
  onOver: (why?: string) => void
}

const KINDS = {
  app: {
    label: 'Code',
    hint: 'The six digits that your authenticator app shows for Apologize Better.',
    other: 'Use a recovery code',
    control: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 8 },
  },
  recovery: {
    label: 'Recovery code',
    hint: 'One of those you kept when you switched the second factor on. Each works once.',
    other: 'Use the app',
    control: { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false, maxLength: 40 },
  },
} as const

/** The second half of a sign-in, for whoever has a second factor. */
export function CodeForm({ onSignedIn, onOver }: CodeFormProps) {
  const [kind, setKind] = useState<keyof typeof KINDS>('app')
  const form = useRef<HTMLFormElement>(null)
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: each kind of code has a field of its own
  useEffect(() => {
    form.current?.querySelector('input')?.focus()
  }, [kind])
  const { label, hint, other, control } = KINDS[kind]
  return (
    <form ref={form} className="door-form" method="post" aria-label="Second factor" {...handlers}>
      <Failure>{failure}</Failure>
      <TextField
        key={kind}
        {...control}
        scope="sign-in"
        label={label}
        name="code"
        hint={hint}
        required
        error={errors['code']}
      />
      <Button busy={busy} disabled={!ready}>
        Sign In
      </Button>
      <p className="door-ways">
        <Button type="button" look="link" onClick={() => setKind(kind === 'app' ? 'recovery' : 'app')}>
          {other}
        </Button>
        <Button type="button" look="link" onClick={() => onOver()}>
          Start over
        </Button>
      </p>
    </form>
  )
}
