import { Link } from '@tanstack/react-router'
import { allowsRefund, type DisputeStatus } from '#domain/disputes.ts'
import { formatMoney } from '#domain/money.ts'
import { type BadgeColour, PAYMENT_STATUS_COLOURS, statusLabel } from '#domain/order-status.ts'
import { type RefundStatus, refundFailureText } from '#domain/refunds.ts'
import { Fact, Facts } from '#src/admin/ui/facts.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import { When } from '#src/admin/ui/when.tsx'
import type { OrderDetail } from './queries.ts'

/** What was bought and what it came to. */
export function OrderBill({ order }: { order: OrderDetail }) {
  const { items, subtotalCents, deliveryFeeCents, taxCents, discountCents, totalCents, refundedCents } = order
  return (
    <section className="sheet" aria-labelledby="items">
      <h2 id="items" className="sheet-title">
        Items
      </h2>
      {items.length === 0 && <p className="mb-3 text-muted">This order has no items.</p>}
      <table className="bill">
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Price</th>
            <th scope="col">
              <span aria-hidden>Qty</span>
              <span className="sr-only">Quantity</span>
            </th>
            <th scope="col">Subtotal</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ id, productId, title, sku, priceAtPurchaseCents, quantity, subtotalCents }) => (
            <tr key={id}>
              <td>
                {productId === null ? (
                  title
                ) : (
                  <Link className="link" to="/admin/products/$id" params={{ id: productId }}>
                    {title}
                  </Link>
                )}
                <span className="block text-small text-muted">{sku}</span>
              </td>
              <td>{formatMoney(priceAtPurchaseCents)}</td>
              <td>{quantity}</td>
              <td>{formatMoney(subtotalCents)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <Sum label="Subtotal" cents={subtotalCents} />
          <Sum label="Delivery fee" cents={deliveryFeeCents} />
          <Sum label="Tax" cents={taxCents} />
          {discountCents > 0 && <Sum label="Discount" cents={-discountCents} />}
          <Sum label="Total" cents={totalCents} strong />
          {refundedCents > 0 && (
            <>
              <Sum label="Refunded" cents={-refundedCents} />
              <Sum label="Kept" cents={totalCents - refundedCents} strong />
            </>
          )}
        </tfoot>
      </table>
    </section>
  )
}

function Sum({ label, cents, strong = false }: { label: string; cents: number; strong?: boolean }) {
  return (
    <tr className={strong ? 'strong' : undefined}>
      <th scope="row" colSpan={3} className={strong ? 'strong text-ink' : undefined}>
        {label}
      </th>
      <td>{formatMoney(cents)}</td>
    </tr>
  )
}

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

const DISPUTE_COLOURS: Readonly<Record<DisputeStatus, BadgeColour>> = {
  needs_response: 'red',
  under_review: 'yellow',
  won: 'green',
  lost: 'red',
}

const DISPUTE_WORDS: Readonly<Record<DisputeStatus, { short: string; text: string }>> = {
  needs_response: { short: 'Answer needed', text: 'Answer at the payment provider.' },
  under_review: { short: 'Under review', text: 'We have answered. The bank decides.' },
  won: { short: 'Won', text: 'The money stays with us.' },
  lost: { short: 'Lost', text: 'The bank has given the money back to the customer.' },
}

/** How it was paid, what went back, and what the customer's bank wants back. */
export function Payment({ order }: { order: OrderDetail }) {
  const { paymentStatus, paymentMethod, paymentReference, paidAt, refunds, disputes } = order
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
      {disputes.length > 0 && (
        <>
          <h3 className="part-title">Disputes</h3>
          <ul className="history">
            {disputes.map((dispute) => (
              <Dispute key={dispute.id} dispute={dispute} />
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
      {failure && <p>{refundFailureText(failure)}</p>}
      <p className="text-small text-muted">
        {byEmail ?? 'At the payment provider'}, <When at={createdAt} />
      </p>
    </li>
  )
}

function Dispute({ dispute }: { dispute: OrderDetail['disputes'][number] }) {
  const { amountCents, status, reason, respondBy, createdAt } = dispute
  const { short, text } = DISPUTE_WORDS[status]
  return (
    <li data-bad={status === 'needs_response' || status === 'lost' || undefined}>
      <p className="badges">
        <b className="figures strong">{formatMoney(amountCents)}</b>
        <StatusBadge status={status} palette={DISPUTE_COLOURS}>
          {short}
        </StatusBadge>
      </p>
      <p>
        {text}
        {status === 'needs_response' && respondBy && (
          <>
            {' '}
            The bank takes an answer until <When at={respondBy} />.
          </>
        )}
      </p>
      {!allowsRefund(status) && <p>Nothing can be refunded.</p>}
      <p className="text-small text-muted">
        {statusLabel(reason.replaceAll('_', ' '))}, <When at={createdAt} />
      </p>
    </li>
  )
}
