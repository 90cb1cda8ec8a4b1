import { Button } from '#src/components/ui/button.tsx'
import type { LinkKind } from './choose-password.tsx'
import { Failure } from './failure.tsx'

type LinkOverProps = { kind: LinkKind; message: string; onRetry?: (() => void) | undefined }

/** A link that leads nowhere any more says so, and how to go on. */
export function LinkOver({ kind, message, onRetry }: LinkOverProps) {
  return (
    <>
      <Failure>{message}</Failure>
      {onRetry && (
        <Button type="button" onClick={onRetry}>
          Try Again
        </Button>
      )}
      {!onRetry && kind === 'password_reset' && (
        <a className="button" href="/login/forgotten">
          Ask for a New Link
        </a>
      )}
      {!onRetry && kind === 'invitation' && (
        <p>
          Have you chosen a password already? Then sign in with it. If not, whoever invited you can send the
          invitation again.
        </p>
      )}
      <p className="door-ways">
        <a className="link" href="/login">
          Go to the sign-in
        </a>
      </p>
    </>
  )
}
