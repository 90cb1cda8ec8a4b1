import { phoneLink } from '#domain/phone.ts'
import { SITE } from '#domain/site.ts'
import { BouquetPicture } from '#src/components/ui/bouquet-picture.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { NoteCard } from '#src/components/ui/note-card.tsx'
import { Skeleton } from '#src/components/ui/skeleton.tsx'
import type { ConfirmationOrder } from '#src/lib/shop-api.ts'
import { LookUpFacts, SupportContacts } from './order-missing.tsx'
import { isLive, isSettled } from './order-state.ts'
import { OrderSummary } from './order-summary.tsx'

/** Classes that make a button as wide as the screen on a phone. */
const ACTION = 'h-13 md:w-64'

type OrderViewProps = {
  /** null while it is looked up: the same page with bars in the places of its words. */
  order: ConfirmationOrder | null
  /** Where to look again; null when the address names no order, or nothing will change. */
  again: string | null
}

/** The order below its heading: the confirmation's success, and the states before and beside it. */
export function OrderView({ order, again }: OrderViewProps) {
  const product = order?.items[0]?.product
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
      <div className="grid gap-8 md:col-start-2 md:row-span-2 md:row-start-1">
        <OrderSummary key={order?.paymentState} order={order} />
        {order?.apologyNote && <ApologyNote text={order.apologyNote} />}
        {order?.mayAddCard && <NoCard />}
        {order?.paymentState === 'paid' && order.trackingToken && <NextSteps />}
        {order && (
          <form action="/">
            <Button type="submit" look={isLive(order) ? 'quiet' : 'action'} className="w-full">
              Select New Flowers
            </Button>
          </form>
        )}
      </div>
    </>
  )
}

/** The order goes without a card, until its buyer writes one. */
function NoCard() {
  return (
    <section aria-labelledby="no-note">
      <h2 id="no-note" className="eyebrow text-muted">
        Apology note
      </h2>
      <p className="mt-1 text-muted">
        No note yet. “Add a card” in your confirmation email lets you write one until a florist accepts.
      </p>
    </section>
  )
}

/** The text that the florist prints on the card. */
function ApologyNote({ text }: { text: string }) {
  return (
    <section aria-labelledby="note">
      <h2 id="note" className="eyebrow text-muted">
        Apology note
      </h2>
      <div className="mt-2 max-w-96">
        <NoteCard note={text} />
      </div>
    </section>
  )
}

type MainActionProps = OrderViewProps & {
  /** The page keeps asking about the payment. */
  waiting: boolean
}

/** The first thing to do; its place is kept while the order is being looked up. */
export function MainAction({ order, waiting, again }: MainActionProps) {
  if (!order || waiting) return <Skeleton className={ACTION} />
  if (order.trackingToken) {
    return (
      <a className={`button ${ACTION}`} href={`/track#${order.trackingToken}`}>
        View order status
      </a>
    )
  }
  if (isSettled(order)) return null
  return (
    <a className={`button button-quiet ${ACTION}`} href={again ?? '/thank-you'}>
      Look again
    </a>
  )
}

/** Lists the steps after the payment. */
function NextSteps() {
  return (
    <section aria-labelledby="next-steps">
      <h2 id="next-steps" className="text-title">
        What happens next
      </h2>
      <ol className="mt-3 grid list-decimal gap-2 pl-5 text-muted marker:font-semibold marker:text-rose">
        <li>We hand your order to a florist in their city.</li>
        <li>We email you when the florist has it, and when it’s delivered.</li>
        <li>
          Something to change? Use the link in the confirmation email, until a florist has it. After that,
          call{' '}
          <a className="link" href={phoneLink(SITE.supportPhone)}>
            {SITE.supportPhone}
          </a>
          <span>{`, ${SITE.supportHours}.`}</span>
        </li>
      </ol>
    </section>
  )
}
