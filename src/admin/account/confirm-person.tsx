import { useRef } from 'react'
import type { Confirmation } from '#src/admin/client/confirmation.ts'
import type { Openable } from '#src/admin/lazy-part.tsx'
import { ApiError } from '#src/lib/api.ts'
import { ProofDialog } from './proof-dialog.tsx'
import { confirmPerson } from './queries.ts'

const WHY = {
  password: 'Enter your password to go on. You won’t be asked again here for ten minutes.',
  code: 'Enter a code to go on. You won’t be asked again here for ten minutes.',
}

/**
 * Over whatever somebody does: they say once more who they are, and the call that waits goes on by itself. Cancel gives the call
 * up, and leaves everything as it was.
 */
export function ConfirmPerson({ confirmation, ...dialog }: Openable & { confirmation: Confirmation | null }) {
  // While it fades out it keeps its form.
  const asked = useRef(confirmation)
  if (confirmation) asked.current = confirmation
  if (!asked.current) return null
  const { by, answer } = asked.current
  return (
    <ProofDialog
      {...dialog}
      alert
      by={by}
      title="Confirm it’s you"
      description={WHY[by]}
      send={async (request) => {
        try {
          await confirmPerson(request)
        } catch (thrown) {
          // The second factor was switched elsewhere meanwhile: the call that waits asks anew, for the other one.
          if (!(thrown instanceof ApiError && asksForOther(thrown, by))) throw thrown
        }
        answer(true)
      }}
      submit="Confirm"
      failure="That didn’t work. Please try again in a moment."
    />
  )
}

function asksForOther({ code, issues }: ApiError, by: Confirmation['by']): boolean {
  return code === 'second_factor_off' || issues.some(({ path }) => path !== by)
}
