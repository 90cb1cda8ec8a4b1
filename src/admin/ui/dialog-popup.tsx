import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog } from '@base-ui/react/dialog'
import type { ComponentProps, ReactNode } from 'react'
import type { Openable } from '#src/admin/lazy-part.tsx'
import type { Elements } from '#src/components/ui/elements.ts'
import { dialogStyle } from './class-names.ts'

export type FormDialogProps = Openable & {
  title: ReactNode
  description?: ReactNode
  /** It has to be answered: a press beside it does not close it. */
  alert?: boolean
  /** Nothing behind it can be read: the work may be somebody else's. */
  opaque?: boolean
  /** It holds a table. */
  wide?: boolean
  initialFocus?: ComponentProps<typeof Dialog.Popup>['initialFocus']
  /** The form, or what is to be read. */
  children: Elements
}

/** The dialog itself, with the library that it needs: form-dialog.tsx fetches it when it first opens. */
export function DialogPopup(props: FormDialogProps) {
  const { open, onOpenChange, title, description, alert, opaque, wide, initialFocus, children } = props
  // Their other parts are the same.
  const { Root } = alert ? AlertDialog : Dialog
  return (
    <Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={opaque ? dialogStyle.opaqueBackdrop : dialogStyle.backdrop} />
        <Dialog.Popup
          className={`${dialogStyle.popup} ${wide ? 'md:w-[min(52rem,calc(100vw-2rem))]' : ''}`}
          initialFocus={initialFocus}
        >
          <Dialog.Title className="font-display text-[1.3125rem] leading-tight font-semibold">
            {title}
          </Dialog.Title>
          {description && (
            <Dialog.Description
              className="flex flex-col gap-3 wrap-anywhere"
              render={typeof description === 'string' ? <p /> : <div />}
            >
              {description}
            </Dialog.Description>
          )}
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Root>
  )
}
