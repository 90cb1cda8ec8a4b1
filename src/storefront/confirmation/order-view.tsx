import type { ReactNode } from 'react'
import { BouquetPicture } from '#src/components/ui/bouquet-picture.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { Skeleton } from '#src/components/ui/skeleton.tsx'
import type { ConfirmationOrder } from '#src/lib/api.ts'
import { orderMessage } from './messages.ts'
import { NextSteps } from './next-steps.tsx'
import { isLive, isSettled } from './order-state.ts'
import { OrderSummary } from './order-summary.tsx'

type OrderViewProps = {
  /** null while it is looked up: the same page with bars in the places of its words. */
  order: ConfirmationOrder | null
  /** The page keeps asking about the payment. */
  waiting: boolean
  /** Where to look again. */
  again: string
}

/** The confirmation's success, and the states before and beside it. */
export function OrderView({ order, waiting, again }: OrderViewProps) {
  const { heading, text } = orderMessage(order, waiting)
  const product = order?.items[0]?.product
  const action = mainAction(order, waiting, again)
  return (
    <div className="grid items-start gap-8 *:min-w-0 md:grid-cols-2 lg:gap-x-16">
      {/* Room for the longest words, so that what is below stays. Keys: new words are new, they do not move. */}
      <div
        role="status"
        className="min-h-[calc(2lh+0.75rem+3*var(--text-lead))] text-heading md:col-span-2 xl:col-span-1"
      >
        <h1 className="max-w-[13.5em]">{heading}</h1>
        <p key={text} className="mt-3 flex items-center gap-3 text-lead text-muted">
          {waiting && <span className="spinner shrink-0 text-rose" aria-hidden="true" />}
          <span className="min-w-0 wrap-anywhere">{text}</span>
        </p>
      </div>
      {action && <div className="grid self-end md:col-span-2 md:max-xl:w-64 xl:col-span-1">{action}</div>}
      <div className="panel aspect-4/5 overflow-hidden md:col-start-1">
        {product ? (
          <BouquetPicture
            title={product.title}
            imageUrl={product.imageUrl}
            sizes="(min-width: 80rem) 33rem, (min-width: 48rem) 45vw, 90vw"
          />
        ) : (
          <Skeleton className="size-full" />
        )}
      </div>
      <div>
        <OrderSummary key={order?.paymentState} order={order} />
        {order && (
          <form action="/" className="mt-8">
            <Button type="submit" look={isLive(order) ? 'quiet' : 'action'} className="w-full">
              Select New Flowers
            </Button>
          </form>
        )}
        {order?.paymentState === 'paid' && order.trackingToken && <NextSteps />}
      </div>
    </div>
  )
}

/** What there is to do first; its place is kept while the order is on its way here. */
function mainAction(order: ConfirmationOrder | null, waiting: boolean, again: string): ReactNode {
  if (!order || waiting) return <Skeleton className="h-13" />
  if (order.trackingToken) {
    return (
      <a className="button" href={`/track#${order.trackingToken}`}>
        View order status
      </a>
    )
  }
  if (isSettled(order)) return null
  return (
    <a className="button button-quiet" href={again}>
      Look again
    </a>
  )
}
