import { Link } from '@tanstack/react-router'
import { ORDER_STATUS_COLOURS, PAYMENT_STATUS_COLOURS } from '#domain/order-status.ts'
import { MailLink, PhoneLink } from '#src/admin/ui/contact-links.tsx'
import { Fact, Facts } from '#src/admin/ui/facts.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { BouquetPicture } from '#src/components/ui/bouquet-picture.tsx'
import type { ShopOrderDetail } from './queries.ts'

/** What is to be made, where it goes, and what the card says. */
export function AboutOrder({ order }: { order: ShopOrderDetail['order'] }) {
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
