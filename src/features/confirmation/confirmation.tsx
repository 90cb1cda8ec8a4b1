import { useEffect } from 'react'
import { SITE } from '#src/site.ts'
import { OrderMissing } from './order-missing.tsx'
import { OrderSkeleton } from './order-skeleton.tsx'
import { OrderView } from './order-view.tsx'
import { orderTitle } from './texts.ts'
import { useOrder } from './use-order.ts'

/** §2, confirmation screen. */
export default function Confirmation() {
  const result = useOrder()
  useEffect(() => {
    if (result.state === 'loaded') document.title = `${orderTitle(result.order)} | ${SITE.brand}`
  }, [result])

  if (result.state === 'loading') return <OrderSkeleton />
  if (result.state === 'error') return <OrderMissing message={result.message} requestId={result.requestId} />
  return <OrderView order={result.order} waiting={result.waiting} />
}
