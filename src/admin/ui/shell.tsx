import { Dialog } from '@base-ui/react/dialog'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import Menu from 'lucide-react/icons/menu'
import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import type { SessionUser } from '#api/auth/schema.ts'
import { Button } from '#src/components/ui/button.tsx'
import { Office, Sign } from './office.tsx'
import { SECTIONS } from './sections.ts'

type ShellProps = { user: SessionUser; onSignOut: () => Promise<void> }

/** The frame of every screen: the sidebar, on a phone behind a toggle, and the screen itself. */
export function Shell(props: ShellProps) {
  return (
    <Office side={<Side {...props} />} bar={<Drawer {...props} />}>
      <Outlet />
    </Office>
  )
}

function Drawer(props: ShellProps) {
  const [open, setOpen] = useState(false)
  const { href } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: wherever one goes from the menu, it closes behind
  useEffect(() => {
    setOpen(false)
  }, [href])
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className="icon-button" aria-label="Menu">
        <Menu aria-hidden />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="veil" />
        <Dialog.Popup className="office-drawer">
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <div className="flex items-center justify-between">
            <Sign />
            <Dialog.Close className="icon-button" aria-label="Close menu">
              <X aria-hidden />
            </Dialog.Close>
          </div>
          <Side {...props} onChosen={() => setOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** @param props.onChosen a link was pressed; where it leads may first be asked about, or be where one is */
function Side({ user, onSignOut, onChosen }: ShellProps & { onChosen?: () => void }) {
  const [leaving, setLeaving] = useState(false)
  return (
    <>
      <nav aria-label="Back office" className="office-nav">
        {SECTIONS.map(({ to, label, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: to === '/admin', includeSearch: false }}
            onClick={onChosen}
          >
            <Icon aria-hidden />
            {label}
          </Link>
        ))}
      </nav>
      <div className="office-me">
        <p>
          <span className="sr-only">Signed in as </span>
          <Link to="/admin/account" onClick={onChosen} title={`${user.email}: your account`}>
            {user.email}
          </Link>
        </p>
        <p>
          <Link to="/admin/users" onClick={onChosen}>
            Users
          </Link>
        </p>
        <Button
          type="button"
          look="quiet"
          busy={leaving}
          onClick={() => {
            setLeaving(true)
            onSignOut().finally(() => setLeaving(false))
          }}
        >
          Sign Out
        </Button>
      </div>
    </>
  )
}
