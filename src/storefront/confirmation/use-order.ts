import { useEffect, useRef, useState } from 'react'
import { showToast } from '#src/components/ui/toast.ts'
import { api } from '#src/lib/browser-api.ts'
import { forgetCheckoutDraft } from '#src/lib/checkout-draft.ts'
import { LOOK_UP_TOAST } from './messages.ts'
import { isOver, type OrderState } from './order-state.ts'
import { takeSessionId } from './session-id.ts'
import { type OrderWatch, watchOrder } from './watch-order.ts'

/**
 * The order, from the state the server has put into the page, and looked up until it is settled.
 * @returns what is known, and a function that looks it up at once
 */
export function useOrder(stored: OrderState): [state: OrderState, tryAgain: () => void] {
  const [state, setState] = useState(stored)
  const current = useRef<OrderWatch>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is rendered once; what it stored does not change.
  useEffect(() => {
    const sessionId = takeSessionId()
    if (!sessionId) {
      location.replace('/')
      return
    }
    let isToastShown = false

    function show(next: OrderState) {
      if (next.state === 'error' && !isToastShown) {
        isToastShown = true
        showToast(LOOK_UP_TOAST, 'error')
      }
      if (next.state === 'loaded' && isOver(next.order)) forgetCheckoutDraft()
      setState(next)
    }

    const watch = watchOrder(stored, {
      lookUp: () => api.getOrderDetails({ sessionId }),
      isVisible: () => document.visibilityState === 'visible',
      random: Math.random,
      show,
    })
    current.current = watch
    document.addEventListener('visibilitychange', onVisibility)
    addEventListener('online', watch.onOnline)
    watch.start()

    function onVisibility() {
      if (document.visibilityState === 'visible') watch.onVisible()
    }

    return () => {
      watch.stop()
      document.removeEventListener('visibilitychange', onVisibility)
      removeEventListener('online', watch.onOnline)
    }
  }, [])

  return [state, () => current.current?.tryAgain()]
}
