import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#src/components/ui/button.tsx'
import { Banner } from './banner.tsx'
import { dialogStyle } from './class-names.ts'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  children: ReactNode
  /** What the button says that does it. */
  action: string
  cancel?: string
  busy?: boolean
  /** Something is wrong with doing it: said in the dialog. */
  error?: string | undefined
  onConfirm: () => void
}

/** Asks before something that cannot be undone. The focus begins at Cancel; a second press while it works does nothing. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  action,
  cancel = 'Cancel',
  busy = false,
  error,
  onConfirm,
}: ConfirmDialogProps) {
  // What is busy says so a moment after the press: too late for a double click.
  const pressed = useRef(false)
  useEffect(() => {
    if (!busy || !open) pressed.current = false
  }, [busy, open])
  const press = () => {
    // While it fades away it is still there to be pressed.
    if (!open || pressed.current || busy) return
    pressed.current = true
    onConfirm()
  }
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !busy && onOpenChange(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialogStyle.backdrop} />
        <AlertDialog.Popup className={dialogStyle.popup}>
          <AlertDialog.Title className={dialogStyle.title}>{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div />} className={dialogStyle.description}>
            {children}
          </AlertDialog.Description>
          {error && (
            <Banner role="alert" className="">
              {error}
            </Banner>
          )}
          <div className="flex flex-wrap justify-end gap-3">
            <AlertDialog.Close render={<Button type="button" look="quiet" disabled={busy} />}>
              {cancel}
            </AlertDialog.Close>
            <Button type="button" busy={busy} onClick={press}>
              {action}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
