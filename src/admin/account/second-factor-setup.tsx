import { useMemo } from 'react'
import { encode } from 'uqr'
import { confirmSecondFactorRequest } from '#api/auth/schema.ts'
import { SITE } from '#domain/site.ts'
import { CopyButton, saveFile } from '#src/admin/ui/action-button.tsx'
import { FormText } from '#src/admin/ui/form-fields.tsx'
import { SmallForm } from '#src/admin/ui/small-form.tsx'
import { UnsavedGuard } from '#src/admin/ui/unsaved-guard.tsx'
import { Button } from '#src/components/ui/button.tsx'
import type { SecondFactorSecret } from './queries.ts'
import { StepTitle } from './setting.tsx'

type SetupProps = {
  begun: SecondFactorSecret
  /** @param code of the app */
  confirm: (code: string) => Promise<void>
  onCancel: () => void
}

/** The secret goes to the app, a code of the app comes back. */
export function SecondFactorSetup({ begun: { secret, uri }, confirm, onCancel }: SetupProps) {
  return (
    <div className="flex flex-col gap-5">
      <StepTitle>Set up your authenticator app</StepTitle>
      <div className="flex flex-col gap-5 sm:flex-row">
        <QrCode text={uri} label="QR code for your authenticator app" />
        <div className="flex min-w-0 flex-col items-start gap-3">
          <p>
            Scan this code with your authenticator app, or{' '}
            <a className="link" href={uri}>
              open the app on this device
            </a>
            .
          </p>
          <p className="text-muted">Can’t scan it? Enter this key in the app (time-based):</p>
          <p className="rounded-field bg-paper px-3.5 py-2.5">
            <span className="sr-only">Key: </span>
            <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          </p>
          <CopyButton text={secret} what="Key">
            Copy key
          </CopyButton>
        </div>
      </div>
      <SmallForm
        label="Confirm the code"
        schema={confirmSecondFactorRequest}
        start={{ code: '' }}
        send={({ code }) => confirm(code)}
        submit="Confirm"
        failure="Failed to turn on two-factor authentication"
        onCancel={onCancel}
      >
        <FormText
          name="code"
          label="Code from the app"
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          hint="Enter the 6-digit code to finish."
        />
      </SmallForm>
    </div>
  )
}

/** The light frame that readers need, in modules. */
const QUIET_ZONE = 2

/** A QR code as one path. @param text what it says */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(text, { border: QUIET_ZONE })
    const runs = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    return { size, path: runs.join('') }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={label}
      className="size-50 flex-none rounded-field border border-line bg-white text-black"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path fill="currentColor" d={path} />
    </svg>
  )
}

const FILE_NAME = 'apologize-better-recovery-codes.txt'

type RecoveryCodesProps = { email: string; codes: readonly string[]; onKept: () => void }

/** The recovery codes, this once. Leaving the screen before they are kept is asked about. */
export function RecoveryCodes({ email, codes, onKept }: RecoveryCodesProps) {
  const file = [
    `${SITE.brand}: recovery codes for ${email}`,
    'Each code signs you in once if you don’t have your phone.',
    '',
    ...codes,
    '',
  ].join('\n')
  return (
    <div className="flex flex-col gap-4">
      <StepTitle>Save your recovery codes</StepTitle>
      <p>
        Each code signs you in once if you don’t have your phone.{' '}
        <b className="font-semibold">You won’t see them again.</b>
      </p>
      <ol
        className="grid max-w-112 grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-x-6 gap-y-1.5 rounded-field bg-paper px-4 py-3.5 whitespace-nowrap"
        aria-label="Recovery codes"
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={codes.join('\n')} what="Recovery codes">
          Copy
        </CopyButton>
        <Button
          type="button"
          look="quiet"
          onClick={() => saveFile(new Blob([file], { type: 'text/plain' }), FILE_NAME)}
        >
          Download
        </Button>
        <Button type="button" onClick={onKept}>
          I’ve saved them
        </Button>
      </div>
      <UnsavedGuard
        unsaved={() => true}
        title="Leave without saving your codes?"
        description="We can’t show these codes again. You can create new ones here."
        stay="Back to the codes"
      />
    </div>
  )
}
