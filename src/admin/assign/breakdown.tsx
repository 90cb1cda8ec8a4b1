import type { ReactNode } from 'react'
import { type Allocation, shopPercent } from '#domain/cost-split.ts'
import { type Cents, formatMoney } from '#domain/money.ts'
import { amountOf, type TypedSplit } from './typed-split.ts'

type BreakdownProps = { totalCents: Cents; typed: TypedSplit; allocation: Allocation }

/** §2, the financial breakdown, with the warning when the parts are not the whole (§5). */
export function Breakdown({ totalCents, typed, allocation }: BreakdownProps) {
  const { mismatch, state, differenceCents } = allocation
  return (
    <section aria-labelledby="breakdown">
      <h2 id="breakdown" className="sheet-title">
        Financial breakdown
      </h2>
      <dl className="sums">
        <Line name="Shop cost" cents={amountOf(typed.shop)} of={totalCents} />
        <Line name="Platform fee" cents={amountOf(typed.fee)} of={totalCents} />
        <Row name="Order total" strong>
          {formatMoney(totalCents)}
        </Row>
      </dl>
      <div role="status">
        {mismatch && (
          <p className="notice mt-3">
            <span>
              <b className="block">Allocation mismatch</b>
              {formatMoney(differenceCents)} {state}
            </span>
          </p>
        )}
      </div>
    </section>
  )
}

function Line({ name, cents, of }: { name: string; cents: Cents | null; of: Cents }) {
  if (cents === null) return <Row name={name}>–</Row>
  return (
    <Row name={name} {...(cents <= of && { aside: `${shopPercent(of, cents)}%` })}>
      {formatMoney(cents)}
    </Row>
  )
}

type RowProps = { name: string; aside?: string; strong?: boolean; children: ReactNode }

function Row({ name, aside, strong = false, children }: RowProps) {
  return (
    <div data-strong={strong || undefined}>
      <dt>
        {name}
        {aside && <span className="ml-2 text-small text-muted">{aside}</span>}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
