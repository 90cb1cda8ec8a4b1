import type { ReactNode } from 'react'
import { phoneDigits } from '#domain/phone.ts'
import { SITE } from '#domain/site.ts'
import { BouquetPicture } from '#src/components/ui/bouquet-picture.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { Skeleton } from '#src/components/ui/skeleton.tsx'
import type { ConfirmationOrder } from '#src/lib/api.ts'
import { LookUpFacts, SupportContacts } from './order-missing.tsx'
import { isLive, isSettled } from './order-state.ts'
import { OrderSummary } from './order-summary.tsx'

type OrderViewProps = {
  /** null while it is looked up: the same page with bars in the places of its words. */
  order: ConfirmationOrder | null
  /** The page keeps asking about the payment. */
  waiting: boolean
  /** Where to look again; null when the address names no order, or nothing will change. */
  again: string | null
}

/** The order below its heading: the confirmation's success, and the states before and beside it. */
export function OrderView({ order, waiting, again }: OrderViewProps) {
  const product = order?.items[0]?.product
  const action = mainAction(order, waiting, again)
  return (
    <>
      {!order && again && (
        <noscript className="md:col-span-2">
          <div className="max-w-[40rem]">
            <LookUpFacts reason="unanswered" />
            <p className="mt-3">This page keeps trying by itself.</p>
            <SupportContacts />
          </div>
        </noscript>
      )}
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
    </>
  )
}

/** The first thing to do; its place is kept while the order is being looked up. */
function mainAction(order: ConfirmationOrder | null, waiting: boolean, again: string | null): ReactNode {
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
    <a className="button button-quiet" href={again ?? '/thank-you'}>
      Look again
    </a>
  )
}

/** Lists the steps after the payment. */
function NextSteps() {
  return (
    <section className="mt-8" aria-labelledby="next-steps">
      <h2 id="next-steps" className="text-title">
        What happens next
      </h2>
      <ol className="mt-3 grid list-decimal gap-2 pl-5 text-muted marker:font-semibold marker:text-rose">
        <li>We hand your order to a florist in their city.</li>
        <li>We email you when the florist has it, and when it’s delivered.</li>
        <li>
          Something to change? Use the link in the confirmation email, until a florist has it. After that,
          call{' '}
          <a className="link" href={`tel:+1${phoneDigits(SITE.supportPhone)}`}>
            {SITE.supportPhone}
          </a>
          <span>{`, ${SITE.supportHours}.`}</span>
        </li>
      </ol>
    </section>
  )
}
