import { type ReactElement, type ReactNode, useRef, useState } from 'react'
import { NotConfirmed } from '#src/admin/client/confirmation.ts'
import { Button } from '#src/components/ui/button.tsx'
import { Banner } from './banner.tsx'
import { messageOf } from './error-banner.tsx'
import { FormDialog } from './form-dialog.tsx'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  children: ReactNode
  /** The label of the button that does it. */
  action: string
  cancel?: string
  /** Does it and closes the dialog. The dialog is busy until then, and shows what it throws. */
  onConfirm: () => Promise<unknown> | unknown
  /** Another way to go on, between Cancel and the action. */
  alternative?: Pick<ConfirmDialogProps, 'action' | 'onConfirm'> | undefined
  /** Shown when what it throws has no message of its own. */
  failure?: string
}

/** Asks before something that cannot be undone. The focus begins at Cancel; a second press while it works does nothing. */
export function ConfirmDialog({ open, onOpenChange, ...question }: ConfirmDialogProps) {
  // While it fades out it keeps its words.
  const asked = useRef(question)
  if (open) asked.current = question
  const { title, children, action, cancel = 'Cancel', onConfirm, alternative } = asked.current
  const { failure = 'That didn’t work. Please try again.' } = asked.current
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  // State comes a moment too late for a double click.
  const running = useRef(false)
  const press = async (run: ConfirmDialogProps['onConfirm']) => {
    // While it fades away it is still there to be pressed.
    if (!open || running.current) return
    running.current = true
    setBusy(true)
    setError(undefined)
    try {
      await run()
    } catch (thrown) {
      if (!(thrown instanceof NotConfirmed)) setError(messageOf(thrown, failure))
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  const change = (next: boolean) => {
    if (busy) return
    setError(undefined)
    onOpenChange(next)
  }
  return (
    <FormDialog alert open={open} onOpenChange={change} title={title} description={children}>
      {error && (
        <Banner role="alert" className="">
          {error}
        </Banner>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button type="button" look="quiet" disabled={busy} onClick={() => change(false)}>
          {cancel}
        </Button>
        {alternative && (
          <Button type="button" look="quiet" disabled={busy} onClick={() => press(alternative.onConfirm)}>
            {alternative.action}
          </Button>
        )}
        <Button type="button" busy={busy} onClick={() => press(onConfirm)}>
          {action}
        </Button>
      </div>
    </FormDialog>
  )
}

type ConfirmButtonProps = {
  /** The label of the button, or another button that asks. */
  label: string | ((ask: () => void) => ReactElement)
  danger?: boolean
  title: string
  /** The label of the question's own button. */
  action: string
  /**
   * @param close closes the question, before another one is asked
   * @throws NotConfirmed when it is closed, and nothing was done
   */
  run: (close: () => void) => Promise<unknown>
  /** Once the question is closed again. */
  onDone?: () => Promise<void>
  /** Shown in the dialog when the failure has no message of its own. */
  failure: string
  children: ReactNode
}

/** A button that asks before it does something; a failure is shown in the question. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, danger = false, run, onDone, ...question } = props
  const [open, setOpen] = useState(false)
  const ask = () => setOpen(true)
  const close = () => setOpen(false)
  const confirm = async () => {
    try {
      await run(close)
    } catch (thrown) {
      if (thrown instanceof NotConfirmed) return
      throw thrown
    }
    close()
    await onDone?.()
  }
  return (
    <>
      {typeof label === 'string' ? (
        <Button type="button" look="quiet" className={danger ? 'button-danger' : ''} onClick={ask}>
          {label}
        </Button>
      ) : (
        label(ask)
      )}
      <ConfirmDialog {...question} open={open} onOpenChange={setOpen} onConfirm={confirm} />
    </>
  )
}
