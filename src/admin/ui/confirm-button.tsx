import { type ReactNode, useState } from 'react'
import { Button } from '#src/components/ui/button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

type ConfirmButtonProps = {
  /** What the button says. */
  label: string
  danger?: boolean
  title: string
  /** What the button of the question says. */
  action: string
  run: () => Promise<unknown>
  /** Once the question is closed again. */
  onDone?: () => Promise<void>
  /** Shown in the dialog when the failure has no message of its own. */
  failure: string
  children: ReactNode
}

/** A button that asks before it does something; a failure is shown in the question. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, danger = false, title, action, run, onDone, failure, children } = props
  const [open, setOpen] = useState(false)
  const confirm = async () => {
    await run()
    setOpen(false)
    await onDone?.()
  }
  return (
    <>
      <Button
        type="button"
        look="quiet"
        className={danger ? 'button-danger' : ''}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={title}
        action={action}
        onConfirm={confirm}
        failure={failure}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}
