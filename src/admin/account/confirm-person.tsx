import { useRef } from 'react'
import type * as z from 'zod/mini'
import { type ConfirmRequest, confirmedByPassword, secondFactorRequest } from '#api/auth/schema.ts'
import type { Confirmation } from '#src/admin/client/confirmation.ts'
import type { Openable } from '#src/admin/lazy-part.tsx'
import { FormDialog } from '#src/admin/ui/form-dialog.tsx'
import { SmallForm } from '#src/admin/ui/small-form.tsx'
import type { Elements } from '#src/components/ui/elements.ts'
import { ApiError } from '#src/lib/api.ts'
import { OwnCode, OwnPassword } from './confirm-fields.tsx'
import { confirmPerson } from './queries.ts'

const TITLE = 'Confirm it’s you'
const WHY = {
  password: 'Enter your password to go on. You won’t be asked again here for ten minutes.',
  code: 'Enter a code to go on. You won’t be asked again here for ten minutes.',
}

type ConfirmPersonProps = Openable & { confirmation: Confirmation | null }

/**
 * Over whatever somebody does: they say once more who they are, and the call that waits goes on by itself. Cancel gives the call
 * up, and leaves everything as it was.
 */
export function ConfirmPerson({ confirmation, open, onOpenChange }: ConfirmPersonProps) {
  // While it fades out it keeps its form.
  const asked = useRef(confirmation)
  if (confirmation) asked.current = confirmation
  if (!asked.current) return null
  const { by, answer } = asked.current
  return (
    <FormDialog alert open={open} onOpenChange={onOpenChange} title={TITLE} description={WHY[by]}>
      {by === 'password' ? (
        <ConfirmForm schema={confirmedByPassword} start={{ password: '' }} answer={answer}>
          <OwnPassword />
        </ConfirmForm>
      ) : (
        <ConfirmForm schema={secondFactorRequest} start={{ code: '' }} answer={answer}>
          <OwnCode />
        </ConfirmForm>
      )}
    </FormDialog>
  )
}

type ConfirmFormProps<Values extends ConfirmRequest> = Pick<Confirmation, 'answer'> & {
  schema: z.ZodMiniType<Values, Values>
  start: Values
  children: Elements
}

function ConfirmForm<Values extends ConfirmRequest>(props: ConfirmFormProps<Values>) {
  const { schema, start, answer, children } = props
  return (
    <SmallForm
      label={TITLE}
      schema={schema}
      start={start}
      send={async (request) => {
        try {
          await confirmPerson(request)
        } catch (thrown) {
          // The second factor was switched elsewhere meanwhile: the call that waits asks anew, for the other one.
          if (!(thrown instanceof ApiError && asksForOther(thrown, start))) throw thrown
        }
        answer(true)
      }}
      submit="Confirm"
      failure="That didn’t work. Please try again in a moment."
      onCancel={() => answer(false)}
    >
      {children}
    </SmallForm>
  )
}

function asksForOther({ code, issues }: ApiError, start: ConfirmRequest): boolean {
  return code === 'second_factor_off' || issues.some(({ path }) => !(path in start))
}
