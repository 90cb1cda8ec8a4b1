import type { OrderDetail } from '#src/contracts/admin/orders.ts'
import { formatMoney } from '#src/domain/money.ts'
import { type BadgeColour, PAYMENT_STATUS_COLOURS } from '#src/domain/order-status.ts'
import type { RefundStatus } from '#src/domain/refunds.ts'
import { Fact, Facts } from '#src/features/admin/shared/facts.tsx'
import { StatusBadge } from '#src/features/admin/shared/status-badge.tsx'
import { When } from '#src/features/admin/shared/when.tsx'

const REFUND_COLOURS: Readonly<Record<RefundStatus, BadgeColour>> = {
  pending: 'yellow',
  succeeded: 'green',
  failed: 'red',
  cancelled: 'grey',
}

const REFUND_WORDS: Readonly<Record<RefundStatus, string>> = {
  pending: 'On its way',
  succeeded: 'Given back',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

/** How it was paid (§2, Order detail: payment details), and what went back. */
export function Payment({ order }: { order: OrderDetail }) {
  const { paymentStatus, paymentMethod, paymentReference, paidAt, refunds } = order
  return (
    <section className="sheet" aria-labelledby="payment">
      <h2 id="payment" className="sheet-title">
        Payment
      </h2>
      <Facts>
        <Fact term="Status">
          <StatusBadge status={paymentStatus} palette={PAYMENT_STATUS_COLOURS} />
        </Fact>
        <Fact term="Method">{paymentMethod}</Fact>
        <Fact term="Reference">{paymentReference && <code>{paymentReference}</code>}</Fact>
        <Fact term="Paid">{paidAt ? <When at={paidAt} /> : <span className="text-muted">Not yet</span>}</Fact>
      </Facts>
      {refunds.length > 0 && (
        <>
          <h3 className="part-title">Refunds</h3>
          <ul className="history">
            {refunds.map((refund) => (
              <Refund key={refund.id} refund={refund} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Refund({ refund }: { refund: OrderDetail['refunds'][number] }) {
  const { amountCents, status, reason, failure, byEmail, createdAt } = refund
  return (
    <li data-bad={status === 'failed' || undefined}>
      <p className="badges">
        <b className="figures strong">{formatMoney(amountCents)}</b>
        <StatusBadge status={status} palette={REFUND_COLOURS}>
          {REFUND_WORDS[status]}
        </StatusBadge>
      </p>
      <p>{reason}</p>
      {failure && <p>{failure}</p>}
      <p className="text-small text-muted">
        {byEmail ?? 'At the payment provider'}, <When at={createdAt} />
      </p>
    </li>
  )
}
