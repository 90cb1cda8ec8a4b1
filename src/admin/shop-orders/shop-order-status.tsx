import { SHOP_ORDER_STATUS_COLOURS } from '#domain/order-status.ts'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'

/** Where a shop order stands; one that was taken back from its shop says so first of all. */
export function ShopOrderStatus({ status, withdrawnAt }: { status: string; withdrawnAt: string | null }) {
  if (withdrawnAt !== null) return <StatusBadge status="withdrawn">Taken back</StatusBadge>
  return <StatusBadge status={status} palette={SHOP_ORDER_STATUS_COLOURS} />
}
