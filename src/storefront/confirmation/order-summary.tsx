import { ANY_READER, formatMarketTime } from '#domain/dates.ts'
import { DELIVERY_OPTIONS } from '#domain/delivery.ts'
import { formatMoney } from '#domain/money.ts'
import { Skeleton } from '#src/components/ui/skeleton.tsx'
import { Slip, SlipRow } from '#src/components/ui/slip.tsx'
import type { ConfirmationOrder } from '#src/lib/api.ts'
import { isLive } from './order-state.ts'

/** The order on its slip; null: not known yet. Every state of a living order has the same lines, so that none of them jumps. */
export function OrderSummary({ order }: { order: ConfirmationOrder | null }) {
  return (
    <div aria-hidden={order === null || undefined}>
      <Slip title="Order summary">
        <dl className="mt-4">
          <SlipRow name="Bouquet">{order ? bouquet(order) : bar('w-28')}</SlipRow>
          <SlipRow name="Delivery">
            {order ? DELIVERY_OPTIONS[order.deliveryOption].label : bar('w-20')}
          </SlipRow>
          {(!order || isLive(order)) && (
            <SlipRow name="Promised by">{order ? promise(order) : bar('w-32')}</SlipRow>
          )}
          {(!order || order.deliveryAddress !== null) && (
            <SlipRow name="To">
              {order ? order.deliveryAddress : bar('w-24')}
              <br />
              {order ? `${order.deliveryCity}, ${order.deliveryZip}` : bar('w-32')}
            </SlipRow>
          )}
          <SlipRow name="Reference">{order ? order.reference : bar('w-32')}</SlipRow>
          <SlipRow name="Total" strong>
            {order ? formatMoney(order.totalCents) : bar('w-20')}
          </SlipRow>
        </dl>
      </Slip>
    </div>
  )
}

function bouquet({ items: [item] }: ConfirmationOrder) {
  if (!item) return null
  const { title, priceCents } = item.product
  return (
    <>
      {title} <span className="figures whitespace-nowrap">{formatMoney(priceCents)}</span>
    </>
  )
}

function bar(width: string) {
  return <Skeleton className={`inline-block h-[1em] align-[-0.125em] ${width}`} />
}

function promise({ promisedBy, timeZone }: ConfirmationOrder): string {
  // The server draws it, too, and knows no reader.
  return formatMarketTime(new Date(promisedBy), timeZone, 'short', ANY_READER)
}
