import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { platformText } from '#domain/agent-platforms.ts'
import { DELIVERY_OPTIONS, isDeliveryOptionId } from '#domain/delivery.ts'
import { formatMoney } from '#domain/money.ts'
import { PAYMENT_STATUS_COLOURS, SHOP_ORDER_STATUS_COLOURS, statusLabel } from '#domain/order-status.ts'
import { streetLine } from '#domain/postal-address.ts'
import { Attempts } from '#src/admin/delivery-attempts/attempts.tsx'
import { CopyIcon } from '#src/admin/ui/action-button.tsx'
import { Ago } from '#src/admin/ui/ago.tsx'
import { Card, CardSubtitle, TwoColumns } from '#src/admin/ui/card.tsx'
import { ConfirmButton } from '#src/admin/ui/confirm-dialog.tsx'
import type { Deletion } from '#src/admin/ui/delete-dialog.tsx'
import { DetailPage } from '#src/admin/ui/detail-page.tsx'
import { Fact, Facts, MailLink, PhoneLink } from '#src/admin/ui/facts.tsx'
import { NoteForm } from '#src/admin/ui/note-form.tsx'
import { StatusBadge, Tag } from '#src/admin/ui/status-badge.tsx'
import { Timeline } from '#src/admin/ui/timeline.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { NoteCard } from '#src/components/ui/note-card.tsx'
import { ORDER_LABELS } from './labels.ts'
import { OrderStep } from './order-step.tsx'
import { OrderBill, Payment } from './payment.tsx'
import { OrderPhotos } from './photos.tsx'
import {
  addOrderNote,
  deleteOrder,
  endBuyerLinks,
  ORDERS,
  type OrderDetail,
  orderChanged,
  orderQuery,
  stopTexts,
} from './queries.ts'
import { RefundButton } from './refund-button.tsx'
import { ShopAssignment } from './shop-assignment.tsx'
import { OrderStatusButtons } from './status-buttons.tsx'
import { Substitutions, Wish } from './substitutions.tsx'
import { BouquetFact, PromisedFact, RecipientFact, Summary, SummaryFact } from './summary.tsx'
import { Flags } from './warnings.tsx'

const route = getRouteApi('/admin/orders/$id')

export function OrderScreen() {
  const { id } = route.useParams()
  const cache = useQueryClient()
  return (
    <DetailPage
      list={{ label: 'Orders', to: '/admin/orders' }}
      query={useQuery(orderQuery(id))}
      missing="Order not found"
      title={({ reference }) => reference}
      besideTitle={({ reference }) => <CopyIcon text={reference} what="Reference" />}
      lead={(order) => <Lead order={order} />}
      summary={(order) => <OrderSummary order={order} />}
      actions={(order) =>
        order.allowed.refundCents > 0 &&
        order.situation.kind !== 'refund_due' && <RefundButton order={order} look="quiet" />
      }
      edit={{ target: { to: '/admin/orders/$id/edit', params: { id } } }}
      deletion={orderDeletion}
    >
      {(order) => (
        <>
          <Flags order={order} />
          <TwoColumns>
            <div className="grid grid-cols-1 gap-5">
              <Substitutions {...order} />
              <Delivery order={order} />
              <OrderBill order={order} />
              <Attempts
                attempts={order.attempts}
                shopOrder={order.shopOrders.find(({ live }) => live) ?? null}
                buyer={order.customerEmail}
                timeZone={order.timeZone}
              />
              <Customer order={order} />
              <OrderPhotos orderId={order.id} photos={order.photos} />
            </div>
            <div className="grid grid-cols-1 gap-5">
              <Timeline entries={order.timeline} labels={ORDER_LABELS}>
                <NoteForm
                  label="Add a note about this order"
                  send={async (note) => {
                    await addOrderNote(id, note)
                    await orderChanged(cache)
                  }}
                  success="Note added successfully"
                  failure="Failed to add note"
                />
              </Timeline>
              <ShopAssignment order={order} />
              <Payment order={order} />
              {order.allowed.deleteRefusal && (
                <p className="px-1 text-small text-muted">
                  {`This order cannot be deleted. ${order.allowed.deleteRefusal}`}
                </p>
              )}
            </div>
          </TwoColumns>
        </>
      )}
    </DetailPage>
  )
}

function Lead({ order }: { order: OrderDetail }) {
  const { createdAt, paymentStatus, isSample, platform } = order
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1.5">
      <OrderStatusButtons order={order} />
      <StatusBadge status={paymentStatus} palette={PAYMENT_STATUS_COLOURS}>
        {PAYMENT_LABELS[paymentStatus] ?? statusLabel(paymentStatus)}
      </StatusBadge>
      {isSample && <Tag className="">Sample</Tag>}
      <span>
        <span>Created </span>
        <Ago at={createdAt} />
        {platform && (
          <>
            <span> through an agent of </span>
            <Link className="link" to="/admin/platforms">
              {platformText(platform)}
            </Link>
          </>
        )}
      </span>
    </div>
  )
}

/** Payment statuses that could be taken for the order's own, which stands beside them. */
const PAYMENT_LABELS: Partial<Record<OrderDetail['paymentStatus'], string>> = {
  pending: 'Payment pending',
  failed: 'Payment failed',
}

/** The first screen: what to do now, when, who makes it, where it goes, what it is and what it costs. */
function OrderSummary({ order }: { order: OrderDetail }) {
  const { deliveryAddress, deliveryUnit, deliveryCity, deliveryState, deliveryZip } = order
  const live = order.shopOrders.find((shopOrder) => shopOrder.live)
  return (
    <Summary step={<OrderStep order={order} />}>
      <PromisedFact {...order} />
      <SummaryFact term="Shop">
        {live ? (
          <>
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Link className="link font-semibold" to="/admin/shop-orders/$id" params={{ id: live.id }}>
                {live.shopName}
              </Link>
              <StatusBadge status={live.status} palette={SHOP_ORDER_STATUS_COLOURS} />
            </span>
            {live.shopPhone ? (
              <PhoneLink phone={live.shopPhone} />
            ) : (
              <span className="block text-muted">No phone on file</span>
            )}
          </>
        ) : (
          <span className="text-muted">Unassigned</span>
        )}
      </SummaryFact>
      <RecipientFact
        name={order.recipientName}
        address={`${streetLine(deliveryAddress, deliveryUnit)}\n${deliveryCity}, ${deliveryState} ${deliveryZip}`}
        phone={order.recipientPhone}
      />
      <BouquetFact items={order.items} />
      <SummaryFact term="Total">
        <b className="font-semibold tabular-nums">{formatMoney(order.totalCents)}</b>
        {order.refundedCents > 0 && (
          <span className="block text-small text-muted">{`${formatMoney(order.refundedCents)} refunded`}</span>
        )}
      </SummaryFact>
    </Summary>
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
  const { id, version, customerName, customerEmail, customerPhone, paymentStatus, isSample, texts } = order
  const cache = useQueryClient()
  const hasLinks = !isSample && (paymentStatus === 'paid' || paymentStatus === 'refunded')
  return (
    <Card title="Customer">
      <Facts>
        <Fact term="Name">{customerName}</Fact>
        <Fact term="Phone">
          <PhoneLink phone={customerPhone} />
        </Fact>
        <Fact term="Email">
          <MailLink email={customerEmail} />
        </Fact>
        {texts && <Fact term="Texts">{textsFact(texts)}</Fact>}
      </Facts>
      <div className="mt-4 flex flex-wrap gap-3 empty:hidden">
        {texts?.takenBackAt === null && (
          <ConfirmButton
            label="Stop texts"
            danger
            title="Stop texts to this number?"
            action="Stop texts"
            run={() => stopTexts(id)}
            onDone={async () => {
              await orderChanged(cache)
              notify.success('No more texts go to this number')
            }}
            failure="Failed to stop the texts"
          >
            <p>
              For a buyer who asked for it. It counts for every order with this number, at once. Only they can
              start them again, by texting START. Emails go on.
            </p>
          </ConfirmButton>
        )}
        {hasLinks && (
          <ConfirmButton
            label="End buyer’s links"
            danger
            title="End the buyer’s links?"
            action="End links"
            run={() => endBuyerLinks(id, { version })}
            onDone={async () => {
              await orderChanged(cache)
              notify.success('The buyer’s links have ended')
            }}
            failure="Failed to end the buyer’s links"
          >
            <p>
              The links in earlier emails will not open, change or cancel this order any more, nor answer a
              question about it: for when an email got into the wrong hands. The buyer gets a new one with the
              next email, from Find My Order, or by “Send again” in the timeline. The link to follow the
              flowers goes on working.
            </p>
          </ConfirmButton>
        )}
      </div>
    </Card>
  )
}

/** Their consent to texts about the order, or its end. */
function textsFact({ givenAt, wording, takenBackAt }: NonNullable<OrderDetail['texts']>) {
  const said = wording === 'start' ? 'Texted START' : 'Agreed'
  return (
    <>
      <span>{`${takenBackAt ? 'Stopped' : said}, `}</span>
      <Ago at={takenBackAt ?? givenAt} />
    </>
  )
}

/** The delivery, and the words on the card. */
function Delivery({ order }: { order: OrderDetail }) {
  const { market, deliveryOption } = order
  return (
    <Card title="Delivery">
      <Facts>
        <Fact term="Option">
          {isDeliveryOptionId(deliveryOption) ? DELIVERY_OPTIONS[deliveryOption].label : deliveryOption}
        </Fact>
        <Fact term="Market">
          {market && (
            <Link className="link" to="/admin/markets/$id" params={{ id: market.id }}>
              {market.name}
            </Link>
          )}
        </Fact>
      </Facts>
      <CardSubtitle>Instructions</CardSubtitle>
      {order.deliveryInstructions ? (
        <p className="wrap-anywhere whitespace-pre-line">{order.deliveryInstructions}</p>
      ) : (
        <p className="text-muted">Not provided</p>
      )}
      <Wish preference={order.substitutionPreference} />
      <CardSubtitle>Apology note</CardSubtitle>
      {order.apologyNote ? (
        <div className="max-w-84">
          <NoteCard note={order.apologyNote} />
        </div>
      ) : (
        <p className="text-muted">Not provided</p>
      )}
    </Card>
  )
}
