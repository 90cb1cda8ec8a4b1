import { formatMoney } from '#domain/money.ts'
import type { Elements } from '#src/components/ui/elements.ts'
import { PromisedTime } from '#src/components/ui/promised-time.tsx'
import { PriceRows, Receipt } from '#src/components/ui/receipt.tsx'
import type { OrderSummary } from './order-summary.ts'

type OrderReceiptProps = {
  summary: OrderSummary
  option: string
  picture: Elements
  /** Drawn by the server: what holds for every order. */
  promises: Elements
}

/** The bouquet and its costs: price from the catalogue, fee from the option, never from the address. */
export function OrderReceipt({ summary, option, picture, promises }: OrderReceiptProps) {
  const { title, terms, madeBy } = summary
  const { price, promise, closedReason } = terms
  return (
    <Receipt title="Order summary">
      <div className="mt-4 grid grid-cols-[minmax(0,5.5rem)_1fr] items-center gap-4">
        <div className="panel overflow-hidden lg:[view-transition-name:bouquet]">{picture}</div>
        <div>
          <p className="display flex flex-wrap items-baseline justify-between gap-x-4 text-title">
            <span>{title}</span>
            <span className="tabular-nums">{formatMoney(price.subtotalCents)}</span>
          </p>
          <p className="mt-1">{option}</p>
          <p className="text-small text-muted tabular-nums">
            {/* Keys: a browser that translates the page replaces text nodes. */}
            <span key={closedReason ?? promise}>{closedReason ?? <PromisedTime text={promise} />}</span>
          </p>
          <button type="submit" form="change" className="link py-1">
            Change
          </button>
        </div>
      </div>
      <dl className="mt-5 rule pt-4">
        <PriceRows price={price} />
      </dl>
      <div className="mt-4 grid grid-cols-1 gap-1 rule pt-4 text-small text-muted wrap-anywhere">
        {promises}
        {madeBy && <p key={madeBy}>{madeBy}</p>}
      </div>
    </Receipt>
  )
}
