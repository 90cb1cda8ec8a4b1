import { formatOrderTime } from '#domain/dates.ts'
import { DELIVERY_OPTIONS } from '#domain/delivery.ts'
import { streetLine } from '#domain/postal-address.ts'
import { PriceRows, Receipt } from '#src/components/ui/receipt.tsx'
import { ReceiptFact } from '#src/components/ui/receipt-fact.tsx'
import { Skeleton } from '#src/components/ui/skeleton.tsx'
import type { ConfirmationOrder } from '#src/lib/shop-api.ts'
import { isLive } from './order-state.ts'

/** The receipt of the order; null: not known yet. Every state of a living order has the same lines, so that none of them jumps. */
export function OrderSummary({ order }: { order: ConfirmationOrder | null }) {
  return (
    <div aria-hidden={order === null || undefined}>
      <Receipt title="Order summary">
        <dl className="mt-4">
          <ReceiptFact name="Bouquet">{order ? order.items[0]?.product.title : bar('w-28')}</ReceiptFact>
          <ReceiptFact name="Delivery">
            {order ? DELIVERY_OPTIONS[order.deliveryOption].label : bar('w-20')}
          </ReceiptFact>
          {(!order || isLive(order)) && (
            <ReceiptFact name="Promised by">{order ? promise(order) : bar('w-32')}</ReceiptFact>
          )}
          {(!order || order.deliveryAddress !== null) && (
            <>
              <ReceiptFact name="Recipient">
                {order ? (order.recipientName ?? 'Whoever opens the door') : bar('w-28')}
              </ReceiptFact>
              <ReceiptFact name="Deliver to">
                <span>
                  {order ? streetLine(order.deliveryAddress ?? '', order.deliveryUnit) : bar('w-24')}
                </span>
                <br />
                <span>{order ? `${order.deliveryCity}, ${order.deliveryZip}` : bar('w-32')}</span>
              </ReceiptFact>
            </>
          )}
          <ReceiptFact name="Reference">{order ? order.reference : bar('w-32')}</ReceiptFact>
        </dl>
        <dl className="mt-3 rule pt-3">
          <PriceRows price={order} unknown={bar('w-16')} />
        </dl>
      </Receipt>
    </div>
  )
}

function bar(width: string) {
  return <Skeleton className={`inline-block h-[1em] align-[-0.125em] ${width}`} />
}

function promise({ promisedBy, timeZone }: ConfirmationOrder) {
  const [day, time] = formatOrderTime(promisedBy, timeZone).split(', ')
  return (
    <>
      <span>{`${day ?? ''}, `}</span>
      <span className="whitespace-nowrap">{time}</span>
    </>
  )
}
