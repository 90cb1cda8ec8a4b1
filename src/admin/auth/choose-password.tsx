import { useEffect, useState } from 'react'
import type { LinkAnswer } from '#api/auth/schema.ts'
import { ApiError } from '#src/lib/api.ts'
import { LinkOver } from './link-over.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { type Next, PasswordChosen } from './password-chosen.tsx'
import { readLink } from './queries.ts'

export type LinkKind = LinkAnswer['kind']

type Found =
  | { state: 'looking' }
  | { state: 'open'; token: string; email: string }
  | { state: 'over'; message: string; retry: boolean }
  | { state: 'chosen'; next: Next }

const INCOMPLETE = 'This link is not complete. Please open it from the mail once more, or copy all of it.'
const NO_ANSWER = 'We could not look at this link just now.'

/** A password chosen by the link of a mail: a new one, or the first (decisions.md, Accounts). */
export default function ChoosePassword({ kind }: { kind: LinkKind }) {
  const [found, setFound] = useState<Found>({ state: 'looking' })
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try looks again
  useEffect(() => {
    void look(kind).then(setFound)
  }, [kind, tries])

  switch (found.state) {
    case 'looking':
      return (
        <p role="status" className="text-muted">
          Looking at your link …
        </p>
      )
    case 'over':
      return (
        <LinkOver
          kind={kind}
          message={found.message}
          onRetry={found.retry ? () => setTries(tries + 1) : undefined}
        />
      )
    case 'chosen':
      return <PasswordChosen next={found.next} />
    case 'open':
      return (
        <NewPasswordForm
          kind={kind}
          token={found.token}
          email={found.email}
          onChosen={(next) => {
            // Used up: nothing that anybody need copy from the address.
            history.replaceState(history.state, '', location.pathname)
            setFound({ state: 'chosen', next })
          }}
          onOver={(message) => setFound({ state: 'over', message, retry: false })}
        />
      )
  }
}

/** What stands behind the # of the address, where no server sees it, and whose it is. */
async function look(kind: LinkKind): Promise<Found> {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (!token) return { state: 'over', message: INCOMPLETE, retry: false }
  try {
    const link = await readLink(token)
    if (link.kind !== kind) return { state: 'over', message: INCOMPLETE, retry: false }
    return { state: 'open', token, email: link.email }
  } catch (error) {
    if (!(error instanceof ApiError)) return { state: 'over', message: NO_ANSWER, retry: true }
    const final = error.code === 'link_over' || error.code === 'link_unknown' || error.code === 'invalid'
    return { state: 'over', message: error.code === 'invalid' ? INCOMPLETE : error.message, retry: !final }
  }
}
