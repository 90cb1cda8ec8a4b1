import { type ReactElement, type ReactNode, useState } from 'react'
import { Button } from '#src/components/ui/button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { NotConfirmed } from './not-confirmed.ts'

type ConfirmButtonProps = {
  /** What the button says, or another button that asks. */
  label: string | ((ask: () => void) => ReactElement)
  danger?: boolean
  title: string
  /** What the button of the question says. */
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
