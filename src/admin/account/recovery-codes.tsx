import { keepFile } from '#src/admin/ui/keep-file.ts'
import { UnsavedGuard } from '#src/admin/ui/unsaved-guard.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { SITE } from '#src/site.ts'
import { CopyButton } from './copy-button.tsx'
import { StepTitle } from './setting.tsx'

const FILE_NAME = 'apologize-better-recovery-codes.txt'

type RecoveryCodesProps = { email: string; codes: readonly string[]; onKept: () => void }

/** The recovery codes, this once. Leaving the screen before they are kept is asked about. */
export function RecoveryCodes({ email, codes, onKept }: RecoveryCodesProps) {
  const file = [
    `${SITE.brand}: recovery codes of ${email}`,
    'Each of them signs you in once when your phone does not.',
    '',
    ...codes,
    '',
  ].join('\n')
  return (
    <div className="flex flex-col gap-4">
      <StepTitle>Keep these recovery codes</StepTitle>
      <p>
        Each of them signs you in once, for the day your phone does not.{' '}
        <b className="strong">We show them now and never again.</b>
      </p>
      <ol className="recovery-codes" aria-label="Recovery codes">
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
          onClick={() => keepFile(new Blob([file], { type: 'text/plain' }), FILE_NAME)}
        >
          Download
        </Button>
        <Button type="button" onClick={onKept}>
          I Have Kept Them
        </Button>
      </div>
      <UnsavedGuard
        unsaved={() => true}
        title="Leave without your codes?"
        words="We cannot show these recovery codes again. You can have new ones made here."
        stay="Back to the codes"
      />
    </div>
  )
}
