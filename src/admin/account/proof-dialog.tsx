import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type * as z from 'zod/mini'
import {
  byPasswordAndCode,
  type ConfirmRequest,
  confirmedByPassword,
  secondFactorRequest,
} from '#api/auth/schema.ts'
import { CODE_KINDS, type CodeKind, otherKind } from '#src/admin/auth/code-kinds.ts'
import { useSession } from '#src/admin/first-screen.tsx'
import { FormDialog } from '#src/admin/ui/form-dialog.tsx'
import { FormText } from '#src/admin/ui/form-fields.tsx'
import { SmallForm } from '#src/admin/ui/small-form.tsx'
import { Button } from '#src/components/ui/button.tsx'

type Proof = 'password' | 'code' | 'both'

/** The contract of the request that brings each proof. */
const PROOFS: Record<
  Proof,
  { schema: z.ZodMiniType<ConfirmRequest, ConfirmRequest>; start: ConfirmRequest }
> = {
  password: { schema: confirmedByPassword, start: { password: '' } },
  code: { schema: secondFactorRequest, start: { code: '' } },
  both: { schema: byPasswordAndCode, start: { password: '', code: '' } },
}

type ProofDialogProps = Pick<
  ComponentProps<typeof FormDialog>,
  'open' | 'onOpenChange' | 'alert' | 'description'
> &
  Pick<ComponentProps<typeof SmallForm<ConfirmRequest, ConfirmRequest>>, 'submit' | 'failure' | 'send'> & {
    title: string
    by: Proof
  }

/** Asks somebody who is signed in for their password, a code of their second factor, or both. */
export function ProofDialog({ by, submit, failure, send, ...dialog }: ProofDialogProps) {
  const { title, onOpenChange } = dialog
  return (
    <FormDialog {...dialog}>
      <SmallForm
        key={by}
        {...PROOFS[by]}
        label={title}
        submit={submit}
        failure={failure}
        send={send}
        onCancel={() => onOpenChange(false)}
      >
        {by !== 'code' && <OwnPassword />}
        {by !== 'password' && <OwnCode />}
      </SmallForm>
    </FormDialog>
  )
}

function OwnPassword() {
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

/** A code of the app, or a recovery code. */
function OwnCode() {
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
