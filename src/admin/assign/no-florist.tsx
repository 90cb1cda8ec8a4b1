import { isCalledOff } from '#domain/fulfilment.ts'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import type { AssignmentChoices } from './queries.ts'

type NoFloristProps = {
  order: AssignmentChoices['order']
  live: AssignmentChoices['history'][number] | undefined
}

/** An order that is over or called off needs no florist; the way to its shop order, if it has one. */
export function NoFlorist({ order, live }: NoFloristProps) {
  const is = isCalledOff(order) && order.status !== 'cancelled' ? 'refunded' : order.status
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
