import { Link } from '@tanstack/react-router'
import { formatMoney } from '#domain/money.ts'
import { isCancelledOrRefunded } from '#domain/order/fulfilment.ts'
import { addressLines } from '#domain/postal-address.ts'
import { Banner, BannerActions } from '#src/admin/ui/banner.tsx'
import { Card, CardTitle } from '#src/admin/ui/card.tsx'
import { Fact, Facts, TimeFact } from '#src/admin/ui/facts.tsx'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
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

type NoFloristProps = {
  order: AssignmentChoices['order']
  live: AssignmentChoices['history'][number] | undefined
}

/** An order that is over or called off needs no florist; the way to its shop order, if it has one. */
export function NoFlorist({ order, live }: NoFloristProps) {
  const is = isCancelledOrRefunded(order) && order.status !== 'cancelled' ? 'refunded' : order.status
  return (
    <Banner tone="butter" className="">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{`This order is ${is}. It doesn’t need a florist.`}</p>
        <BannerActions>
          <LinkButton to="/admin/orders/$id" params={{ id: order.id }} look="quiet">
            View order
          </LinkButton>
          {live && (
            <LinkButton to="/admin/shop-orders/$id" params={{ id: live.shopOrderId }} look="quiet">
              View shop order
            </LinkButton>
          )}
        </BannerActions>
      </div>
    </Banner>
  )
}
