import { DELIVERY_OPTION_IDS, DELIVERY_OPTIONS, type DeliveryOptionId } from '#domain/delivery.ts'
import { type Cents, formatMoney } from '#domain/money.ts'
import { Button } from '#src/components/ui/button.tsx'

type DeliveryBarProps = {
  /** The title of the bouquet, and its price below. */
  title: string
  priceCents: Cents
  totals: Record<DeliveryOptionId, Cents>
  /** False: it needs no place in sight. */
  anyOpen: boolean
  disabled: boolean
}

const WORDS =
  'min-w-0 flex-[1_1_100%] flex-wrap justify-between gap-x-3 text-small leading-tight wrap-anywhere md:flex-1 md:justify-start md:text-body'

/** Shows the words of an option while it is chosen and open: by CSS, so also before hydration. */
const SHOWN: Record<DeliveryOptionId, string> = {
  hour: 'group-has-[[value=hour]:checked:enabled]:flex',
  'few-hours': 'group-has-[[value=few-hours]:checked:enabled]:flex',
  today: 'group-has-[[value=today]:checked:enabled]:flex',
  tomorrow: 'group-has-[[value=tomorrow]:checked:enabled]:flex',
}

/** The bar of the delivery step: what is chosen, what it comes to, and the way on. */
export function DeliveryBar({ title, priceCents, totals, anyOpen, disabled }: DeliveryBarProps) {
  return (
    <div
      data-bottom-bar={anyOpen || undefined}
      className={`${anyOpen ? 'bottom-bar bottom-bar-wide' : 'mt-6'} flex flex-wrap items-center gap-x-4 gap-y-2`}
    >
      <p className={`flex ${WORDS} group-has-[:checked:enabled]:hidden`}>
        <span>
          <b className="strong">{title}</b> <span className="tabular-nums">{formatMoney(priceCents)}</span>
        </span>
        <span className="hidden text-muted group-has-invalid:inline group-has-[:checked:disabled]:inline">
          Choose a delivery time.
        </span>
      </p>
      {DELIVERY_OPTION_IDS.map((id) => (
        <p key={id} className={`hidden ${WORDS} ${SHOWN[id]}`}>
          <b className="strong">{DELIVERY_OPTIONS[id].label}</b>
          <span>
            <span className="text-muted">Total with tax</span>{' '}
            <b className="strong tabular-nums">{formatMoney(totals[id])}</b>
          </span>
        </p>
      ))}
      <Button
        type="submit"
        className="flex-auto px-4 disabled:pointer-events-none md:ml-auto md:min-w-80 md:flex-none"
        disabled={disabled}
      >
        Continue to Checkout
      </Button>
    </div>
  )
}
