import { passwordByLinkRequest } from '#api/auth/schema.ts'
import { PASSWORD_MIN } from '#domain/password.ts'
import { broadcast } from '#src/admin/client/session.ts'
import { Button } from '#src/components/ui/button.tsx'
import { ApiError } from '#src/lib/api.ts'
import type { LinkKind } from './choose-password.tsx'
import { Failure } from './failure.tsx'
import type { Next } from './password-chosen.tsx'
import { PasswordField } from './password-field.tsx'
import { acceptInvitation, resetPassword } from './queries.ts'
import { TRY_AGAIN } from './texts.ts'
import { useAuthForm } from './use-auth-form.ts'

type NewPasswordFormProps = {
  kind: LinkKind
  token: string
  /** Whose link it is. */
  email: string
  onChosen: (next: Next) => void
  /** The link has been used, or has run out, in the meantime. */
  onOver: (message: string) => void
}

/** One field: what is typed can be shown, so nobody has to type it twice. */
export function NewPasswordForm({ kind, token, email, onChosen, onOver }: NewPasswordFormProps) {
  const { busy, errors, failure, handlers } = useAuthForm(
    passwordByLinkRequest,
    async (request) => {
      try {
        if (kind === 'password_reset') {
          await resetPassword(request)
          onChosen('sign-in')
          return 'staying'
        }
        const session = await acceptInvitation(request)
        broadcast({ kind: 'session', session })
        onChosen(session.user.app_metadata.role)
      } catch (error) {
        if (!(error instanceof ApiError) || !error.code.startsWith('link_')) throw error
        onOver(error.message)
      }
      return 'staying'
    },
    TRY_AGAIN,
  )
  return (
    <form className="door-form" method="post" aria-label="Choose a password" {...handlers}>
      <Failure>{failure}</Failure>
      <input type="hidden" name="token" value={token} />
      <p>
        For <b className="wrap-anywhere">{email}</b>
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
        hint={`At least ${PASSWORD_MIN} characters, and none of those that everybody tries first. A few words that only you put together are good, and easy to keep.`}
        error={errors['password']}
      />
      <Button busy={busy}>{kind === 'invitation' ? 'Accept the Invitation' : 'Set the New Password'}</Button>
    </form>
  )
}
