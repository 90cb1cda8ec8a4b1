import type { OrderMail } from './order-parts.tsx'
import { ActionLink } from './parts.tsx'

/**
 * Where the shopper sees how far their flowers are. The secret stands behind the #: no server or log ever sees it. An
 * order without one shows nothing.
 */
export function FollowLink({
  order,
  origin,
  label = 'Follow your flowers',
}: Pick<OrderMail, 'order'> & { origin: string; label?: string }) {
  return order.trackingToken === null ? null : (
    <ActionLink href={`${origin}/track#${order.trackingToken}`}>{label}</ActionLink>
  )
}
