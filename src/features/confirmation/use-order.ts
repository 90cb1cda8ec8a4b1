import { useEffect, useState } from 'react'
import { showToast } from '#src/components/ui/toast.ts'
import type { ConfirmationOrder } from '#src/contracts/order-details.ts'
import { ApiError } from '#src/lib/api.ts'
import { api } from '#src/lib/browser-api.ts'
import { forgetCheckoutDraft } from '#src/lib/checkout-draft.ts'
import { takeSessionId } from './session-id.ts'
import { LOOK_UP_FAILED, LOOK_UP_TOAST } from './texts.ts'

export type OrderState =
  | { state: 'loading' }
  | { state: 'error'; message: string; requestId: string }
  /** `waiting` while it is worth asking again. */
  | { state: 'loaded'; order: ConfirmationOrder; waiting: boolean }

const FIRST_WAIT_MS = 2000
const LONGEST_WAIT_MS = 10_000
const PATIENCE_MS = 60_000

/** Looks the order up (§7), and again for a minute while its payment is on the way. */
export function useOrder(): OrderState {
  const [state, setState] = useState<OrderState>({ state: 'loading' })

  useEffect(() => {
    const sessionId = takeSessionId()
    if (!sessionId) return location.replace('/')
    let timer = 0
    let gone = false
    const started = Date.now()

    async function look(id: string, wait: number, before: ConfirmationOrder | null) {
      const order = await api.getOrderDetails(id).catch((error: unknown) => {
        // One answer that got lost on the way is no news while we wait.
        if (before) return before
        if (!gone) fail(error)
        return null
      })
      if (!order || gone) return
      const settled = order.paymentState === 'paid' || order.paymentState === 'cancelled'
      const waiting = !settled && Date.now() - started < PATIENCE_MS
      if (order.paymentState === 'paid') forgetCheckoutDraft()
      setState({ state: 'loaded', order, waiting })
      if (waiting) timer = window.setTimeout(look, wait, id, Math.min(wait * 1.5, LONGEST_WAIT_MS), order)
    }

    function fail(error: unknown) {
      showToast(LOOK_UP_TOAST, 'error')
      const told = error instanceof ApiError ? error : null
      setState({ state: 'error', message: told?.message ?? LOOK_UP_FAILED, requestId: told?.requestId ?? '' })
    }

    void look(sessionId, FIRST_WAIT_MS, null)
    return () => {
      gone = true
      window.clearTimeout(timer)
    }
  }, [])

  return state
}
