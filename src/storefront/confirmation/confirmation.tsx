import { useEffect } from 'react'
import { SITE } from '#src/site.ts'
import { OrderMissing } from './order-missing.tsx'
import type { OrderState } from './order-state.ts'
import { OrderView } from './order-view.tsx'
import { confirmationTitle } from './texts.ts'
import { useOrder } from './use-order.ts'

type ConfirmationProps = {
  /** What the server has looked up and rendered. */
  stored: OrderState
  /** Where to look again without JavaScript. */
  again: string | null
}

/** The confirmation screen. */
export default function Confirmation({ stored, again }: ConfirmationProps) {
  const view = useOrder(stored)
  useEffect(() => {
    document.title = `${confirmationTitle(view)} | ${SITE.brand}`
  }, [view])

  const lookAgain = again && (
    <noscript>
      <p className="mt-6">
        <a className="link" href={again}>
          Look again
        </a>
      </p>
    </noscript>
  )
  if (view.state === 'error') {
    return (
      <>
        <OrderMissing message={view.message} requestId={view.requestId} />
        {lookAgain}
      </>
    )
  }
  const { order, waiting } = view.state === 'loaded' ? view : { order: null, waiting: false }
  return (
    <OrderView order={order} waiting={waiting}>
      {lookAgain}
    </OrderView>
  )
}
