import { Link } from '@tanstack/react-router'
import { isCancelledOrRefunded } from '#domain/fulfilment.ts'
import { formatMoney } from '#domain/money.ts'
import { Fact, Facts } from '#src/admin/ui/facts.tsx'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import { When } from '#src/admin/ui/when.tsx'
import type { AssignmentChoices } from './queries.ts'

/** What is to be made, for whom, where and by when. */
export function OrderSummary({ order }: { order: AssignmentChoices['order'] }) {
  const { id, reference, customerName, recipientName, bouquet, totalCents, isSample } = order
  return (
    <section className="sheet" aria-labelledby="summary">
      <h2 id="summary" className="sheet-title">
        <Link className="link figures" to="/admin/orders/$id" params={{ id }}>
          {reference}
        </Link>
        {isSample && (
          <span className="ml-3">
            <StatusBadge status="sample" />
          </span>
        )}
      </h2>
      <Facts>
        <Fact term="Bouquet">{bouquet}</Fact>
        <Fact term="Promised by">
          <When at={order.promisedBy} zone={order.timeZone} />
        </Fact>
        <Fact term="Customer">{customerName}</Fact>
        <Fact term="Recipient">{recipientName}</Fact>
        <Fact term="Address">{`${order.address}\n${order.city}, ${order.state} ${order.zip}`}</Fact>
        <Fact term="Delivery instructions">{order.deliveryInstructions}</Fact>
        <Fact term="Order total">
          <span className="figures strong">{formatMoney(totalCents)}</span>
        </Fact>
      </Facts>
    </section>
  )
}

type NoFloristProps = {
  order: AssignmentChoices['order']
  live: AssignmentChoices['history'][number] | undefined
}

/** An order that is over or called off needs no florist; the way to its shop order, if it has one. */
export function NoFlorist({ order, live }: NoFloristProps) {
  const is = isCancelledOrRefunded(order) && order.status !== 'cancelled' ? 'refunded' : order.status
  return (
    <div className="banner banner-butter">
      <div className="min-w-0 flex-1">
        <p className="strong">This order is {is}. It needs no florist.</p>
        <div className="banner-actions">
          <LinkButton to="/admin/orders/$id" params={{ id: order.id }} look="quiet">
            View order
          </LinkButton>
          {live && (
            <LinkButton to="/admin/shop-orders/$id" params={{ id: live.shopOrderId }} look="quiet">
              View shop order
            </LinkButton>
          )}
        </div>
      </div>
    </div>
  )
}
