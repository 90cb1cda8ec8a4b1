import { Link } from '@tanstack/react-router'
import { formatMoney } from '#domain/money.ts'
import { Fact, Facts } from '#src/admin/ui/facts.tsx'
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
