import { Link } from '@tanstack/react-router'
import { DELIVERY_OPTIONS, isDeliveryOptionId } from '#domain/delivery.ts'
import { MailLink, PhoneLink } from '#src/admin/ui/contact-links.tsx'
import { Fact, Facts } from '#src/admin/ui/facts.tsx'
import { When } from '#src/admin/ui/when.tsx'
import type { OrderDetail } from './queries.ts'

/** Who bought it. */
export function Customer({ order: { customerName, customerEmail, customerPhone } }: { order: OrderDetail }) {
  return (
    <section className="sheet" aria-labelledby="customer">
      <h2 id="customer" className="sheet-title">
        Customer
      </h2>
      <Facts>
        <Fact term="Name">{customerName}</Fact>
        <Fact term="Email">
          <MailLink email={customerEmail} />
        </Fact>
        <Fact term="Phone">
          <PhoneLink phone={customerPhone} />
        </Fact>
      </Facts>
    </section>
  )
}

/** Where the flowers go and when, in the clock of the place, and what stands on the card. */
export function Delivery({ order }: { order: OrderDetail }) {
  const { deliveryAddress, deliveryCity, deliveryState, deliveryZip, market, deliveryOption } = order
  return (
    <section className="sheet" aria-labelledby="delivery">
      <h2 id="delivery" className="sheet-title">
        Delivery
      </h2>
      <Facts>
        <Fact term="Recipient">{order.recipientName}</Fact>
        <Fact term="Recipient’s phone">
          {order.recipientPhone && <PhoneLink phone={order.recipientPhone} />}
        </Fact>
        <Fact term="Address">
          {deliveryAddress}
          {'\n'}
          {deliveryCity}, {deliveryState} {deliveryZip}
        </Fact>
        <Fact term="Option">
          {isDeliveryOptionId(deliveryOption) ? DELIVERY_OPTIONS[deliveryOption].label : deliveryOption}
        </Fact>
        <Fact term="Expected delivery">
          <b className="strong">
            <When at={order.promisedBy} zone={order.timeZone} />
          </b>
          {market && (
            <span className="block text-small text-muted">
              Clock of{' '}
              <Link className="link" to="/admin/markets/$id" params={{ id: market.id }}>
                {market.name}
              </Link>
            </span>
          )}
        </Fact>
        <Fact term="Instructions">{order.deliveryInstructions}</Fact>
      </Facts>
      <h3 className="part-title">Apology note</h3>
      {order.apologyNote ? (
        <blockquote className="note-card">{order.apologyNote}</blockquote>
      ) : (
        <p className="text-muted">Not provided</p>
      )}
    </section>
  )
}
