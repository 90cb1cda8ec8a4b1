import {
  type ComponentProps,
  type InputEvent,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import type * as z from 'zod/mini'
import { useHydrated } from '#src/components/ui/button.tsx'
import { TextField } from '#src/components/ui/field.tsx'
import { ApiError } from '#src/lib/api.ts'
import { formValues, type Messages, messagesOf } from '#src/lib/form-data.ts'

/** The message of a failure that has none of its own. */
export const TRY_AGAIN = 'That didn’t work. Please try again in a moment.'

/** The result of a form that went through: `leaving` keeps it busy, since the page goes. */
export type Sent = 'leaving' | 'staying'

/**
 * A sign-in form: checked by the schema of its request when it is sent, its errors shown beside the fields, the first of
 * which gets the focus.
 * @param send what to do with the checked values; what it throws is shown in the form
 * @param fallback the message of a failure that has none
 * @returns what the form shows, and its handlers. `ready` once this runs in the browser
 */
export function useAuthForm<Output>(
  schema: z.ZodMiniType<Output>,
  send: (values: Output) => Promise<Sent>,
  fallback = TRY_AGAIN,
) {
  const ready = useHydrated()
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Messages>({})
  const [failure, setFailure] = useState<string>()

  /** @returns whether a field of this form shows one */
  function showErrors(form: HTMLFormElement, messages: Messages): boolean {
    setErrors(messages)
    const faulty = [...form.elements].find((field) => 'name' in field && messages[String(field.name)])
    if (faulty instanceof HTMLElement) faulty.focus()
    return faulty !== undefined
  }

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    setFailure(undefined)
    const checked = schema.safeParse(formValues(new FormData(form)))
    if (!checked.success) {
      const issues = checked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
      return void showErrors(form, messagesOf(issues))
    }
    setErrors({})
    setBusy(true)
    try {
      if ((await send(checked.data)) === 'leaving') return
    } catch (error) {
      const known = error instanceof ApiError ? error : null
      if (!known || !showErrors(form, messagesOf(known.issues))) setFailure(known?.message ?? fallback)
    }
    setBusy(false)
  }

  function onInput({ target }: InputEvent<HTMLFormElement>) {
    const name = target instanceof HTMLInputElement ? target.name : ''
    if (errors[name]) setErrors(({ [name]: _gone, ...rest }) => rest)
  }

  return { ready, busy, errors, failure, handlers: { onSubmit, onInput, noValidate: true } }
}

/** The error message of a sign-in form as a whole. */
export function Failure({ children }: { children: string | undefined }) {
  return (
    <div role="alert" className="contents">
      {children && <p className="notice notice-rose wrap-anywhere">{children}</p>}
    </div>
  )
}

/** Links and buttons below a form that lead elsewhere. */
export function OtherWays({ children }: { children: ReactNode }) {
  return (
    <p className="flex flex-wrap justify-between gap-x-6 gap-y-1 *:min-h-7 *:cursor-pointer *:py-0.5">
      {children}
    </p>
  )
}

export function BackToSignIn() {
  return (
    <OtherWays>
      <a className="link" href="/login">
        Back to sign in
      </a>
    </OtherWays>
  )
}

/** The title of what has taken a form's place: it has the focus, so that keyboard users stay at it. */
export function ArrivedTitle({ children }: { children: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus()
  }, [])
  return (
    <h2 className="text-title" ref={title} tabIndex={-1}>
      {children}
    </h2>
  )
}

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
