import { useEffect, useState } from 'react'
import { showToast } from '#src/components/ui/toast.ts'
import type { ConfirmationOrder } from '#src/lib/api.ts'
import { api } from '#src/lib/browser-api.ts'
import { forgetCheckoutDraft } from '#src/lib/checkout-draft.ts'
import { LOOK_UP_TOAST } from './messages.ts'
import { failed, isOver, isSettled, type OrderState } from './order-state.ts'
import { takeSessionId } from './session-id.ts'

const FIRST_WAIT_MS = 2000
const LONGEST_WAIT_MS = 10_000
const POLLING_MS = 60_000

/**
 * The order, from the state the server has put into the page: what is not settled there is looked up at once, and
 * again for a minute while its payment is on the way.
 */
export function useOrder(stored: OrderState): OrderState {
  const [state, setState] = useState(stored)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is rendered once; what it stored does not change.
  useEffect(() => {
    const sessionId = takeSessionId()
    if (!sessionId) {
      location.replace('/')
      return
    }
    if (stored.state === 'error') {
      showToast(LOOK_UP_TOAST, 'error')
      return
    }
    let timer = 0
    let gone = false
    const started = Date.now()

    function show(order: ConfirmationOrder): boolean {
      const waiting = !isSettled(order) && Date.now() - started < POLLING_MS
      if (isOver(order)) forgetCheckoutDraft()
      setState({ state: 'loaded', order, waiting })
      return waiting
    }

    async function look(id: string, wait: number, before: ConfirmationOrder | null) {
      const order = await api.getOrderDetails({ sessionId: id }).catch((error: unknown) => {
        // A single failed look-up is not shown: the next one follows.
        if (before) return before
        if (gone) return null
        showToast(LOOK_UP_TOAST, 'error')
        setState(failed(error))
        return null
      })
      if (!order || gone || !show(order)) return
      timer = window.setTimeout(look, wait, id, Math.min(wait * 1.5, LONGEST_WAIT_MS), order)
    }

    const known = stored.state === 'loaded' ? stored.order : null
    if (!known || show(known)) void look(sessionId, FIRST_WAIT_MS, known)
    return () => {
      gone = true
      window.clearTimeout(timer)
    }
  }, [])

  return state
}
