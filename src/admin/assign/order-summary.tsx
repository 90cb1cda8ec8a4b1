import { Link } from '@tanstack/react-router'
import { formatMoney } from '#domain/money.ts'
import { addressLines } from '#domain/postal-address.ts'
import { Card, CardTitle } from '#src/admin/ui/card.tsx'
import { Fact, Facts, TimeFact } from '#src/admin/ui/facts.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import type { AssignmentChoices } from './queries.ts'

/** The bouquet, its recipient, place and time. */
export function OrderSummary({ order }: { order: AssignmentChoices['order'] }) {
  const { id, reference, customerName, recipientName, bouquet, totalCents, isSample } = order
  return (
    <Card aria-labelledby="summary">
      <CardTitle id="summary">
        <Link className="link tabular-nums" to="/admin/orders/$id" params={{ id }}>
          {reference}
        </Link>
        {isSample && (
          <span className="ml-3">
            <StatusBadge status="sample" />
          </span>
        )}
      </CardTitle>
      <Facts>
        <Fact term="Bouquet">{bouquet}</Fact>
        <TimeFact term="Promised by" at={order.promisedBy} zone={order.timeZone} />
        <Fact term="Customer">{customerName}</Fact>
        <Fact term="Recipient">{recipientName}</Fact>
        <Fact term="Address">{addressLines(order)}</Fact>
        <Fact term="Delivery instructions">{order.deliveryInstructions}</Fact>
        <Fact term="Order total">
          <span className="tabular-nums font-semibold">{formatMoney(totalCents)}</span>
        </Fact>
      </Facts>
    </Card>
  )
}
