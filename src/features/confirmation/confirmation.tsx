import { useEffect } from 'react'
import { SITE } from '#src/site.ts'
import { OrderMissing } from './order-missing.tsx'
import type { OrderState } from './order-state.ts'
import { OrderView } from './order-view.tsx'
import { confirmationTitle } from './texts.ts'
import { useOrder } from './use-order.ts'

/** §2, confirmation screen. @param props.stored what the server could tell, and has rendered */
export default function Confirmation({ stored }: { stored: OrderState }) {
  const view = useOrder(stored)
  useEffect(() => {
    document.title = `${confirmationTitle(view)} | ${SITE.brand}`
  }, [view])

  if (view.state === 'error') return <OrderMissing message={view.message} requestId={view.requestId} />
  return view.state === 'loading' ? (
    <OrderView order={null} waiting={false} />
  ) : (
    <OrderView order={view.order} waiting={view.waiting} />
  )
}
