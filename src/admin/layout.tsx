import { Outlet, useLocation } from '@tanstack/react-router'
import Menu from 'lucide-react/icons/menu'
import { useEffect, useState } from 'react'
import { hasUnsaved, leaveSignedOut, SIGN_OUT_FAILED } from '#src/admin/client/leave-page.ts'
import { useSession } from '#src/admin/first-screen.tsx'
import { AdminShell } from '#src/admin/ui/admin-shell.tsx'
import { Keyboard, type OpenDialog } from './keyboard/keyboard.tsx'
import { LAZY_PARTS, LazyPart } from './lazy-part.tsx'
import { Side, type SideProps } from './side.tsx'
import { iconButtonStyle } from './ui/class-names.ts'
import { ask, Questions } from './ui/confirm-dialog.tsx'

const SIGN_OUT = {
  title: 'Sign out without saving?',
  action: 'Sign Out',
  cancel: 'Keep editing',
  onConfirm: leaveSignedOut,
  failure: SIGN_OUT_FAILED,
  children: <p>Your changes haven’t been saved and will be lost.</p>,
}

/** The frame of every screen: the sidebar, on a phone behind a toggle, and the screen itself. */
export function Layout() {
  const session = useSession()
  const [dialog, setDialog] = useState<OpenDialog>(null)
  if (session.status !== 'signed-in') return null

  const side: SideProps = {
    user: session.user,
    onSignOut: async () => {
      if (hasUnsaved()) void ask(SIGN_OUT)
      else await leaveSignedOut()
    },
    onDialog: setDialog,
  }
  return (
    <>
      <AdminShell side={<Side {...side} />} bar={<DrawerButton {...side} />}>
        <Outlet />
      </AdminShell>
      <Keyboard open={dialog} onOpenChange={setDialog} />
      <Questions />
    </>
  )
}

/** The button that opens the sidebar of a phone. */
function DrawerButton(side: SideProps) {
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
      <LazyPart load={LAZY_PARTS.drawer} props={{ open, onOpenChange: setOpen, side }} />
    </>
  )
}
