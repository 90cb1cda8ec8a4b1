import { assignmentState, fulfilmentOf, mayBeAssigned } from '#domain/order/fulfilment.ts'
import { shopOrderIsLive } from '#domain/order-status.ts'
import { Banner, BannerActions } from '#src/admin/ui/banner.tsx'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import { When } from '#src/admin/ui/when.tsx'
import type { ShopOrderDetail } from './queries.ts'

/** The unusual end of a shop order: it was taken back, the florist said no, or the order is off. */
export function EndedBanner({ record }: { record: ShopOrderDetail }) {
  const { withdrawnAt, rejectionReason, shop, order } = record
  if (shopOrderIsLive(record)) {
    const { status, paymentStatus } = order
    const { florist } = fulfilmentOf({ status, paymentStatus, assignment: assignmentState(record) })
    if (florist !== 'over' && florist !== 'cancelled') return null
    return (
      <Banner tone="butter">
        <p>
          {florist === 'over'
            ? `The order is ${status}. ${shop.name} can no longer respond.`
            : `The order is ${status === 'cancelled' ? status : 'refunded in full'}. ${shop.name} doesn’t need to make it.`}
        </p>
      </Banner>
    )
  }
  return (
    <Banner tone="butter">
      <div className="min-w-0 flex-1">
        {withdrawnAt === null ? (
          <>
            <p className="font-semibold">{`${shop.name} rejected this order`}</p>
            {rejectionReason && <q className="whitespace-pre-line">{rejectionReason}</q>}
          </>
        ) : (
          <p className="font-semibold">
            <span>{`Withdrawn from ${shop.name}, `}</span>
            <When at={withdrawnAt} />
          </p>
        )}
        <BannerActions>
          {mayBeAssigned(order) && (
            <LinkButton
              to="/admin/assign-orders/select-shop/$orderId"
              params={{ orderId: order.id }}
              look="quiet"
            >
              Assign to Shop
            </LinkButton>
          )}
          <LinkButton to="/admin/orders/$id" params={{ id: order.id }} look="quiet">
            View order
          </LinkButton>
        </BannerActions>
      </div>
    </Banner>
  )
}
