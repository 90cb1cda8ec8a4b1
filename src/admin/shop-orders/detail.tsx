import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import Printer from 'lucide-react/icons/printer'
import { assignmentState, fulfilmentOf, mayBeAssigned } from '#domain/order/fulfilment.ts'
import { ORDER_STATUS_COLOURS, PAYMENT_STATUS_COLOURS, shopOrderIsLive } from '#domain/order-status.ts'
import { addressLines } from '#domain/postal-address.ts'
import { assignTarget } from '#src/admin/assign/queries.ts'
import { ORDER_LABELS } from '#src/admin/orders/labels.ts'
import { Banner, BannerActions } from '#src/admin/ui/banner.tsx'
import { Card, CardTitle, TwoColumns } from '#src/admin/ui/card.tsx'
import { noteCardStyle } from '#src/admin/ui/class-names.ts'
import { DetailPage } from '#src/admin/ui/detail-page.tsx'
import { Fact, Facts, MailLink, PhoneLink, TimeFact } from '#src/admin/ui/facts.tsx'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import { Timeline } from '#src/admin/ui/timeline.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { BouquetPicture } from '#src/components/ui/bouquet-picture.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { Contacts } from './contacts.tsx'
import { FloristLink, Unassign } from './florist-link.tsx'
import { PrintSheet } from './print-sheet.tsx'
import { type ShopOrderDetail, shopOrderQuery } from './queries.ts'
import { SavedText } from './saved-text.tsx'
import { Share } from './share.tsx'
import { ShopOrderStatus, shortId } from './status.tsx'
import { StatusButtons } from './status-buttons.tsx'

const route = getRouteApi('/admin/shop-orders/$id')

export function ShopOrderScreen() {
  const { id } = route.useParams()
  return (
    <DetailPage
      list={{ label: 'Shop Orders', to: '/admin/shop-orders' }}
      query={useQuery(shopOrderQuery(id))}
      missing={`Failed to load shop order with ID ${id}`}
      title={(record) => `Shop Order ${shortId(record.id)}`}
      lead={(record) => <Lead record={record} />}
      actions={(record) => <Actions record={record} />}
    >
      {(record) => (
        <>
          <EndedBanner record={record} />
          <TwoColumns>
            <div className="grid grid-cols-1 gap-5">
              <AboutOrder order={record.order} />
              <StatusButtons record={record} />
              <Share record={record} />
              <Card>
                <SavedText record={record} name="specialInstructions" />
              </Card>
            </div>
            <div className="grid grid-cols-1 gap-5">
              <AboutShop shop={record.shop} />
              <FloristLink record={record} />
              <Card>
                <SavedText record={record} name="shopNotes" />
              </Card>
              <Contacts record={record} />
              <Timeline entries={record.timeline} labels={ORDER_LABELS} />
            </div>
          </TwoColumns>
          <PrintSheet record={record} />
        </>
      )}
    </DetailPage>
  )
}

function Lead({ record }: { record: ShopOrderDetail }) {
  return (
    <span className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1">
      <ShopOrderStatus {...record} />
      <StatusBadge status={record.paymentStatus} palette={PAYMENT_STATUS_COLOURS}>
        {record.paymentStatus === 'paid' ? 'Shop paid' : 'Shop not paid'}
      </StatusBadge>
      {record.order.isSample && <StatusBadge status="sample" />}
      <span>
        Created <When at={record.createdAt} />
      </span>
    </span>
  )
}

function Actions({ record }: { record: ShopOrderDetail }) {
  const movable = shopOrderIsLive(record) && record.status !== 'delivered'
  return (
    <>
      <Button type="button" look="quiet" onClick={() => print()}>
        <Printer aria-hidden />
        Print
      </Button>
      {movable && (
        <>
          <LinkButton {...assignTarget(record.order.id, record.id)} look="quiet">
            Reassign
          </LinkButton>
          <Unassign record={record} />
        </>
      )}
    </>
  )
}

/** The unusual end of a shop order: it was taken back, the florist said no, or the order is off. */
function EndedBanner({ record }: { record: ShopOrderDetail }) {
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
            <LinkButton {...assignTarget(order.id)} look="quiet">
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

/** The bouquet, its place, and the text of the card. */
function AboutOrder({ order }: { order: ShopOrderDetail['order'] }) {
  return (
    <Card aria-labelledby="order">
      <CardTitle id="order" className="mb-3.5 flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link className="link tabular-nums" to="/admin/orders/$id" params={{ id: order.id }}>
          {order.reference}
        </Link>
        <StatusBadge status={order.status} palette={ORDER_STATUS_COLOURS} />
        <StatusBadge status={order.paymentStatus} palette={PAYMENT_STATUS_COLOURS} />
      </CardTitle>
      <ul className="mb-5 flex flex-col gap-3">
        {order.items.map(({ title, sku, quantity, imageUrl }) => (
          <li key={sku} className="flex items-center gap-3.5 [&>picture]:block [&>picture]:flex-none">
            <BouquetPicture
              title={title}
              imageUrl={imageUrl}
              sizes="2.75rem"
              className="h-[3.4375rem] w-11 flex-none rounded-md bg-paper object-contain"
              decorative
            />
            <span className="min-w-0 wrap-anywhere">
              <b className="block">{title}</b>
              <span className="text-small text-muted">{`${sku} · Qty ${quantity}`}</span>
            </span>
          </li>
        ))}
      </ul>
      <Facts>
        <TimeFact term="Promised by" at={order.promisedBy} zone={order.timeZone} />
        <Fact term="Recipient">{order.recipientName}</Fact>
        <Fact term="Recipient’s phone">
          {order.recipientPhone && <PhoneLink phone={order.recipientPhone} />}
        </Fact>
        <Fact term="Address">{addressLines(order)}</Fact>
        <Fact term="Delivery instructions">{order.deliveryInstructions}</Fact>
        <Fact term="Customer">
          <span>{`${order.customerName}\n`}</span>
          <MailLink email={order.customerEmail} />
        </Fact>
        <Fact term="Customer’s phone">
          <PhoneLink phone={order.customerPhone} />
        </Fact>
      </Facts>
      <div className="mt-5">
        <p className="mb-2.5 text-label font-semibold text-muted">Card</p>
        {order.apologyNote ? (
          <p className={`mt-1 ${noteCardStyle}`}>{order.apologyNote}</p>
        ) : (
          <p className="text-muted">No note. The flowers go without a card.</p>
        )}
      </div>
    </Card>
  )
}

/** Who makes it, and how to reach them. */
function AboutShop({ shop }: { shop: ShopOrderDetail['shop'] }) {
  return (
    <Card aria-labelledby="shop">
      <CardTitle id="shop" className="mb-3.5 flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link className="link" to="/admin/shops/$id" params={{ id: shop.id }}>
          {shop.name}
        </Link>
        {!shop.active && <StatusBadge status="inactive" />}
      </CardTitle>
      <Facts>
        <Fact term="Address">{`${shop.streetAddress}\n${shop.city}, ${shop.state} ${shop.zip}`}</Fact>
        <Fact term="Phone">{shop.phone && <PhoneLink phone={shop.phone} />}</Fact>
        <Fact term="Email">{shop.email && <MailLink email={shop.email} />}</Fact>
      </Facts>
    </Card>
  )
}
