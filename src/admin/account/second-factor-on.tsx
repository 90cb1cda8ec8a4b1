import { useState } from 'react'
import { notify } from '#src/admin/ui/toasts.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { endSecondFactor, renewRecoveryCodes } from './queries.ts'
import { Standing } from './setting.tsx'

/** From here on it is time for new ones. */
const FEW = 3

type OnProps = {
  arrived: boolean
  codesLeft: number
  onCodes: (codes: readonly string[]) => void
  onOff: () => void
  onOvertaken: (thrown: unknown) => Promise<void>
}

/** The second factor is on: how many recovery codes are left, new ones, and the way to switch it off. */
export function SecondFactorOn({ arrived, codesLeft, onCodes, onOff, onOvertaken }: OnProps) {
  const [asking, setAsking] = useState<'codes' | 'off'>()
  const close = () => setAsking(undefined)
  return (
    <>
      <div className="setting-state">
        <div>
          <Standing arrived={arrived}>
            It is <b>on</b>.
          </Standing>
          <p className={codesLeft <= FEW ? 'text-rose' : 'text-muted'}>{left(codesLeft)}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button type="button" look="quiet" onClick={() => setAsking('codes')}>
            New Recovery Codes
          </Button>
          <Button type="button" look="quiet" className="button-danger" onClick={() => setAsking('off')}>
            Switch Off
          </Button>
        </div>
      </div>
      <PasswordDialog
        open={asking === 'codes'}
        onClose={close}
        title="Make new recovery codes?"
        words="The codes you have stop working, used or not."
        action="Make New Codes"
        failure="Failed to make new recovery codes"
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
        title="Switch the second factor off?"
        words="From then on your password alone signs you in. Your recovery codes stop working."
        action="Switch Off"
        failure="Failed to switch the second factor off"
        run={async (password) => {
          await endSecondFactor(password)
          close()
          notify.success('Second factor switched off')
          onOff()
        }}
        onOvertaken={onOvertaken}
      />
    </>
  )
}

function left(count: number): string {
  if (count === 0) return 'No recovery codes are left. Make new ones, before you need one.'
  const words = count === 1 ? '1 recovery code is left.' : `${count} recovery codes are left.`
  return count <= FEW ? `${words} Time for new ones.` : words
}
