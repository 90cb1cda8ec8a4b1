import { Dialog } from '@base-ui/react/dialog'
import { Outlet, useLocation } from '@tanstack/react-router'
import Menu from 'lucide-react/icons/menu'
import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import { hasUnsaved, leaveSignedOut, SIGN_OUT_FAILED } from '#src/admin/client/leave-page.ts'
import { useSession } from '#src/admin/first-screen.tsx'
import { AdminShell, BrandLink } from '#src/admin/ui/admin-shell.tsx'
import { Keyboard, type OpenDialog } from './keyboard/keyboard.tsx'
import { Side, type SideProps } from './side.tsx'
import { dialogStyle, iconButtonStyle } from './ui/class-names.ts'
import { ConfirmDialog } from './ui/confirm-dialog.tsx'

/** The frame of every screen: the sidebar, on a phone behind a toggle, and the screen itself. */
export function Layout() {
  const session = useSession()
  const [asking, setAsking] = useState(false)
  const [dialog, setDialog] = useState<OpenDialog>(null)
  if (session.status !== 'signed-in') return null

  const side: SideProps = {
    user: session.user,
    onSignOut: async () => (hasUnsaved() ? setAsking(true) : leaveSignedOut()),
    onDialog: setDialog,
  }
  return (
    <>
      <AdminShell side={<Side {...side} />} bar={<MenuDrawer {...side} />}>
        <Outlet />
      </AdminShell>
      <Keyboard open={dialog} onOpenChange={setDialog} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Sign out without saving?"
        action="Sign Out"
        cancel="Keep editing"
        onConfirm={leaveSignedOut}
        failure={SIGN_OUT_FAILED}
      >
        <p>Your changes haven’t been saved and will be lost.</p>
      </ConfirmDialog>
    </>
  )
}

/** The sidebar of a phone, over the screen, and the button that opens it. */
function MenuDrawer(side: SideProps) {
  const [open, setOpen] = useState(false)
  const { href } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: wherever one goes from the menu, it closes behind
  useEffect(() => {
    setOpen(false)
  }, [href])
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className={`${iconButtonStyle} size-11`} aria-label="Menu">
        <Menu aria-hidden />
      </Dialog.Trigger>
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
          <Side {...side} onChosen={() => setOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
