import { type ChangeEvent, type SubmitEvent, useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { customerInfo } from '#api/checkout/customer-schema.ts'
import type { DeliveryOptionId } from '#domain/delivery.ts'
import { formatMoney } from '#domain/money.ts'
import { US_STATES } from '#domain/postal-address.ts'
import { Button } from '#src/components/ui/button.tsx'
import { CardPreview } from '#src/components/ui/card-preview.tsx'
import type { Elements } from '#src/components/ui/elements.ts'
import { ErrorSummary } from '#src/components/ui/error-summary.tsx'
import { HiddenFields } from '#src/components/ui/hidden-fields.tsx'
import { RequestId } from '#src/components/ui/request-id.tsx'
import { showToast } from '#src/components/ui/toast.ts'
import { checkFields, formValues, type Messages } from '#src/lib/form-data.ts'
import { useFormCheck } from '#src/lib/use-form-check.ts'
import { CheckoutFields } from './checkout-fields.tsx'
import { draftOfPage, OURS, restoreDraft, saveDraft } from './draft.ts'
import { fillCity, watchCity } from './fill-city.ts'
import { CANCELED, NOT_SERVED } from './messages.ts'
import { showNextField } from './next-field.ts'
import { OrderReceipt } from './order-receipt.tsx'
import { changesSince, type OrderSummary } from './order-summary.ts'
import { fieldErrors, type Refusal } from './refusal.ts'
import { type CheckoutValues, shownFields } from './request.ts'
import { useCheckout } from './use-checkout.ts'
import { type KnownZip, useOrderSummary } from './use-order-summary.ts'
import { useSignature } from './use-signature.ts'

/** The id of the button that starts another order after one that is paid. */
const ANOTHER_ORDER = 'another-order'
/** The id of the button that sends the form. */
const PAY = 'pay'

export type CheckoutFormProps = {
  /** Where the form goes without JavaScript: this page. */
  action: string
  attemptKey: string
  /** The key of another order, when the form has become one already. */
  nextAttemptKey: string
  productId: string
  sku: string
  /** The product's title, for the waitlist. */
  product: string
  option: DeliveryOptionId
  optionLabel: string
  /** The initial values of the fields. */
  values: CheckoutValues
  /** The ZIP that the page was drawn for, and what is known of it. */
  knownZip: KnownZip | null
  /** Null when the catalogue did not answer. */
  summary: OrderSummary | null
  /** The server's refusal of a form that was sent without JavaScript. */
  refusal: Refusal | null
  /** Drawn by the server: the bouquet's picture, what is promised beside the total, the box for texts about the order, the wish for a flower that is missing, the help with the note, what stands for a summary that did not load, what is missing, and the terms of the payment. */
  picture?: Elements
  promises?: Elements
  texts?: Elements
  wish?: Elements
  help?: Elements
  children?: Elements
  missing?: Elements
  terms?: Elements
}

/** The checkout form. */
export default function CheckoutForm(props: CheckoutFormProps) {
  const { action, productId, sku, product, option, values, refusal } = props
  const [attemptKey, setAttemptKey] = useState(props.attemptKey)
  const [zip, setZip] = useState(values.zip ?? '')
  const [zipTyped, setZipTyped] = useState(false)
  const [note, setNote] = useState(values.note ?? '')
  const [nextAttemptKey, setNextAttemptKey] = useState(props.nextAttemptKey)
  const asked = { sku, option, zip }
  const { known, checking, summary, refresh } = useOrderSummary(asked, props.summary, props.knownZip)
  const check = useCallback(
    (values: Record<string, string>) => {
      const messages = checkFields(customerInfo.shape, values)
      if (!known) return messages
      if (!known.served) return { zip: NOT_SERVED, ...messages }
      const state = US_STATES.find(({ code }) => code === known.place?.state)
      // The words of the API, which checks it again.
      if (!state || state.code === values['state']) return messages
      return { state: `ZIP code ${known.zip} is in ${state.name}`, ...messages }
    },
    [known],
  )
  const { form, errors, found, blocked, recheck, showFaults, setServerMessages, onBlur, onChange } =
    useFormCheck(check, refusal?.errors)
  const newAttempt = useCallback(() => setAttemptKey(crypto.randomUUID()), [])
  const { processing, problem, failures, submit } = useCheckout({
    option,
    summary,
    onIssues: setServerMessages,
    onOver: newAttempt,
    onTermsChanged: refresh,
  })

  const { signature, ask, sign } = useSignature()

  useEffect(() => {
    const element = form.current
    if (!element) return
    // The browser's own messages are for when these are not there.
    element.noValidate = true
    // The same filled-in form is the same order.
    const kept = draftOfPage()?.texts['attemptKey']
    if (kept) setAttemptKey(kept)
    restoreDraft(element)
    // Text typed before this ran, or restored, gets its mask and its count as if it were typed now.
    for (const control of element.elements)
      control.dispatchEvent(new CustomEvent('input', { bubbles: true, detail: OURS }))
    setZip(formValues(new FormData(element))['zip'] ?? '')
    watchCity(element)
    recheck()
    const address = new URL(location.href)
    if (!address.searchParams.has('canceled')) return
    showToast(CANCELED, 'error')
    // Said once: a reload has nothing new to say.
    address.searchParams.delete('canceled')
    history.replaceState(history.state, '', address)
  }, [form, recheck])

  useEffect(() => {
    if (!known || !form.current) return
    fillCity(form.current, known.place)
    recheck()
  }, [known, form, recheck])

  useEffect(() => {
    showNextField((field) => found[field] !== undefined)
  }, [found])

  function changed(event: ChangeEvent<HTMLFormElement>) {
    const { target } = event
    if (target instanceof HTMLInputElement && target.name === 'zip') {
      setZip(target.value)
      setZipTyped(true)
    }
    onChange(event)
  }

  function signNote() {
    if (form.current) sign(form.current)
    // The button that was pressed goes.
    document.getElementById(PAY)?.focus()
  }

  function submitted(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (showFaults() || ask(event.currentTarget)) return
    const { nativeEvent, currentTarget } = event
    if (nativeEvent instanceof globalThis.SubmitEvent && nativeEvent.submitter?.id === ANOTHER_ORDER) {
      flushSync(() => {
        setAttemptKey(nextAttemptKey)
        setNextAttemptKey(crypto.randomUUID())
      })
      saveDraft(currentTarget)
    }
    void submit(event)
  }

  const shown: Messages = known?.served === false ? { zip: found['zip'] ?? NOT_SERVED, ...errors } : errors
  const refused = problem ?? (failures === 0 ? refusal : null)
  const banner = refused?.areTermsChanged && problem ? null : refused
  const changes = props.summary && summary ? changesSince(props.summary, summary) : []
  // The answer to a press knows changes that the page cannot know itself.
  const said = refused?.areTermsChanged ? [refused.message] : []
  const notice = [...changes.filter((change) => !said.join().includes(change)), ...said].join(' ')
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
      <HiddenFields fields={{ attemptKey, productId, ...shownFields(summary) }} />
      {/* Enter in a field presses the first button of the form, which must not be the one that starts another order. */}
      {banner?.paidOrder && <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />}
      <div className="grid grid-cols-1 content-start gap-10">
        {banner && (
          <ErrorSummary
            title={banner.paidOrder ? `${banner.paidOrder.reference} is paid.` : banner.message}
            errors={problem ? {} : fieldErrors(shown)}
            failures={failures}
          >
            {banner.paidOrder ? (
              <p className="mt-1">
                <a className="link" href={banner.paidOrder.url}>
                  View it
                </a>
                <span>, or </span>
                <Button
                  type="submit"
                  look="link"
                  id={ANOTHER_ORDER}
                  name="anotherOrder"
                  value={nextAttemptKey}
                >
                  start another order
                </Button>
                <span>.</span>
              </p>
            ) : (
              <p>{banner.advice}</p>
            )}
            {shown['option'] && (
              <button type="submit" form="change" className="link mt-1">
                Choose another time
              </button>
            )}
            <RequestId id={banner.requestId} />
          </ErrorSummary>
        )}
        <CheckoutFields
          values={values}
          errors={shown}
          zip={zip}
          // Only of a ZIP that was typed. The button does not wait for the answer: the API checks the order again.
          checking={zipTyped && checking}
          product={product}
          note={note}
          onNote={setNote}
          texts={props.texts}
          wish={props.wish}
          help={props.help}
        />
      </div>
      <div className="checkout-aside">
        <div id="summary">
          {summary ? (
            <OrderReceipt
              summary={summary}
              option={props.optionLabel}
              picture={props.picture}
              promises={props.promises}
            />
          ) : (
            props.children
          )}
        </div>
        <CardPreview note={note} className="mt-8 max-lg:hidden" />
      </div>
      <div
        data-bottom-bar
        className="bottom-bar bottom-bar-tablet flex flex-wrap items-center gap-x-5 gap-y-2"
      >
        <div role="status" className={notice || signature ? 'notice w-full' : 'sr-only'}>
          {signature && (
            <p key={signature.state} className="flex flex-wrap gap-x-4 gap-y-1">
              <span>
                {signature.state === 'asked'
                  ? 'They will not know who it is from. Sign it?'
                  : `Signed: ${signature.name}`}
              </span>
              {signature.state === 'asked' && (
                <>
                  <button type="button" className="link" onClick={signNote}>
                    {`Sign “${signature.name}”`}
                  </button>
                  <button type="submit" className="link">
                    No, continue
                  </button>
                </>
              )}
            </p>
          )}
          {notice && (
            <p key={notice}>
              <span>{notice}</span>
              {summary?.terms.closedReason && (
                <button type="submit" form="change" className="link ml-1.5">
                  Choose another time
                </button>
              )}
            </p>
          )}
        </div>
        {summary && (
          <p className="lg:hidden">
            <a href="#summary" className="block py-0.5 text-small text-muted underline underline-offset-2">
              Total
            </a>
            <span className="display text-title tabular-nums">
              {formatMoney(summary.terms.price.totalCents)}
            </span>
          </p>
        )}
        <Button
          type="submit"
          id={PAY}
          className="flex-1 md:flex-none md:px-12"
          // The second half of a double click has not seen the question that the first one brought.
          onClick={(event) => signature && event.detail > 1 && event.preventDefault()}
          busy={processing}
          disabled={processing}
          // It can still be reached and pressed, and then says what is missing.
          aria-disabled={blocked || undefined}
          aria-describedby={blocked ? 'missing' : undefined}
        >
          Continue to Payment
        </Button>
        {props.missing}
      </div>
      {props.terms}
    </form>
  )
}
