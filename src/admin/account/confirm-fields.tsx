import { useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { CODE_KINDS, type CodeKind, otherKind } from '#src/admin/auth/code-kinds.ts'
import { useSession } from '#src/admin/first-screen.tsx'
import { FormText } from '#src/admin/ui/form-fields.tsx'
import { Button } from '#src/components/ui/button.tsx'

/** One's password, in a dialog. */
export function OwnPassword() {
  const session = useSession()
  return (
    <>
      {/* Tells the browser's password manager whose password this is. */}
      {session.status === 'signed-in' && (
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={session.user.email}
          readOnly
          hidden
        />
      )}
      <FormText
        scope="confirm"
        name="password"
        label="Your password"
        required
        type="password"
        autoComplete="current-password"
      />
    </>
  )
}

/** A code of one's second factor, in a dialog: of the app, or a recovery code. */
export function OwnCode() {
  const [kind, setKind] = useState<CodeKind>('app')
  const { resetField, setFocus } = useFormContext<{ code: string }>()
  const switched = useRef(false)
  const { label, hint, other, control } = CODE_KINDS[kind]
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field of the other kind is another one
  useEffect(() => {
    if (switched.current) setFocus('code')
  }, [kind])
  return (
    <div className="flex flex-col items-start gap-1.5">
      <div className="w-full">
        <FormText key={kind} {...control} scope="confirm" name="code" label={label} hint={hint} required />
      </div>
      <Button
        type="button"
        look="link"
        onClick={() => {
          switched.current = true
          resetField('code')
          setKind(otherKind(kind))
        }}
      >
        {other}
      </Button>
    </div>
  )
}
