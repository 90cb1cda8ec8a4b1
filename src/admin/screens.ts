import ClipboardCheck from 'lucide-react/icons/clipboard-check'
import Flower from 'lucide-react/icons/flower'
import Hourglass from 'lucide-react/icons/hourglass'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import MapPin from 'lucide-react/icons/map-pin'
import Receipt from 'lucide-react/icons/receipt-text'
import Store from 'lucide-react/icons/store'
import Truck from 'lucide-react/icons/truck'
import type { ComponentType } from 'react'
import type { Target } from './ui/link-button.tsx'

type Screen = {
  to: Target['to']
  label: string
  /** The sidebar lists screens with an icon. */
  icon?: ComponentType<{ 'aria-hidden': true; className: string }>
  /** The letter that opens the screen after `g`. */
  key?: string
}

/** The screens of the back office besides single records: for the sidebar, the shortcuts and the command palette. */
export const SCREENS: readonly Screen[] = [
  { to: '/admin', label: 'Dashboard', icon: LayoutDashboard, key: 'd' },
  { to: '/admin/waitlist', label: 'Waitlist', icon: Hourglass, key: 'w' },
  { to: '/admin/orders', label: 'Orders', icon: Receipt, key: 'o' },
  { to: '/admin/shop-orders', label: 'Shop Orders', icon: Truck, key: 's' },
  { to: '/admin/assign-orders', label: 'Assign Orders', icon: ClipboardCheck, key: 'a' },
  { to: '/admin/shops', label: 'Shops', icon: Store, key: 'f' },
  { to: '/admin/markets', label: 'Markets', icon: MapPin, key: 'm' },
  { to: '/admin/products', label: 'Products', icon: Flower, key: 'p' },
  { to: '/admin/users', label: 'Users', key: 'u' },
  { to: '/admin/account', label: 'Your account' },
  { to: '/admin/blocks', label: 'Blocks' },
  { to: '/admin/platforms', label: 'Agent platforms' },
  { to: '/admin/problems', label: 'Problems' },
  { to: '/admin/shop-orders/print', label: 'Today’s sheets' },
  { to: '/admin/shops/new', label: 'Add Shop' },
  { to: '/admin/markets/new', label: 'Add Market' },
  { to: '/admin/products/new', label: 'Add Product' },
]
