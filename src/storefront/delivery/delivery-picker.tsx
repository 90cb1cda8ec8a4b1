import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { availability, type MarketSchedule } from '#domain/availability.ts'
import {
  DELIVERY_OPTION_IDS,
  DELIVERY_OPTIONS,
  type DeliveryOptionId,
  describePromise,
  isDeliveryOptionId,
} from '#domain/delivery.ts'
import { Button } from '#src/components/ui/button.tsx'
import { ClosedMarket } from '#src/components/ui/closed-market.tsx'
import { HiddenFields } from '#src/components/ui/hidden-fields.tsx'
import { dollars } from '#src/lib/flow-address.ts'
import { serverNow } from '#src/lib/server-clock.ts'
import { useAvailability } from '#src/lib/use-availability.ts'
import { DeliveryCard } from './delivery-card.tsx'
import { useCurrentSchedule } from './use-current-schedule.ts'

type DeliveryPickerProps = {
  /** optionId, price and product, as the address has them. */
  bouquet: Record<string, string>
  /** Of the saved ZIP; null: New York's standard time is shown. */
  market: { name: string; schedule: MarketSchedule } | null
  /** Saved, empty if none is. */
  zip: string
  renderedAt: string
  chosen: DeliveryOptionId | null
}

/** The delivery options. */
export default function DeliveryPicker({ bouquet, market, zip, renderedAt, chosen }: DeliveryPickerProps) {
  const form = useRef<HTMLFormElement>(null)
  const [ready, setReady] = useState(false)
  const schedule = useCurrentSchedule(zip, market?.schedule ?? null)
  const [{ options, message, sameDayOpen, timeZone, closedReason }, now] = useAvailability(
    renderedAt,
    schedule,
  )
  // A link may name an option that has closed since: nobody has chosen it here.
  const [picked, setPicked] = useState(chosen && options[chosen].open ? chosen : null)
  const option = picked && options[picked].open ? picked : null
  /** The radio button with the focus. Browsers take the focus from a disabled one, some at once. */
  const focused = useRef<Element>(null)
  const allClosed = DELIVERY_OPTION_IDS.every((id) => !options[id].open)

  useEffect(() => {
    setReady(true)
    const early = form.current && new FormData(form.current).get('deliveryOption')
    if (!isDeliveryOptionId(early)) return
    // It may have closed before anyone has seen it chosen.
    setPicked(availability(new Date(serverNow()), schedule).options[early].open ? early : null)
  }, [schedule])

  useLayoutEffect(() => {
    if (!isClosed(focused.current)) return
    focused.current = null
    // The next one to choose is nearest.
    form.current?.querySelector<HTMLInputElement>('input[type=radio]:enabled')?.focus()
  })

  return (
    <form ref={form} action="/payment" className="group">
      {/* meetDriver is part of the address of /payment (docs/product.md); only page views read it. */}
      <HiddenFields fields={{ ...bouquet, meetDriver: 'false' }} />
      {option && <HiddenFields fields={{ deliveryPrice: dollars(DELIVERY_OPTIONS[option].feeCents) }} />}
      {market && closedReason ? (
        <div role="status">
          <ClosedMarket market={market.name} reason={closedReason} zip={zip} />
        </div>
      ) : (
        <p role="status" className={sameDayOpen ? 'notice notice-stem' : 'notice'}>
          {message}
        </p>
      )}
      <fieldset
        className="mt-6 grid gap-3"
        onFocus={({ target }) => {
          focused.current = target
        }}
        onBlur={({ target }) => {
          if (!isClosed(target)) focused.current = null
        }}
      >
        <legend className="sr-only">Delivery time</legend>
        {DELIVERY_OPTION_IDS.map((id) => (
          <DeliveryCard
            key={id}
            option={DELIVERY_OPTIONS[id]}
            promise={describePromise(id, now, timeZone)}
            // The message above has said it already, except of the one that was chosen.
            reason={options[id].reason === message && picked !== id ? null : options[id].reason}
            open={options[id].open}
            checked={picked === id}
            onChoose={() => setPicked(id)}
          />
        ))}
      </fieldset>
      <div className="contents md:mt-8 md:flex md:items-start md:gap-8">
        <div data-bottom-bar className="bottom-bar">
          <Button
            type="submit"
            className="w-full md:px-12"
            untilValid
            disabled={allClosed || (ready && !option)}
          >
            Continue to Checkout
          </Button>
          {/* Shown by CSS, so that it needs no script: while nothing is chosen, and while the choice has closed. */}
          <p className="mt-2 hidden text-small text-muted group-has-invalid:block group-has-[:checked:disabled]:block">
            Choose a delivery time.
          </p>
        </div>
        <Button
          type="submit"
          look="link"
          className="block w-full py-3 md:w-auto"
          formAction="/home"
          formNoValidate
        >
          Back to selection
        </Button>
      </div>
    </form>
  )
}

function isClosed(radio: Element | null): boolean {
  return radio instanceof HTMLInputElement && radio.disabled
}
