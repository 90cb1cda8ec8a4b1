import { When } from '#src/admin/ui/when.tsx'
import type { ShopOrderDetail } from './queries.ts'

type StampProps = { stamp: ShopOrderDetail['statusStamp']; shop: string }

/** Who changed it last, and when; nothing if nobody has. */
export function Stamp({ stamp, shop }: StampProps) {
  if (!stamp) return null
  const who = stamp.by === 'florist' ? shop : (stamp.email ?? 'Somebody who is gone')
  return (
    <p className="stamp">
      {who}, <When at={stamp.at} />
    </p>
  )
}
