import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { availability, type MarketSchedule } from '#domain/availability.ts'
import {
  DELIVERY_OPTION_IDS,
  DELIVERY_OPTIONS,
  type DeliveryOptionId,
  describePromise,
  isDeliveryOptionId,
} from '#domain/delivery.ts'
import type { Cents } from '#domain/money.ts'
import { promiseClock } from '#domain/promise-clock.ts'
import { Button } from '#src/components/ui/button.tsx'
import { ClosedMarket } from '#src/components/ui/closed-market.tsx'
import { HiddenFields } from '#src/components/ui/hidden-fields.tsx'
import { dollars } from '#src/lib/flow-address.ts'
import { focusMissing } from '#src/lib/focus-missing.ts'
import { serverNow } from '#src/lib/server-clock.ts'
import { useAvailability } from '#src/lib/use-availability.ts'
import { DeliveryBar } from './delivery-bar.tsx'
import { ClosedOption, DeliveryCard } from './delivery-card.tsx'
import { useCurrentSchedule } from './use-current-schedule.ts'

const MESSAGE_ID = 'delivery-message'

type DeliveryPickerProps = {
  /** optionId, price and product, as the address has them. */
  bouquet: Record<string, string>
  priceCents: Cents
  /** The order's total with each option. */
  totals: Record<DeliveryOptionId, Cents>
  /** The market of the saved ZIP; null: New York's standard time is shown. */
  market: { name: string; schedule: MarketSchedule } | null
  /** The saved ZIP; empty if none is saved. */
  zip: string
  renderedAt: string
  chosen: DeliveryOptionId | null
  /** Drawn by the server: the bouquet, and what is promised of every order. */
  children: ReactNode
  promises?: ReactNode
}

/** The delivery options. */
export default function DeliveryPicker(props: DeliveryPickerProps) {
  const { bouquet, market, zip, renderedAt, chosen } = props
  const form = useRef<HTMLFormElement>(null)
  const [ready, setReady] = useState(false)
  const schedule = useCurrentSchedule(zip, market?.schedule ?? null)
  const [{ options, message, anyOpen, sameDayOpen, timeZone, closedReason }, now] = useAvailability(
    renderedAt,
    schedule,
  )
  // A link may name an option that has closed since: nobody has chosen it here.
  const [picked, setPicked] = useState(chosen && options[chosen].open ? chosen : null)
  const option = picked && options[picked].open ? picked : null
  const clock = promiseClock(now, schedule)
  /** The radio button with the focus. Browsers take the focus from a disabled one, some at once. */
  const focused = useRef<Element>(null)
  // An option that closes while it is chosen stays where it was.
  const shown = DELIVERY_OPTION_IDS.filter((id) => options[id].open || picked === id)
  const closed = DELIVERY_OPTION_IDS.filter((id) => !shown.includes(id))

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
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard one is at the fields already
    <form ref={form} action="/payment" className="group" onClick={focusMissing}>
      {/* meetDriver is part of the address of /payment (docs/product.md); only page views read it. */}
      <HiddenFields fields={{ ...bouquet, meetDriver: 'false' }} />
      {option && <HiddenFields fields={{ deliveryPrice: dollars(DELIVERY_OPTIONS[option].feeCents) }} />}
      <div className="grid grid-cols-1 gap-6 md:grid-cols-[1fr_12rem] md:gap-8 lg:grid-cols-[1fr_16rem] lg:gap-12">
        <div className="md:order-1">{props.children}</div>
        <div>
          {market && closedReason ? (
            <div role="status" id={MESSAGE_ID}>
              <ClosedMarket market={market.name} reason={closedReason} zip={zip} />
            </div>
          ) : (
            <p role="status" id={MESSAGE_ID} className={sameDayOpen ? 'notice notice-stem' : 'notice'}>
              {message}
            </p>
          )}
          {clock && <p className="mt-3 text-small font-semibold tabular-nums">{clock}</p>}
          <fieldset
            className="mt-5 grid gap-3"
            onFocus={({ target }) => {
              focused.current = target
            }}
            onBlur={({ target }) => {
              if (!isClosed(target)) focused.current = null
            }}
          >
            <legend className="sr-only">Delivery time</legend>
            {shown.map((id) => (
              <DeliveryCard
                key={id}
                option={DELIVERY_OPTIONS[id]}
                promise={describePromise(id, now, timeZone)}
                reason={options[id].reason}
                open={options[id].open}
                checked={picked === id}
                onChoose={() => setPicked(id)}
              />
            ))}
            {closed.length > 0 && (
              <div>
                {closed.map((id) => (
                  <ClosedOption
                    key={id}
                    option={DELIVERY_OPTIONS[id]}
                    reason={options[id].reason === message || closedReason ? null : options[id].reason}
                    messageId={MESSAGE_ID}
                  />
                ))}
              </div>
            )}
          </fieldset>
          {anyOpen && <div>{props.promises}</div>}
        </div>
      </div>
      <DeliveryBar
        title={bouquet['product'] ?? ''}
        priceCents={props.priceCents}
        totals={props.totals}
        anyOpen={anyOpen}
        disabled={!anyOpen || (ready && !option)}
      />
      <Button
        type="submit"
        look="link"
        className="block w-full py-3 md:w-auto"
        formAction="/home"
        formNoValidate
      >
        Back to selection
      </Button>
    </form>
  )
}

/** True if a radio button was disabled, or has given way to the line of a closed option. */
function isClosed(radio: Element | null): boolean {
  return radio instanceof HTMLInputElement && (radio.disabled || !radio.isConnected)
}
