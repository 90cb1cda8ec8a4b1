import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { DELIVERY_OPTIONS, isDeliveryOptionId } from '#domain/delivery.ts'
import { ORDER_STATUS_COLOURS, PAYMENT_STATUS_COLOURS } from '#domain/order-status.ts'
import { assignTarget } from '#src/admin/assign/queries.ts'
import { Card, CardSubtitle } from '#src/admin/ui/card.tsx'
import { noteCardStyle } from '#src/admin/ui/class-names.ts'
import { ConfirmButton } from '#src/admin/ui/confirm-dialog.tsx'
import type { Deletion } from '#src/admin/ui/delete-dialog.tsx'
import { DetailPage } from '#src/admin/ui/detail-page.tsx'
import { Fact, Facts, MailLink, PhoneLink } from '#src/admin/ui/facts.tsx'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import { StatusBadge, Tag } from '#src/admin/ui/status-badge.tsx'
import { Timeline } from '#src/admin/ui/timeline.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { ORDER_LABELS } from './labels.ts'
import { OrderBill, Payment } from './payment.tsx'
import { deleteOrder, endBuyerLinks, ORDERS, type OrderDetail, orderChanged, orderQuery } from './queries.ts'
import { RefundButton } from './refund-dialog.tsx'
import { ShopAssignment } from './shop-assignment.tsx'
import { StatusButtons } from './status-buttons.tsx'
import { DangerBanner, Flags } from './warnings.tsx'

const route = getRouteApi('/admin/orders/$id')

export function OrderScreen() {
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
          <DangerBanner order={order} />
          <Flags order={order} />
          <div className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr] lg:items-start">
            <div className="grid grid-cols-1 gap-5">
              <StatusButtons order={order} />
              <OrderBill order={order} />
              <Delivery order={order} />
            </div>
            <div className="grid grid-cols-1 gap-5 lg:col-start-2 lg:row-span-2 lg:row-start-1">
              <ShopAssignment order={order} />
              <Customer order={order} />
              <Payment order={order} />
            </div>
            <div className="grid grid-cols-1 gap-5">
              <Timeline entries={order.timeline} labels={ORDER_LABELS} />
              {order.allowed.deleteRefusal && (
                <p className="px-1 text-small text-muted">
                  {`This order cannot be deleted. ${order.allowed.deleteRefusal}`}
                </p>
              )}
            </div>
          </div>
        </>
      )}
    </DetailPage>
  )
}

function Lead({ order: { createdAt, status, paymentStatus, isSample } }: { order: OrderDetail }) {
  return (
    <span className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1">
      <StatusBadge status={status} palette={ORDER_STATUS_COLOURS} />
      <StatusBadge status={paymentStatus} palette={PAYMENT_STATUS_COLOURS} />
      {isSample && <Tag className="">Sample</Tag>}
      <span>
        Created <When at={createdAt} />
      </span>
    </span>
  )
}

/** The question before an order is deleted; null while it cannot be. */
function orderDeletion({ id, reference, allowed }: OrderDetail): Deletion | null {
  if (!allowed.delete) return null
  return {
    title: `Delete ${reference}?`,
    description: <p>This cannot be undone. Only the order’s log is kept.</p>,
    label: 'Delete Order',
    run: () => deleteOrder(id),
    success: 'Order deleted successfully',
    failure: 'Failed to delete order',
    touches: ORDERS,
  }
}

/** Who bought it, and a way to end the links that they were sent. */
function Customer({ order }: { order: OrderDetail }) {
  const { id, version, customerName, customerEmail, customerPhone, paymentStatus, isSample } = order
  const cache = useQueryClient()
  const hasLinks = !isSample && (paymentStatus === 'paid' || paymentStatus === 'refunded')
  return (
    <Card title="Customer">
      <Facts>
        <Fact term="Name">{customerName}</Fact>
        <Fact term="Email">
          <MailLink email={customerEmail} />
        </Fact>
        <Fact term="Phone">
          <PhoneLink phone={customerPhone} />
        </Fact>
      </Facts>
      {hasLinks && (
        <div className="mt-4">
          <ConfirmButton
            label="End Buyer’s Links"
            danger
            title="End the buyer’s links?"
            action="End Links"
            run={() => endBuyerLinks(id, { version })}
            onDone={async () => {
              await orderChanged(cache)
              notify.success('The buyer’s links have ended')
            }}
            failure="Failed to end the buyer’s links"
          >
            <p>
              The links in earlier emails will not open, change or cancel this order any more: for when an
              email got into the wrong hands. The buyer gets a new one with the next email, or from Find My
              Order. The link to follow the flowers goes on working.
            </p>
          </ConfirmButton>
        </div>
      )}
    </Card>
  )
}

/** Where the flowers go and when, in the clock of the place, and what stands on the card. */
function Delivery({ order }: { order: OrderDetail }) {
  const { deliveryAddress, deliveryUnit, deliveryCity, deliveryState, deliveryZip, market, deliveryOption } =
    order
  return (
    <Card title="Delivery">
      <Facts>
        <Fact term="Recipient">{order.recipientName}</Fact>
        <Fact term="Recipient’s phone">
          {order.recipientPhone && <PhoneLink phone={order.recipientPhone} />}
        </Fact>
        <Fact term="Address">
          {[deliveryAddress, deliveryUnit, `${deliveryCity}, ${deliveryState} ${deliveryZip}`]
            .filter(Boolean)
            .join('\n')}
        </Fact>
        <Fact term="Option">
          {isDeliveryOptionId(deliveryOption) ? DELIVERY_OPTIONS[deliveryOption].label : deliveryOption}
        </Fact>
        <Fact term="Expected delivery">
          <b className="font-semibold">
            <When at={order.promisedBy} zone={order.timeZone} />
          </b>
          {market && (
            <span className="block text-small text-muted">
              <Link className="link" to="/admin/markets/$id" params={{ id: market.id }}>
                {market.name}
              </Link>{' '}
              time
            </span>
          )}
        </Fact>
        <Fact term="Instructions">{order.deliveryInstructions}</Fact>
      </Facts>
      <CardSubtitle>Apology note</CardSubtitle>
      {order.apologyNote ? (
        <blockquote className={noteCardStyle}>{order.apologyNote}</blockquote>
      ) : (
        <p className="text-muted">Not provided</p>
      )}
    </Card>
  )
}
