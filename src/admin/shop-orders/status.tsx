import { SHOP_ORDER_STATUS_COLOURS, statusLabel } from '#domain/order-status.ts'
import { Ago } from '#src/admin/ui/ago.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import type { ShopOrderDetail } from './queries.ts'

/** Where a shop order stands; one that was taken back from its shop says so first of all. */
export function ShopOrderStatus({ status, withdrawnAt }: { status: string; withdrawnAt: string | null }) {
  if (withdrawnAt !== null) return <StatusBadge status="withdrawn">Withdrawn</StatusBadge>
  return <StatusBadge status={status} palette={SHOP_ORDER_STATUS_COLOURS} />
}

/** The same in a word, for lists. */
export function shopOrderStatusLabel({ status, withdrawnAt }: Parameters<typeof ShopOrderStatus>[0]): string {
  return withdrawnAt === null ? statusLabel(status) : 'Withdrawn'
}

type StampProps = { stamp: ShopOrderDetail['statusStamp']; shop: string }

/** Who changed it last, and when: `by Iris & Daughters, …`; nothing if nobody has. */
export function Stamp({ stamp, shop }: StampProps) {
  if (!stamp) return null
  const people = {
    florist: `by ${shop}`,
    system: 'automatically',
    admin: `by ${stamp.email ?? 'a former user'}`,
  }
  return (
    <span className="wrap-anywhere">
      <span>{`${people[stamp.by]}, `}</span>
      <Ago at={stamp.at} />
    </span>
  )
}

/** The short name of a shop order: the first eight characters of its id. */
export const shortId = (id: string) => id.slice(0, 8)
