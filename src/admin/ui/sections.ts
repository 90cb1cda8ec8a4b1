import ClipboardCheck from 'lucide-react/icons/clipboard-check'
import Flower from 'lucide-react/icons/flower'
import Hourglass from 'lucide-react/icons/hourglass'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import MapPin from 'lucide-react/icons/map-pin'
import Receipt from 'lucide-react/icons/receipt-text'
import Store from 'lucide-react/icons/store'
import Truck from 'lucide-react/icons/truck'

/** The sidebar (§2, Admin area). */
export const SECTIONS = [
  { to: '/admin', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/admin/waitlist', label: 'Waitlist', icon: Hourglass },
  { to: '/admin/orders', label: 'Orders', icon: Receipt },
  { to: '/admin/shop-orders', label: 'Shop Orders', icon: Truck },
  { to: '/admin/assign-orders', label: 'Assign Orders', icon: ClipboardCheck },
  { to: '/admin/shops', label: 'Shops', icon: Store },
  { to: '/admin/markets', label: 'Markets', icon: MapPin },
  { to: '/admin/products', label: 'Products', icon: Flower },
] as const
