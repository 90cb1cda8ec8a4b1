import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ORDER_STATUS_COLOURS, PAYMENT_STATUS_COLOURS } from '#domain/order-status.ts'
import { DetailPage } from '#src/admin/ui/detail-page.tsx'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import { Timeline } from '#src/admin/ui/timeline.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { assignTarget } from './assign-target.ts'
import { Flags } from './flags.tsx'
import { OrderBill } from './order-bill.tsx'
import { orderDeletion } from './order-deletion.tsx'
import { Customer, Delivery } from './order-delivery.tsx'
import { ORDER_LABELS } from './order-labels.ts'
import { OrderMessages } from './order-messages.tsx'
import { Payment } from './order-payment.tsx'
import { ShopAssignment } from './order-shop.tsx'
import { type OrderDetail as Order, orderQuery } from './queries.ts'
import { RefundButton } from './refund-dialog.tsx'
import { StatusButtons } from './status-buttons.tsx'

const route = getRouteApi('/admin/orders/$id')

/** §2, Order detail. */
export function OrderDetail() {
  const { id } = route.useParams()
  return (
    <DetailPage
      list={{ label: 'Orders', to: '/admin/orders' }}
      query={useQuery(orderQuery(id))}
      missing="Order not found"
      title={({ reference }) => reference}
      lead={(order) => <Lead order={order} />}
      actions={(order) => (
        <>
          {order.allowed.assign && <LinkButton {...assignTarget(order.id)}>Assign to Shop</LinkButton>}
          {order.allowed.refundCents > 0 && <RefundButton order={order} />}
        </>
      )}
      edit={{ target: { to: '/admin/orders/$id/edit', params: { id } } }}
      deletion={orderDeletion}
    >
      {(order) => (
        <>
          <Flags order={order} />
          <div className="order-sheets">
            <div className="sheets">
              <StatusButtons order={order} />
              <OrderBill order={order} />
              <Delivery order={order} />
            </div>
            <div className="sheets">
              <ShopAssignment order={order} />
              <Customer order={order} />
              <Payment order={order} />
            </div>
            <div className="sheets">
              <OrderMessages order={order} />
              <Timeline events={order.events} labels={ORDER_LABELS} />
              {order.allowed.deleteRefusal && (
                <p className="px-1 text-small text-muted">
                  This order cannot be deleted. {order.allowed.deleteRefusal}
                </p>
              )}
            </div>
          </div>
        </>
      )}
    </DetailPage>
  )
}

function Lead({ order: { createdAt, status, paymentStatus, isSample } }: { order: Order }) {
  return (
    <span className="badges mt-1.5">
      <StatusBadge status={status} palette={ORDER_STATUS_COLOURS} />
      <StatusBadge status={paymentStatus} palette={PAYMENT_STATUS_COLOURS} />
      {isSample && <span className="you ml-0">Sample</span>}
      <span>
        Created <When at={createdAt} />
      </span>
    </span>
  )
}
