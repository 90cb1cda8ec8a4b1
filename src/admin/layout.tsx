import { Outlet, useLocation } from '@tanstack/react-router'
import Menu from 'lucide-react/icons/menu'
import { useEffect, useState } from 'react'
import { hasUnsaved, leaveFor } from '#src/admin/client/leave-page.ts'
import { signOut } from '#src/admin/client/session.ts'
import { useSession } from '#src/admin/first-screen.tsx'
import { AdminShell } from '#src/admin/ui/admin-shell.tsx'
import { Drawer } from './drawer.tsx'
import { Keyboard, type OpenDialog } from './keyboard/keyboard.tsx'
import { Side, type SideProps } from './side.tsx'
import { iconButtonStyle } from './ui/class-names.ts'
import { ConfirmDialog } from './ui/confirm-dialog.tsx'
import { notify } from './ui/toasts.tsx'

/** The shared layout: the frame with the signed-in user, the screen inside it. */
export function Layout() {
  const session = useSession()
  const [asking, setAsking] = useState(false)
  const [dialog, setDialog] = useState<OpenDialog>(null)
  if (session.status !== 'signed-in') return null

  async function leave(): Promise<void> {
    setAsking(false)
    try {
      await signOut()
      leaveFor('/login')
    } catch {
      notify.error('We could not sign you out. Please try again.')
    }
  }
  return (
    <>
      <Shell
        user={session.user}
        onSignOut={async () => (hasUnsaved() ? setAsking(true) : leave())}
        onDialog={setDialog}
      />
      <Keyboard open={dialog} onOpenChange={setDialog} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Sign out without saving?"
        action="Sign Out"
        cancel="Keep editing"
        onConfirm={leave}
      >
        <p>Your changes haven’t been saved and will be lost.</p>
      </ConfirmDialog>
    </>
  )
}

/** The frame of every screen: the sidebar, on a phone behind a toggle, and the screen itself. */
function Shell(props: SideProps) {
  return (
    <AdminShell side={<Side {...props} />} bar={<MenuButton {...props} />}>
      <Outlet />
    </AdminShell>
  )
}

function MenuButton(props: SideProps) {
  const [open, setOpen] = useState(false)
  const { href } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: wherever one goes from the menu, it closes behind
  useEffect(() => {
    setOpen(false)
  }, [href])
  return (
    <>
      <button
        type="button"
        className={`${iconButtonStyle} size-11`}
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Menu aria-hidden />
      </button>
      <Drawer {...props} open={open} onOpenChange={setOpen} />
    </>
  )
}
