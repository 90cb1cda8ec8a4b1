import { type ReactNode, useState } from 'react'
import { Button } from '#src/components/ui/button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { messageOf } from './error-banner.tsx'

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

/** A button that asks before it does something; a failure is told in the question. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, danger = false, title, action, run, onDone, failure, children } = props
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const change = (next: boolean) => {
    setError(undefined)
    setOpen(next)
  }
  const confirm = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await run()
      change(false)
      await onDone?.()
    } catch (thrown) {
      setError(messageOf(thrown, failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        type="button"
        look="quiet"
        className={danger ? 'button-danger' : ''}
        onClick={() => change(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={change}
        title={title}
        action={action}
        busy={busy}
        error={error}
        onConfirm={confirm}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}
