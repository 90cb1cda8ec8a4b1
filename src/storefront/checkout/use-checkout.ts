import { type SubmitEvent, useEffect, useState } from 'react'
import type { DeliveryOptionId } from '#domain/delivery.ts'
import { showToast } from '#src/components/ui/toast.ts'
import { ApiError } from '#src/lib/api.ts'
import { api } from '#src/lib/browser-api.ts'
import { checkoutDraft } from '#src/lib/checkout-draft.ts'
import { formValues, type Messages } from '#src/lib/form-data.ts'
import { PRODUCT_MISSING } from './messages.ts'
import type { OrderSummary } from './order-summary.ts'
import { fieldErrors, type Refusal, toRefusal } from './refusal.ts'
import { repeatAttempt } from './repeat-attempt.ts'
import { type CheckoutValues, checkoutRequest, shownFields } from './request.ts'

type CheckoutInput = {
  option: DeliveryOptionId
  /** The summary that the page shows now; the form's own fields are as the server drew them. */
  summary: OrderSummary | null
  onIssues: (messages: Messages) => void
  /** The order of this form went through: what is sent now is another one. */
  onOver: () => void
  /** The price or the time is not what the page shows. */
  onTermsChanged: () => void
}

/**
 * Sends the checkout form and goes to the payment page, or says why not. A press while one is on its way does nothing. The
 * form's `attemptKey` is kept in this tab with what is filled in (`draft.ts`): after a reload, a failure or the way back from the
 * payment page the same one is sent, and the server knows the order again. It is dropped once the order is over.
 */
export function useCheckout({ option, summary, onIssues, onOver, onTermsChanged }: CheckoutInput) {
  const [processing, setProcessing] = useState(false)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const [failures, setFailures] = useState(0)

  useEffect(() => {
    // Back from the payment page, in a page the browser had kept alive.
    const back = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      setProcessing(false)
      // An order that went through is over, and so is its form.
      if (!checkoutDraft()) onOver()
    }
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [onOver])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    if (processing) return
    const form = formValues(new FormData(event.currentTarget))
    const values: CheckoutValues = { ...form, ...shownFields(summary) }
    if (!values.productId) return showToast(PRODUCT_MISSING, 'error')
    setProcessing(true)
    setProblem(null)
    try {
      const request = checkoutRequest(values, option)
      const { url } = await repeatAttempt(() => api.createCheckoutSession(request))
      location.assign(url)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'product_not_found') {
        return location.assign('/?notice=product-not-found')
      }
      const refused = toRefusal(error, values)
      onIssues(refused.errors)
      // A fault of a field stands beside the field.
      setProblem(Object.keys(fieldErrors(refused.errors)).length > 0 ? null : refused)
      // That is said beside the button, over which a toast would lie.
      if (refused.areTermsChanged) onTermsChanged()
      else {
        showToast(refused.message, 'error')
        setFailures((n) => n + 1)
      }
      setProcessing(false)
    }
  }

  return { processing, problem, failures, submit }
}
