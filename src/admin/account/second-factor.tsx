import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ByPasswordAndCode } from '#api/auth/schema.ts'
import { messageOf } from '#src/admin/ui/error-banner.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import {
  activityQuery,
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  renewRecoveryCodes,
  type SecondFactorSecret,
  secondFactorQuery,
} from './queries.ts'
import { RecoveryCodes, SecondFactorSetup } from './second-factor-setup.tsx'
import { Loaded, Setting, Standing, switchedElsewhere } from './setting.tsx'

/** The changes that one can make: the first while it is off by the password, the others while it is on by a code as well. */
const ACTIONS = {
  begin: {
    label: 'Turn on',
    look: {},
    dialog: {
      title: 'Turn on two-factor authentication?',
      description: 'Enter your password first. Then set up your authenticator app.',
      submit: 'Continue',
      failure: 'Failed to start two-factor authentication',
    },
  },
  codes: {
    label: 'New recovery codes',
    look: { look: 'quiet' },
    dialog: {
      title: 'Create new recovery codes?',
      description: 'Your current codes stop working, used or not.',
      submit: 'Create new codes',
      failure: 'Failed to create new recovery codes',
    },
  },
  end: {
    label: 'Turn off',
    look: { look: 'quiet', className: 'button-danger' },
    dialog: {
      title: 'Turn off two-factor authentication?',
      description: 'Your password alone will sign you in. Your recovery codes stop working.',
      submit: 'Turn off',
      failure: 'Failed to turn off two-factor authentication',
    },
  },
} as const

type Action = keyof typeof ACTIONS

/** A second factor: on, off or with new recovery codes by the password and a code. */
export function SecondFactor({ email }: { email: string }) {
  const query = useQuery(secondFactorQuery)
  const cache = useQueryClient()
  const [begun, setBegun] = useState<SecondFactorSecret>()
  const [codes, setCodes] = useState<readonly string[]>()
  const [moved, setMoved] = useState(false)
  const { queryKey } = secondFactorQuery
  const move = () => {
    setBegun(undefined)
    setMoved(true)
  }
  /** @param next the recovery codes, to be shown now; none: it is off */
  const switched = (next: readonly string[] = []) => {
    move()
    setCodes(next.length > 0 ? next : undefined)
    cache.setQueryData(queryKey, { on: next.length > 0, recoveryCodesLeft: next.length })
    void cache.invalidateQueries({ queryKey: activityQuery.queryKey })
  }
  const run: Record<Action, (given: ByPasswordAndCode) => Promise<void>> = {
    begin: async ({ password }) => setBegun(await beginSecondFactor(password)),
    codes: async (given) => switched(await renewRecoveryCodes(given)),
    end: async (given) => {
      await endSecondFactor(given)
      notify.success('Two-factor authentication turned off')
      switched()
    },
  }
  /** Elsewhere it was switched while this screen was open: what is true is shown. */
  const overtaken = (thrown: unknown) => {
    if (!switchedElsewhere(thrown)) throw thrown
    notify.error(messageOf(thrown, 'That didn’t work. Please try again.'))
    move()
    void cache.invalidateQueries({ queryKey })
  }
  return (
    <Setting
      title="Two-factor authentication"
      description={
        <p>Sign in with your password and a code from your phone. A stolen password alone isn’t enough.</p>
      }
    >
      {codes ? (
        <RecoveryCodes email={email} codes={codes} onKept={() => setCodes(undefined)} />
      ) : (
        <Loaded query={query} failure="Failed to load two-factor authentication">
          {({ on, recoveryCodesLeft }) =>
            begun && !on ? (
              <SecondFactorSetup
                begun={begun}
                confirm={(code) => confirmSecondFactor(code).then(switched).catch(overtaken)}
                onCancel={() => move()}
              />
            ) : (
              <SwitchedFactor
                key={String(on)}
                codesLeft={on ? recoveryCodesLeft : null}
                arrived={moved}
                run={(action, given) => run[action](given).catch(overtaken)}
              />
            )
          }
        </Loaded>
      )}
    </Setting>
  )
}

type SwitchedFactorProps = {
  /** Null: it is off. */
  codesLeft: number | null
  arrived: boolean
  run: (action: Action, given: ByPasswordAndCode) => Promise<void>
}

/** Says if it is on, with how many recovery codes, and what can be done about it. */
function SwitchedFactor({ codesLeft, arrived, run }: SwitchedFactorProps) {
  const [asked, setAsked] = useState<Action>()
  const close = () => setAsked(undefined)
  const actions: readonly Action[] = codesLeft === null ? ['begin'] : ['codes', 'end']
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3.5 [&>:first-child]:flex-[1_1_16rem]">
        <div>
          {codesLeft === null ? (
            <Standing arrived={arrived}>
              It’s <b>off</b>. You’ll need an authenticator app. Many password managers have one.
            </Standing>
          ) : (
            <>
              <Standing arrived={arrived}>
                It’s <b>on</b>.
              </Standing>
              <p className={codesLeft <= FEW ? 'text-rose' : 'text-muted'}>{left(codesLeft)}</p>
            </>
          )}
        </div>
        <div className="flex flex-wrap gap-3">
          {actions.map((action) => (
            <Button key={action} type="button" {...ACTIONS[action].look} onClick={() => setAsked(action)}>
              {ACTIONS[action].label}
            </Button>
          ))}
        </div>
      </div>
      {actions.map((action) => (
        <ProofDialog
          key={action}
          by={codesLeft === null ? 'password' : 'both'}
          {...ACTIONS[action].dialog}
          open={asked === action}
          onOpenChange={(open) => !open && close()}
          send={async ({ password = '', code = '' }) => {
            await run(action, { password, code })
            close()
          }}
        />
      ))}
    </>
  )
}

/** With this many codes left or fewer, new ones are suggested. */
const FEW = 3

function left(count: number): string {
  if (count === 0) return 'No recovery codes left. Create new ones before you need one.'
  const description = count === 1 ? '1 recovery code left.' : `${count} recovery codes left.`
  return count <= FEW ? `${description} Create new ones soon.` : description
}
