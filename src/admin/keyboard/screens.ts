import type { Target } from '#src/admin/ui/link-button.tsx'

type Screen = {
  to: Target['to']
  label: string
  /** After `g`. */
  key?: string
}

/** Where the keyboard and the command palette lead, besides single records. */
export const SCREENS: readonly Screen[] = [
  { to: '/admin', label: 'Dashboard', key: 'd' },
  { to: '/admin/orders', label: 'Orders', key: 'o' },
  { to: '/admin/shop-orders', label: 'Shop Orders', key: 's' },
  { to: '/admin/assign-orders', label: 'Assign Orders', key: 'a' },
  { to: '/admin/waitlist', label: 'Waitlist', key: 'w' },
  { to: '/admin/shops', label: 'Shops', key: 'f' },
  { to: '/admin/markets', label: 'Markets', key: 'm' },
  { to: '/admin/products', label: 'Products', key: 'p' },
  { to: '/admin/users', label: 'Users', key: 'u' },
  { to: '/admin/account', label: 'Your account' },
  { to: '/admin/problems', label: 'Problems' },
  { to: '/admin/shops/new', label: 'Add Shop' },
  { to: '/admin/markets/new', label: 'Add Market' },
  { to: '/admin/products/new', label: 'Add Product' },
]
