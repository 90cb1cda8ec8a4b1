import { Link } from '@tanstack/react-router'
import Flower from 'lucide-react/icons/flower'
import Hourglass from 'lucide-react/icons/hourglass'
import MapPin from 'lucide-react/icons/map-pin'
import Receipt from 'lucide-react/icons/receipt-text'
import Store from 'lucide-react/icons/store'
import Users from 'lucide-react/icons/users'
import { countText } from '#src/admin/ui/count-text.ts'
import type { Dashboard } from './queries.ts'

const TILES = [
  { to: '/admin/products', label: 'Products', icon: Flower, key: 'products' },
  { to: '/admin/orders', label: 'Orders', icon: Receipt, key: 'orders' },
  { to: '/admin/shops', label: 'Shops', icon: Store, key: 'shops' },
  { to: '/admin/markets', label: 'Markets', icon: MapPin, key: 'markets' },
  { to: '/admin/waitlist', label: 'Waitlist', icon: Hourglass, key: 'waitlist' },
  { to: '/admin/users', label: 'Admin Users', icon: Users, key: 'users' },
] as const

/** The six tiles; links also while the counts are loading. */
export function Tiles({ counts, waiting }: { counts: Dashboard['counts'] | undefined; waiting: boolean }) {
  return (
    <nav aria-label="Overview" className="grid grid-cols-2 gap-2 sm:grid-cols-3 xl:grid-cols-6">
      {TILES.map(({ to, label, icon: Icon, key }) => (
        <Link
          key={key}
          to={to}
          className="flex min-h-11 items-center gap-2 rounded-field border border-line bg-card px-3 text-small font-medium text-muted hover:border-rose hover:text-rose-deep"
        >
          <Icon aria-hidden className="size-4.5 flex-none stroke-[1.75]" />
          <span className="min-w-0 flex-1">{`${label} `}</span>
          {counts && <b className="font-semibold text-ink tabular-nums">{countText(counts[key])}</b>}
          {waiting && <span className="skeleton h-5 w-5" />}
        </Link>
      ))}
    </nav>
  )
}
