import { Dialog } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import { BrandLink } from '#src/admin/ui/admin-shell.tsx'
import type { Openable } from './lazy-part.tsx'
import { Side, type SideProps } from './side.tsx'
import { dialogStyle, iconButtonStyle } from './ui/class-names.ts'

/** The sidebar of a phone, over the screen. */
export function MenuDrawer({ open, onOpenChange, side }: Openable & { side: SideProps }) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogStyle.backdrop} />
        <Dialog.Popup className="fixed inset-y-0 right-0 z-40 flex w-[min(20rem,100vw)] flex-col gap-5 overflow-y-auto bg-card px-3 pt-3 pb-5 shadow-soft transition-[translate] duration-150 ease-out data-ending-style:translate-x-full data-starting-style:translate-x-full">
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <div className="flex items-center justify-between">
            <BrandLink />
            <Dialog.Close className={`${iconButtonStyle} size-11`} aria-label="Close menu">
              <X aria-hidden />
            </Dialog.Close>
          </div>
          <Side {...side} onChosen={() => onOpenChange(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
