import type { SubmitEvent } from 'react'
import { BouquetPicture } from '#src/components/ui/bouquet-picture.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { Slip, SlipRow } from '#src/components/ui/slip.tsx'
import type { ConfirmationOrder } from '#src/contracts/order-details.ts'
import { formatDay, formatShortTime } from '#src/domain/dates.ts'
import { DELIVERY_OPTIONS } from '#src/domain/delivery.ts'
import { formatMoney } from '#src/domain/money.ts'
import { orderWords } from './texts.ts'

type OrderViewProps = {
  order: ConfirmationOrder
  /** The page keeps asking about the payment. */
  waiting: boolean
}

/** §2, the confirmation's success, and the states before and beside it. */
export function OrderView({ order, waiting }: OrderViewProps) {
  const { heading, text } = orderWords(order, waiting)
  const product = order.items[0]?.product
  const live = order.paymentState !== 'cancelled'
  return (
    <div className="grid items-start gap-10 *:min-w-0 md:grid-cols-[1fr_minmax(19rem,26rem)] md:gap-16">
      <div>
        <div role="status">
          <h1 className="text-heading">{heading}</h1>
          <p className="mt-4 flex items-center gap-3 text-lead text-muted">
            {waiting && <span className="spinner shrink-0 text-rose" aria-hidden="true" />}
            <span className="min-w-0 wrap-anywhere">{text}</span>
          </p>
        </div>
        {product && (
          <div className="panel mt-8 max-w-80 overflow-hidden md:max-w-96">
            <BouquetPicture
              title={product.title}
              imageUrl={product.imageUrl}
              sizes="(min-width: 48rem) 26rem, 80vw"
              first
            />
          </div>
        )}
      </div>
      <div>
        <Slip title="Order summary">
          <dl className="mt-4">
            <SlipRow name="Bouquet">{product?.title}</SlipRow>
            <SlipRow name="Delivery">{DELIVERY_OPTIONS[order.deliveryOption].label}</SlipRow>
            {live && <SlipRow name="Promised by">{promise(order)}</SlipRow>}
            <SlipRow name="To">
              {order.deliveryAddress}
              <br />
              {order.deliveryCity}, {order.deliveryZip}
            </SlipRow>
            <SlipRow name="Reference">{order.reference}</SlipRow>
            <SlipRow name="Total" strong>
              {formatMoney(order.totalCents)}
            </SlipRow>
          </dl>
        </Slip>
        <form action="/" className="mt-8" onSubmit={startAgain}>
          <Button type="submit" look={live ? 'quiet' : 'action'} className="w-full">
            Select New Flowers
          </Button>
        </form>
      </div>
    </div>
  )
}

function promise({ promisedBy, timeZone }: ConfirmationOrder): string {
  const instant = new Date(promisedBy)
  return `${formatDay(instant, timeZone)}, ${formatShortTime(instant, timeZone)}`
}

/** Goes to the start without a way back to this order (§2). */
function startAgain(event: SubmitEvent) {
  event.preventDefault()
  location.replace('/')
}
