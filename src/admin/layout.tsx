import { Dialog } from '@base-ui/react/dialog'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import ClipboardCheck from 'lucide-react/icons/clipboard-check'
import Flower from 'lucide-react/icons/flower'
import Hourglass from 'lucide-react/icons/hourglass'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import MapPin from 'lucide-react/icons/map-pin'
import Menu from 'lucide-react/icons/menu'
import Receipt from 'lucide-react/icons/receipt-text'
import Store from 'lucide-react/icons/store'
import Truck from 'lucide-react/icons/truck'
import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import type { SessionUser } from '#api/auth/schema.ts'
import { hasUnsaved, leaveFor } from '#src/admin/client/leave-page.ts'
import { signOut } from '#src/admin/client/session.ts'
import { useSession } from '#src/admin/first-screen.tsx'
import { AdminShell, BrandLink } from '#src/admin/ui/admin-shell.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { dialogStyle, iconButtonStyle } from './ui/class-names.ts'
import { ConfirmDialog } from './ui/confirm-dialog.tsx'
import { notify } from './ui/toasts.tsx'

/** The sidebar. */
const SECTIONS = [
  { to: '/admin', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/admin/waitlist', label: 'Waitlist', icon: Hourglass },
  { to: '/admin/orders', label: 'Orders', icon: Receipt },
  { to: '/admin/shop-orders', label: 'Shop Orders', icon: Truck },
  { to: '/admin/assign-orders', label: 'Assign Orders', icon: ClipboardCheck },
  { to: '/admin/shops', label: 'Shops', icon: Store },
  { to: '/admin/markets', label: 'Markets', icon: MapPin },
  { to: '/admin/products', label: 'Products', icon: Flower },
] as const

/** The shared layout: the frame with the signed-in user, the screen inside it. */
export function Layout() {
  const session = useSession()
  const [asking, setAsking] = useState(false)
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
      <Shell user={session.user} onSignOut={async () => (hasUnsaved() ? setAsking(true) : leave())} />
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

const accountLinkStyle = 'rounded-sm font-semibold hover:text-rose-deep hover:underline'

type ShellProps = { user: SessionUser; onSignOut: () => Promise<void> }

/** The frame of every screen: the sidebar, on a phone behind a toggle, and the screen itself. */
function Shell(props: ShellProps) {
  return (
    <AdminShell side={<Side {...props} />} bar={<Drawer {...props} />}>
      <Outlet />
    </AdminShell>
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
      <nav aria-label="Back office" className="flex flex-1 flex-col gap-0.5">
        {SECTIONS.map(({ to, label, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            className="flex min-h-11.5 items-center gap-3 rounded-field px-3 font-medium text-muted hover:bg-paper hover:text-ink focus-visible:-outline-offset-2 aria-[current]:bg-blush aria-[current]:font-semibold aria-[current]:text-rose-deep lg:min-h-10 forced-colors:aria-[current]:bg-[SelectedItem] forced-colors:aria-[current]:text-[SelectedItemText] forced-colors:aria-[current]:forced-color-adjust-none"
            activeOptions={{ exact: to === '/admin', includeSearch: false }}
            onClick={onChosen}
          >
            <Icon aria-hidden className="size-4.5 flex-none stroke-[1.75]" />
            {label}
          </Link>
        ))}
      </nav>
      <div className="flex flex-col gap-3 border-t border-line px-3 pt-4 pb-1 text-small leading-normal">
        <p className="wrap-anywhere">
          <span className="sr-only">Signed in as </span>
          <Link
            className={accountLinkStyle}
            to="/admin/account"
            onClick={onChosen}
            title={`${user.email}: your account`}
          >
            {user.email}
          </Link>
        </p>
        <p>
          <Link className={accountLinkStyle} to="/admin/users" onClick={onChosen}>
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
