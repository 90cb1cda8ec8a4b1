import { type ByPasswordAndCode, byPasswordAndCode, confirmedByPassword } from '#api/auth/schema.ts'
import { FormDialog } from '#src/admin/ui/form-dialog.tsx'
import { SmallForm } from '#src/admin/ui/small-form.tsx'
import { OwnCode, OwnPassword } from './confirm-fields.tsx'

type FactorDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  description: string
  action: string
  /** The message when the failure has no words of its own. */
  failure: string
  /** The second factor is on, and is asked for, too. */
  isOn: boolean
  /** @param given `code` is empty while the second factor is off */
  run: (given: ByPasswordAndCode) => Promise<void>
}

/** Asks for the password, and for the second factor where it is on, before the factor is switched. */
export function FactorDialog(props: FactorDialogProps) {
  const { open, onClose, title, description, action, failure, isOn, run } = props
  const form = { label: title, submit: action, failure, onCancel: onClose }
  return (
    <FormDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={title}
      description={description}
    >
      {isOn ? (
        <SmallForm {...form} schema={byPasswordAndCode} start={{ password: '', code: '' }} send={run}>
          <OwnPassword />
          <OwnCode />
        </SmallForm>
      ) : (
        <SmallForm
          {...form}
          schema={confirmedByPassword}
          start={{ password: '' }}
          send={({ password }) => run({ password, code: '' })}
        >
          <OwnPassword />
        </SmallForm>
      )}
    </FormDialog>
  )
}
