import { type ChangeEvent, type SubmitEvent, useCallback, useEffect, useState } from 'react'
import { customerInfo } from '#api/checkout/customer-schema.ts'
import type { DeliveryOptionId } from '#domain/delivery.ts'
import { stateProblem } from '#domain/zip-states.ts'
import { BottomBar } from '#src/components/ui/bottom-bar.tsx'
import { Button } from '#src/components/ui/button.tsx'
import type { Elements } from '#src/components/ui/elements.ts'
import { ErrorSummary } from '#src/components/ui/error-summary.tsx'
import { HiddenFields } from '#src/components/ui/hidden-fields.tsx'
import { RequestId } from '#src/components/ui/request-id.tsx'
import { showToast } from '#src/components/ui/toast.ts'
import { checkFields, type Messages } from '#src/lib/form-messages.ts'
import { useFormCheck } from '#src/lib/use-form-check.ts'
import { CardFields, ContactFields, DeliveryFields } from './checkout-fields.tsx'
import { keptAttempt, restoreDraft } from './draft.ts'
import { fieldFaults } from './field-faults.ts'
import { claimCity, fillCity } from './fill-city.ts'
import { CANCELED, NOT_SERVED } from './messages.ts'
import type { Refusal } from './refusal.ts'
import type { CheckoutValues } from './request.ts'
import { useCheckout } from './use-checkout.ts'
import { useServedZip } from './use-served-zip.ts'

export type CheckoutFormProps = {
  /** Where the form goes without JavaScript: this page. */
  action: string
  attemptKey: string
  productId: string
  /** Its title, for the waitlist. */
  product: string
  option: DeliveryOptionId
  /** What the fields start with. */
  values: CheckoutValues
  /** A ZIP known to be served. */
  servedZip: string | null
  /** Null when the catalogue did not answer. */
  total: string | null
  /** What the server said about a form that was sent without JavaScript. */
  refusal: Omit<Refusal, 'toast' | 'advice'> | null
  /** Drawn by the server: the receipt, what is missing, and the terms of the payment. */
  children?: Elements
  missing?: Elements
  terms?: Elements
}

/** The checkout form. */
export default function CheckoutForm(props: CheckoutFormProps) {
  const { action, productId, product, option, values, servedZip, total, refusal } = props
  const [attemptKey, setAttemptKey] = useState(props.attemptKey)
  const [zip, setZip] = useState(values.zip ?? '')
  const [zipTyped, setZipTyped] = useState(false)
  const served = useServedZip(zip, servedZip)
  const check = useCallback(
    (values: Record<string, string>) => {
      const messages = checkFields(customerInfo.shape, values)
      if (served === 'not-served') return { zip: NOT_SERVED, ...messages }
      const { state = '', zip = '' } = values
      const conflict = served === 'served' ? stateProblem(state, zip) : null
      return conflict ? { state: conflict, ...messages } : messages
    },
    [served],
  )
  const { form, errors, found, blocked, recheck, showFaults, setServerMessages, onBlur, onChange } =
    useFormCheck(check, refusal?.errors)
  const newAttempt = useCallback(() => setAttemptKey(crypto.randomUUID()), [])
  const { processing, problem, failures, submit } = useCheckout({
    option,
    onIssues: setServerMessages,
    onOver: newAttempt,
  })

  useEffect(() => {
    const element = form.current
    if (!element) return
    // The browser's own messages are for when these are not there.
    element.noValidate = true
    const kept = keptAttempt()
    if (kept) setAttemptKey(kept)
    restoreDraft(element)
    // What was typed before this ran, or kept, gets its shape and its count as if it were typed now.
    for (const control of element.elements) control.dispatchEvent(new Event('input', { bubbles: true }))
    setZip(typedZip(element))
    claimCity(element, typedZip(element))
    recheck()
    const address = new URL(location.href)
    if (!address.searchParams.has('canceled')) return
    showToast(CANCELED, 'error')
    // Said once: a reload has nothing new to say.
    address.searchParams.delete('canceled')
    history.replaceState(history.state, '', address)
  }, [form, recheck])

  useEffect(() => {
    if ((served !== 'served' && served !== 'not-served') || !form.current) return
    fillCity(form.current, zip)
    recheck()
  }, [served, zip, form, recheck])

  useEffect(() => {
    for (const control of form.current?.elements ?? []) {
      // For CSS, whose `:invalid` then means the same as these rules.
      if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement)
        control.setCustomValidity(found[control.name] ?? '')
    }
  }, [form, found])

  function changed(event: ChangeEvent<HTMLFormElement>) {
    const { target } = event
    if (target instanceof HTMLInputElement && target.name === 'zip') {
      setZip(target.value)
      setZipTyped(true)
    }
    onChange(event)
  }

  function submitted(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!showFaults()) void submit(event)
  }

  const shown: Messages = served === 'not-served' ? { zip: NOT_SERVED, ...errors } : errors
  // Only a ZIP that was typed shows its check. The button does not wait for the answer: the API checks the order again.
  const checking = zipTyped && served === 'checking'
  const summary = problem ?? (failures === 0 ? refusal : null)
  return (
    <form
      ref={form}
      id="checkout"
      method="post"
      action={action}
      onSubmit={submitted}
      onBlur={onBlur}
      onChange={changed}
      className="checkout-columns"
    >
      <HiddenFields fields={{ attemptKey, productId }} />
      <div className="grid grid-cols-1 content-start gap-10">
        {summary && (
          <ErrorSummary
            title={problem ? problem.advice : summary.problem}
            faults={problem ? [] : fieldFaults(shown)}
            failures={failures}
          >
            {shown['option'] && (
              <button type="submit" form="change" className="link mt-1">
                Choose another time
              </button>
            )}
            <RequestId id={summary.requestId} />
          </ErrorSummary>
        )}
        <ContactFields values={values} errors={shown} />
        <DeliveryFields values={values} errors={shown} zip={zip} checking={checking} product={product} />
        <CardFields values={values} errors={shown} />
      </div>
      <div id="summary">{props.children}</div>
      <BottomBar className="flex flex-wrap items-center gap-x-5 gap-y-2">
        {total && (
          <p className="md:hidden">
            <a href="#summary" className="block py-0.5 text-small text-muted underline underline-offset-2">
              Total
            </a>
            <span className="display text-title tabular-nums">{total}</span>
          </p>
        )}
        <Button
          type="submit"
          className="flex-1 md:flex-none md:px-12"
          busy={processing}
          disabled={processing}
          untilValid
          // It can still be reached and pressed, and then says what is missing.
          aria-disabled={blocked || undefined}
          aria-describedby={blocked ? 'missing' : undefined}
        >
          Continue to Payment
        </Button>
        {props.missing}
      </BottomBar>
      {props.terms}
    </form>
  )
}

function typedZip(form: HTMLFormElement): string {
  const zip = new FormData(form).get('zip')
  return typeof zip === 'string' ? zip : ''
}
