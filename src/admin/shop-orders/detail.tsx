import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import Printer from 'lucide-react/icons/printer'
import { SHOP_NOTES_MAX } from '#domain/limits.ts'
import { ORDER_STATUS_COLOURS, PAYMENT_STATUS_COLOURS, shopOrderIsLive } from '#domain/order-status.ts'
import { DetailPage } from '#src/admin/ui/detail-page.tsx'
import { Fact, Facts, MailLink, PhoneLink } from '#src/admin/ui/facts.tsx'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import { Timeline } from '#src/admin/ui/timeline.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { BouquetPicture } from '#src/components/ui/bouquet-picture.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { Contacts } from './contacts.tsx'
import { EndedBanner } from './ended-banner.tsx'
import { FloristLink, Unassign } from './florist-link.tsx'
import { PrintSheet } from './print-sheet.tsx'
import { type ShopOrderDetail, setShopNotes, shopOrderQuery } from './queries.ts'
import { SavedText, SpecialInstructions } from './saved-text.tsx'
import { Share } from './share.tsx'
import { ShopOrderStatus, shortId } from './status.tsx'
import { StatusButtons } from './status-buttons.tsx'

const route = getRouteApi('/admin/shop-orders/$id')

const LABELS = {
  shopNotes: 'Shop notes',
  specialInstructions: 'Special instructions',
  paymentReference: 'Payment reference',
}

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
          <div className="sheets" data-columns="2">
            <div className="sheets">
              <AboutOrder order={record.order} />
              <StatusButtons record={record} />
              <Share record={record} />
              <SpecialInstructions record={record} />
            </div>
            <div className="sheets">
              <AboutShop shop={record.shop} />
              <FloristLink record={record} />
              <div className="sheet">
                <SavedText
                  record={record}
                  name="shopNotes"
                  label="Shop notes"
                  hint="For the house only: the florist does not see them."
                  max={SHOP_NOTES_MAX}
                  rows={4}
                  submit="Save Notes"
                  save={({ id, version }, shopNotes) => setShopNotes(id, { shopNotes, version })}
                  success="Shop notes updated successfully"
                  failure="Failed to update shop notes"
                />
              </div>
              <Contacts record={record} />
              <Timeline events={record.events} labels={LABELS} />
            </div>
          </div>
          <PrintSheet record={record} />
        </>
      )}
    </DetailPage>
  )
}

function Lead({ record }: { record: ShopOrderDetail }) {
  return (
    <span className="badges mt-1.5">
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
          <LinkButton
            to="/admin/assign-orders/select-shop/$orderId"
            params={{ orderId: record.order.id }}
            search={{ replaces: record.id }}
            look="quiet"
          >
            Reassign
          </LinkButton>
          <Unassign record={record} />
        </>
      )}
    </>
  )
}

/** What is to be made, where it goes, and what the card says. */
function AboutOrder({ order }: { order: ShopOrderDetail['order'] }) {
  return (
    <section className="sheet" aria-labelledby="order">
      <h2 id="order" className="sheet-title badges">
        <Link className="link figures" to="/admin/orders/$id" params={{ id: order.id }}>
          {order.reference}
        </Link>
        <StatusBadge status={order.status} palette={ORDER_STATUS_COLOURS} />
        <StatusBadge status={order.paymentStatus} palette={PAYMENT_STATUS_COLOURS} />
      </h2>
      <ul className="bouquets">
        {order.items.map(({ title, sku, quantity, imageUrl }) => (
          <li key={sku}>
            <BouquetPicture title={title} imageUrl={imageUrl} sizes="2.75rem" className="thumb" decorative />
            <span>
              <b className="block">{title}</b>
              <span className="text-small text-muted">
                {sku}, {quantity === 1 ? 'one' : quantity}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <Facts>
        <Fact term="Promised by">
          <When at={order.promisedBy} zone={order.timeZone} />
        </Fact>
        <Fact term="Recipient">{order.recipientName}</Fact>
        <Fact term="Recipient’s phone">
          {order.recipientPhone && <PhoneLink phone={order.recipientPhone} />}
        </Fact>
        <Fact term="Address">{`${order.address}\n${order.city}, ${order.state} ${order.zip}`}</Fact>
        <Fact term="Delivery instructions">{order.deliveryInstructions}</Fact>
        <Fact term="Customer">
          {order.customerName}
          {'\n'}
          <MailLink email={order.customerEmail} />
        </Fact>
        <Fact term="Customer’s phone">
          <PhoneLink phone={order.customerPhone} />
        </Fact>
      </Facts>
      <div className="mt-5">
        <p className="part-title mt-0">Card</p>
        {order.apologyNote ? (
          <p className="note-card mt-1">{order.apologyNote}</p>
        ) : (
          <p className="text-muted">No note. The flowers go without a card.</p>
        )}
      </div>
    </section>
  )
}

/** Who makes it, and how to reach them. */
function AboutShop({ shop }: { shop: ShopOrderDetail['shop'] }) {
  return (
    <section className="sheet" aria-labelledby="shop">
      <h2 id="shop" className="sheet-title badges">
        <Link className="link" to="/admin/shops/$id" params={{ id: shop.id }}>
          {shop.name}
        </Link>
        {!shop.active && <StatusBadge status="inactive" />}
      </h2>
      <Facts>
        <Fact term="Address">{`${shop.streetAddress}\n${shop.city}, ${shop.state} ${shop.zip}`}</Fact>
        <Fact term="Phone">{shop.phone && <PhoneLink phone={shop.phone} />}</Fact>
        <Fact term="Email">{shop.email && <MailLink email={shop.email} />}</Fact>
      </Facts>
    </section>
  )
}
