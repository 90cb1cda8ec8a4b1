import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#src/admin/ui/error-banner.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { activityQuery, beginSecondFactor, type SecondFactorSecret, secondFactorQuery } from './queries.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondFactorOn } from './second-factor-on.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'
import { Loaded, Setting, Standing } from './setting.tsx'

/** A second factor: on by the password and a code of an app, off or with new recovery codes by the password. */
export function SecondFactor({ email }: { email: string }) {
  const query = useQuery(secondFactorQuery)
  const cache = useQueryClient()
  const [begun, setBegun] = useState<SecondFactorSecret>()
  const [codes, setCodes] = useState<readonly string[]>()
  const [moved, setMoved] = useState(false)
  const { queryKey } = secondFactorQuery
  const told = (next: readonly string[]) => {
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
    notify.error(messageOf(thrown, 'This could not be done. Please try again.'))
    setBegun(undefined)
    setMoved(true)
    return cache.invalidateQueries({ queryKey })
  }
  return (
    <Setting
      title="Second factor"
      words={<p>After your password, a code from your phone. A stolen password alone opens nothing then.</p>}
    >
      {codes ? (
        <RecoveryCodes email={email} codes={codes} onKept={() => setCodes(undefined)} />
      ) : (
        <Loaded query={query} failure="Failed to load your second factor">
          {({ on, recoveryCodesLeft }) => {
            const shared = { arrived: moved, onOvertaken: overtaken }
            if (on) {
              return (
                <SecondFactorOn
                  {...shared}
                  codesLeft={recoveryCodesLeft}
                  onCodes={told}
                  onOff={switchedOff}
                />
              )
            }
            if (!begun) return <SecondFactorOff {...shared} onBegun={setBegun} />
            return (
              <SecondFactorSetup
                begun={begun}
                onCodes={told}
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
    <div className="setting-state">
      <Standing arrived={arrived}>
        It is <b>off</b>. You need an authenticator app. Your password manager may be one.
      </Standing>
      <Button type="button" onClick={() => setAsking(true)}>
        Switch On
      </Button>
      <PasswordDialog
        open={asking}
        onClose={close}
        title="Switch the second factor on?"
        words="Enter your password first. Then you set up your authenticator app."
        action="Continue"
        failure="Failed to begin with the second factor"
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
