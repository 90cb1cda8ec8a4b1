import { useEffect, useRef } from 'react'
import { SITE } from '#domain/site.ts'
import { confirmationTitle, orderMessage } from './messages.ts'
import { LookUpFacts, OrderMissing } from './order-missing.tsx'
import type { OrderState } from './order-state.ts'
import { MainAction, OrderView } from './order-view.tsx'
import { useOrder } from './use-order.ts'

type ConfirmationProps = {
  /** The state that the server has looked up and rendered. */
  stored: OrderState
  /** Where to look again; null when the address names no order, or nothing will change. */
  again: string | null
}

/** The confirmation screen. */
export default function Confirmation({ stored, again }: ConfirmationProps) {
  const [view, tryAgain] = useOrder(stored)
  const heading = useRef<HTMLHeadingElement>(null)
  const failure = view.state === 'error' ? view : null
  const { order, waiting } = view.state === 'loaded' ? view : { order: null, waiting: false }
  const message = failure
    ? { heading: 'Unable to load order', text: failure.message }
    : orderMessage(order, waiting)

  useEffect(() => {
    document.title = `${confirmationTitle(view)} | ${SITE.brand}`
  }, [view])

  const hasFailed = failure !== null
  useEffect(() => {
    // The button that was pressed went with the failure, and the focus with it.
    if (!hasFailed) return
    return () => {
      if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    }
  }, [hasFailed])

  return (
    <div
      className={
        failure
          ? 'max-w-[40rem]'
          : 'grid items-start gap-8 *:min-w-0 md:grid-cols-2 md:grid-rows-[auto_1fr] lg:gap-x-16'
      }
    >
      <div className={failure ? '' : 'grid gap-8'}>
        {/* One element in all states: a live region is read out only if it was there before. Room for the longest words of an
        order, so that what is below stays. Keys: new words are new, they do not move. */}
        <div
          role={failure ? 'alert' : 'status'}
          className={failure ? '' : 'min-h-[calc(2lh+0.75rem+3*var(--text-lead))] text-heading'}
        >
          <h1 ref={heading} tabIndex={-1} className="max-w-[13.5em] text-heading outline-none">
            {message.heading}
          </h1>
          <p key={message.text} className="mt-3 flex items-center gap-3 text-lead text-muted">
            {waiting && <span className="spinner shrink-0 text-rose" aria-hidden="true" />}
            <span className="min-w-0 wrap-anywhere">{message.text}</span>
          </p>
          {failure && <LookUpFacts key={failure.reason} reason={failure.reason} />}
        </div>
        {!failure && (
          <div className="flex flex-wrap items-center gap-x-6 empty:hidden">
            <MainAction order={order} waiting={waiting} again={again} />
            {order?.paymentState === 'paid' && !waiting && <span className="petals" aria-hidden="true" />}
          </div>
        )}
      </div>
      {failure ? (
        <OrderMissing failure={failure} again={again} onTryAgain={tryAgain} />
      ) : (
        <OrderView order={order} again={again} />
      )}
    </div>
  )
}
