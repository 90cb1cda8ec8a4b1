import { confirmSecondFactorRequest } from '#api/auth/account-schema.ts'
import { FormText } from '#src/admin/ui/form-fields.tsx'
import { SmallForm } from '#src/admin/ui/small-form.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { CopyButton } from './copy-button.tsx'
import { QrCode } from './qr-code.tsx'
import { confirmSecondFactor, type SecondFactorSecret } from './queries.ts'
import { StepTitle } from './setting.tsx'
import { switchedElsewhere } from './switched-elsewhere.ts'

type SetupProps = {
  begun: SecondFactorSecret
  onCodes: (codes: readonly string[]) => void
  onOvertaken: (thrown: unknown) => Promise<void>
  onCancel: () => void
}

/** The secret goes to the app, a code of the app comes back. */
export function SecondFactorSetup({ begun: { secret, uri }, onCodes, onOvertaken, onCancel }: SetupProps) {
  return (
    <div className="flex flex-col gap-5">
      <StepTitle>Introduce us to your app</StepTitle>
      <div className="setup">
        <QrCode text={uri} label="QR code for your authenticator app" />
        <div className="flex min-w-0 flex-col items-start gap-3">
          <p>
            Scan this with your authenticator app. On this phone already?{' '}
            <a className="link" href={uri}>
              Open the app
            </a>
            .
          </p>
          <p className="text-muted">No camera? Type this key instead, as a time-based one:</p>
          <p className="key">
            <span className="sr-only">Key: </span>
            <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          </p>
          <CopyButton text={secret} what="Key">
            Copy Key
          </CopyButton>
        </div>
      </div>
      <SmallForm
        label="Confirm the code"
        schema={confirmSecondFactorRequest}
        start={{ code: '' }}
        send={async ({ code }) => {
          try {
            onCodes(await confirmSecondFactor(code))
          } catch (thrown) {
            if (!switchedElsewhere(thrown)) throw thrown
            await onOvertaken(thrown)
          }
        }}
        submit="Confirm"
        failure="Failed to switch the second factor on"
        aside={
          <Button type="button" look="quiet" onClick={onCancel}>
            Cancel
          </Button>
        }
      >
        <FormText
          name="code"
          label="Code from the app"
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          hint="Six digits. It is on once this code is right."
        />
      </SmallForm>
    </div>
  )
}
