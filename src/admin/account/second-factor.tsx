import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#src/admin/ui/error-banner.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { PasswordDialog } from './password.tsx'
import {
  activityQuery,
  beginSecondFactor,
  endSecondFactor,
  renewRecoveryCodes,
  type SecondFactorSecret,
  secondFactorQuery,
} from './queries.ts'
import { RecoveryCodes, SecondFactorSetup } from './second-factor-setup.tsx'
import { Loaded, Setting, Standing } from './setting.tsx'

/** A second factor: on by the password and a code of an app, off or with new recovery codes by the password. */
export function SecondFactor({ email }: { email: string }) {
  const query = useQuery(secondFactorQuery)
  const cache = useQueryClient()
  const [begun, setBegun] = useState<SecondFactorSecret>()
  const [codes, setCodes] = useState<readonly string[]>()
  const [moved, setMoved] = useState(false)
  const { queryKey } = secondFactorQuery
  const showCodes = (next: readonly string[]) => {
    setBegun(undefined)
    setCodes(next)
    setMoved(true)
    cache.setQueryData(queryKey, { on: true, recoveryCodesLeft: next.length })
    void cache.invalidateQueries({ queryKey: activityQuery.queryKey })
  }
  const switchedOff = () => {
    setBegun(undefined)
    setMoved(true)
    cache.setQueryData(queryKey, { on: false, recoveryCodesLeft: 0 })
    void cache.invalidateQueries({ queryKey: activityQuery.queryKey })
  }
  /** Elsewhere it was switched while this screen was open: what is true is shown. */
  const overtaken = (thrown: unknown) => {
    notify.error(messageOf(thrown, 'That didn’t work. Please try again.'))
    setBegun(undefined)
    setMoved(true)
    return cache.invalidateQueries({ queryKey })
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
          {({ on, recoveryCodesLeft }) => {
            const shared = { arrived: moved, onOvertaken: overtaken }
            if (on) {
              return (
                <SecondFactorOn
                  {...shared}
                  codesLeft={recoveryCodesLeft}
                  onCodes={showCodes}
                  onOff={switchedOff}
                />
              )
            }
            if (!begun) return <SecondFactorOff {...shared} onBegun={setBegun} />
            return (
              <SecondFactorSetup
                begun={begun}
                onCodes={showCodes}
                onOvertaken={overtaken}
                onCancel={() => {
                  setMoved(true)
                  setBegun(undefined)
                }}
              />
            )
          }}
        </Loaded>
      )}
    </Setting>
  )
}

type OffProps = {
  arrived: boolean
  onBegun: (begun: SecondFactorSecret) => void
  onOvertaken: (thrown: unknown) => Promise<void>
}

function SecondFactorOff({ arrived, onBegun, onOvertaken }: OffProps) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3.5 [&>:first-child]:flex-[1_1_16rem]">
      <Standing arrived={arrived}>
        It’s <b>off</b>. You’ll need an authenticator app. Many password managers have one.
      </Standing>
      <Button type="button" onClick={() => setAsking(true)}>
        Turn On
      </Button>
      <PasswordDialog
        open={asking}
        onClose={close}
        title="Turn on two-factor authentication?"
        description="Enter your password first. Then set up your authenticator app."
        action="Continue"
        failure="Failed to start two-factor authentication"
        run={async (password) => {
          const begun = await beginSecondFactor(password)
          close()
          onBegun(begun)
        }}
        onOvertaken={onOvertaken}
      />
    </div>
  )
}

/** With this many codes left or fewer, new ones are suggested. */
const FEW = 3

type OnProps = {
  arrived: boolean
  codesLeft: number
  onCodes: (codes: readonly string[]) => void
  onOff: () => void
  onOvertaken: (thrown: unknown) => Promise<void>
}

/** The second factor is on: how many recovery codes are left, new ones, and the way to switch it off. */
function SecondFactorOn({ arrived, codesLeft, onCodes, onOff, onOvertaken }: OnProps) {
  const [asking, setAsking] = useState<'codes' | 'off'>()
  const close = () => setAsking(undefined)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3.5 [&>:first-child]:flex-[1_1_16rem]">
        <div>
          <Standing arrived={arrived}>
            It’s <b>on</b>.
          </Standing>
          <p className={codesLeft <= FEW ? 'text-rose' : 'text-muted'}>{left(codesLeft)}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button type="button" look="quiet" onClick={() => setAsking('codes')}>
            New Recovery Codes
          </Button>
          <Button type="button" look="quiet" className="button-danger" onClick={() => setAsking('off')}>
            Turn Off
          </Button>
        </div>
      </div>
      <PasswordDialog
        open={asking === 'codes'}
        onClose={close}
        title="Create new recovery codes?"
        description="Your current codes stop working, used or not."
        action="Create New Codes"
        failure="Failed to create new recovery codes"
        run={async (password) => {
          const codes = await renewRecoveryCodes(password)
          close()
          onCodes(codes)
        }}
        onOvertaken={onOvertaken}
      />
      <PasswordDialog
        open={asking === 'off'}
        onClose={close}
        title="Turn off two-factor authentication?"
        description="Your password alone will sign you in. Your recovery codes stop working."
        action="Turn Off"
        failure="Failed to turn off two-factor authentication"
        run={async (password) => {
          await endSecondFactor(password)
          close()
          notify.success('Two-factor authentication turned off')
          onOff()
        }}
        onOvertaken={onOvertaken}
      />
    </>
  )
}

function left(count: number): string {
  if (count === 0) return 'No recovery codes left. Create new ones before you need one.'
  const description = count === 1 ? '1 recovery code left.' : `${count} recovery codes left.`
  return count <= FEW ? `${description} Create new ones soon.` : description
}
