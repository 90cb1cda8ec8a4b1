import { Dialog } from '@base-ui/react/dialog'
import { confirmedByPassword } from '#api/auth/account-schema.ts'
import { FormText } from '#src/admin/ui/form-fields.tsx'
import { SmallForm } from '#src/admin/ui/small-form.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { switchedElsewhere } from './switched-elsewhere.ts'

type PasswordDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  words: string
  action: string
  /** What is said when the failure has no words of its own. */
  failure: string
  run: (password: string) => Promise<void>
  /** The second factor was switched in another window meanwhile. */
  onOvertaken: (thrown: unknown) => Promise<void>
}

/** Asks for the password once more, before something that a stranger at this desk must not do. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { open, onClose, title, words, action, failure, run, onOvertaken } = props
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="veil" />
        <Dialog.Popup className="popup">
          <Dialog.Title className="popup-title">{title}</Dialog.Title>
          <Dialog.Description className="popup-words">{words}</Dialog.Description>
          <SmallForm
            label={title}
            schema={confirmedByPassword}
            start={{ password: '' }}
            send={async ({ password }) => {
              try {
                await run(password)
              } catch (thrown) {
                if (!switchedElsewhere(thrown)) throw thrown
                onClose()
                await onOvertaken(thrown)
              }
            }}
            submit={action}
            failure={failure}
            aside={<Dialog.Close render={<Button type="button" look="quiet" />}>Cancel</Dialog.Close>}
          >
            <FormText
              scope="confirm"
              name="password"
              label="Your password"
              required
              type="password"
              autoComplete="current-password"
            />
          </SmallForm>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
