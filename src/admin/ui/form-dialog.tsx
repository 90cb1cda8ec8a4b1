import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import type { Elements } from '#src/components/ui/elements.ts'
import { dialogStyle } from './class-names.ts'

type FormDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description: ReactNode
  /** The form. */
  children: Elements
}

/** A dialog with a form in it. */
export function FormDialog({ open, onOpenChange, title, description, children }: FormDialogProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogStyle.backdrop} />
        <Dialog.Popup className={dialogStyle.popup}>
          <Dialog.Title className={dialogStyle.title}>{title}</Dialog.Title>
          <Dialog.Description className={dialogStyle.description}>{description}</Dialog.Description>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
