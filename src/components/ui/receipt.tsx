import type { ReactElement, ReactNode } from 'react'
import { formatMoney } from '#domain/money.ts'
import type { OrderPrice } from '#domain/pricing.ts'
import type { Elements } from './elements.ts'

/** The lines of an order and what they cost. */
export function Receipt({ title, children }: { title: string; children: Elements }) {
  return (
    <section
      className="torn-edge @container rounded-t-card bg-card px-[clamp(1.25rem,0.9rem+1.4vw,2rem)] pt-7 pb-9"
      aria-label={title}
    >
      <h2 className="eyebrow text-muted">{title}</h2>
      {children}
    </section>
  )
}

export type ReceiptRowProps = { name: string; strong?: boolean; children: ReactNode }

export const ROW =
  'flex items-baseline gap-2 py-1.25 before:order-1 before:flex-[1_0_1.5rem] before:border-b-[1.5px] before:border-dotted before:border-dots'

/** A line: what, a dotted leader, how much. Where the text is too large for both, one goes under the other. */
export function ReceiptRow({ name, strong = false, children }: ReceiptRowProps) {
  return (
    <div className={`${ROW} @max-[13rem]:flex-wrap ${strong ? 'display mt-2 text-title' : ''}`}>
      <dt className="flex-none">{name}</dt>
      <dd className="order-2 min-w-0 text-right tabular-nums wrap-anywhere">{children}</dd>
    </div>
  )
}

type PriceRowsProps = {
  /** Null: not known yet. */
  price: OrderPrice | null
  /** The part that stands in the place of an amount until then. */
  unknown?: ReactElement
}

/** The parts of a price, which add up to the total. */
export function PriceRows({ price, unknown }: PriceRowsProps) {
  const discountCents = price?.discountCents ?? 0
  const amount = (cents: number | undefined) =>
    cents === undefined ? unknown : <span>{formatMoney(cents)}</span>
  return (
    <>
      <ReceiptRow name="Subtotal">{amount(price?.subtotalCents)}</ReceiptRow>
      <ReceiptRow name="Delivery fee">
        {price?.deliveryFeeCents === 0 ? <span>Free</span> : amount(price?.deliveryFeeCents)}
      </ReceiptRow>
      <ReceiptRow name="Tax">{amount(price?.taxCents)}</ReceiptRow>
      {discountCents > 0 && <ReceiptRow name="Discount">{amount(-discountCents)}</ReceiptRow>}
      <ReceiptRow name="Total" strong>
        {amount(price?.totalCents)}
      </ReceiptRow>
    </>
  )
}
