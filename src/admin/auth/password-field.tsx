import { type ComponentProps, type ReactNode, useState } from 'react'
import { TextField } from '#src/components/ui/field.tsx'

type PasswordFieldProps = {
  label: string
  /** Tells fields of the same name on one page apart. */
  scope?: string
  /** A password manager offers the current one, or makes a new one. */
  kind: 'current-password' | 'new-password'
  hint?: ReactNode
  error?: ReactNode
}

/** A password field with a button that shows what is typed. */
export function PasswordField({ kind, ...props }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      name="password"
      type={shown ? 'text' : 'password'}
      autoComplete={kind}
      autoCapitalize="none"
      spellCheck={false}
      required
      aside={
        <label className="flex min-h-7 w-fit cursor-pointer items-center gap-2 text-small text-muted">
          <input
            className="size-6 flex-none cursor-pointer accent-rose"
            type="checkbox"
            checked={shown}
            onChange={() => setShown(!shown)}
          />
          Show password
        </label>
      }
    />
  )
}

type EmailFieldProps = Pick<ComponentProps<typeof TextField>, 'scope' | 'defaultValue' | 'error' | 'onChange'>

/** The email address that somebody signs in with. */
export function EmailField(props: EmailFieldProps) {
  return (
    <TextField
      {...props}
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      required
    />
  )
}
