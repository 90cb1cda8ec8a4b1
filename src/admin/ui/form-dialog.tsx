import { Dialog } from '@base-ui/react/dialog'
import type { ComponentProps, ReactNode } from 'react'
import type { Openable } from '#src/admin/lazy-part.tsx'
import type { Elements } from '#src/components/ui/elements.ts'
import { dialogStyle } from './class-names.ts'

type FormDialogProps = Openable & {
  title: ReactNode
  description?: ReactNode
  initialFocus?: ComponentProps<typeof Dialog.Popup>['initialFocus']
  /** The form, or what is to be read. */
  children: Elements
}

/** A dialog with a form or a text in it. */
export function FormDialog({
  open,
  onOpenChange,
  title,
  description,
  initialFocus,
  children,
}: FormDialogProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogStyle.backdrop} />
        <Dialog.Popup className={dialogStyle.popup} initialFocus={initialFocus}>
          <Dialog.Title className={dialogStyle.title}>{title}</Dialog.Title>
          {description && (
            <Dialog.Description className={dialogStyle.description}>{description}</Dialog.Description>
          )}
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
