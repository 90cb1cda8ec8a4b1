import { useEffect } from 'react'
import { SITE } from '#src/site.ts'
import { confirmationTitle } from './messages.ts'
import { OrderMissing } from './order-missing.tsx'
import type { OrderState } from './order-state.ts'
import { OrderView } from './order-view.tsx'
import { useOrder } from './use-order.ts'

type ConfirmationProps = {
  /** What the server has looked up and rendered. */
  stored: OrderState
  /** Where to look again; null when the address names no order, or nothing will change. */
  again: string | null
}

/** The confirmation screen. */
export default function Confirmation({ stored, again }: ConfirmationProps) {
  const view = useOrder(stored)
  useEffect(() => {
    document.title = `${confirmationTitle(view)} | ${SITE.brand}`
  }, [view])

  if (view.state === 'error') {
    return <OrderMissing message={view.message} requestId={view.requestId} again={again} />
  }
  const { order, waiting } = view.state === 'loaded' ? view : { order: null, waiting: false }
  return <OrderView order={order} waiting={waiting} again={again ?? '/thank-you'} />
}
