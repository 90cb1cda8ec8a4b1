import type { ReactNode } from 'react'
import { BouquetPicture } from '#src/components/ui/bouquet-picture.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { Skeleton } from '#src/components/ui/skeleton.tsx'
import type { ConfirmationOrder } from '#src/lib/api.ts'
import { isLive } from './order-state.ts'
import { OrderSummary } from './order-summary.tsx'
import { orderMessage } from './texts.ts'

type OrderViewProps = {
  /** null while it is looked up: the same page with bars in the places of its words. */
  order: ConfirmationOrder | null
  /** The page keeps asking about the payment. */
  waiting: boolean
  /** What else can be done about it. */
  children: ReactNode
}

/** The confirmation's success, and the states before and beside it. */
export function OrderView({ order, waiting, children }: OrderViewProps) {
  const { heading, text } = orderMessage(order, waiting)
  const product = order?.items[0]?.product
  return (
    <div className="grid items-start gap-10 *:min-w-0 md:grid-cols-[1fr_minmax(19rem,26rem)] md:gap-16">
      <div>
        {/* Room for the longest words, so that what is below stays. Keys: new words are new, they do not move. */}
        <div
          role="status"
          className="min-h-[calc(2lh+1rem+4.5*var(--text-lead))] text-heading md:min-h-[calc(2lh+1rem+3*var(--text-lead))]"
        >
          <h1>{heading}</h1>
          <p key={text} className="mt-4 flex items-center gap-3 text-lead text-muted">
            {waiting && <span className="spinner shrink-0 text-rose" aria-hidden="true" />}
            <span className="min-w-0 wrap-anywhere">{text}</span>
          </p>
        </div>
        <div className="panel mt-8 aspect-4/5 max-w-80 overflow-hidden md:max-w-96">
          {product ? (
            <BouquetPicture
              title={product.title}
              imageUrl={product.imageUrl}
              sizes="(min-width: 48rem) 24rem, 20rem"
            />
          ) : (
            <Skeleton className="size-full" />
          )}
        </div>
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
        {children}
      </div>
    </div>
  )
}
