import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { DISPUTE_RULES, type DisputeStatus, disputeReasonText, type RefundLimit } from '#domain/disputes.ts'
import { formatMoney } from '#domain/money.ts'
import { PAYMENT_STATUS_COLOURS, statusLabel } from '#domain/order-status.ts'
import { type RefundStatus, refundFailureText } from '#domain/refunds.ts'
import { CopyIcon } from '#src/admin/ui/action-button.tsx'
import { Card } from '#src/admin/ui/card.tsx'
import { Fact, Facts, TimeFact } from '#src/admin/ui/facts.tsx'
import { Entries, HistoryItem, WhoAndWhen } from '#src/admin/ui/history-item.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import { When } from '#src/admin/ui/when.tsx'
import type { OrderDetail } from './queries.ts'

const HEAD = 'border-b border-line py-1.75 font-semibold'
const ITEM = 'border-b border-line pb-1.75'

/** The item and its costs; its title has a line of its own, so that it is not broken on a phone. */
export function OrderBill({ order }: { order: OrderDetail }) {
  const { items, subtotalCents, deliveryFeeCents, taxCents, discountCents, totalCents, refundedCents } = order
  return (
    <Card title="Items">
      {items.length === 0 && <p className="mb-3 text-muted">This order has no items.</p>}
      <table className="w-full text-right align-top whitespace-nowrap tabular-nums [&_:is(th,td)]:align-top [&_:is(th,td)]:not-first:pl-3 max-[22.5rem]:[&_:is(th,td)]:not-first:pl-1.5">
        <thead className="text-label text-muted">
          <tr>
            <th scope="col" className={`${HEAD} w-full text-left`}>
              Product
            </th>
            <th scope="col" className={HEAD}>
              Price
            </th>
            <th scope="col" className={HEAD}>
              <span aria-hidden>Qty</span>
              <span className="sr-only">Quantity</span>
            </th>
            <th scope="col" className={HEAD}>
              Subtotal
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ id, productId, title, sku, priceAtPurchaseCents, quantity, subtotalCents }) => (
            <Fragment key={id}>
              <tr>
                <td colSpan={4} className="pt-1.75 text-left wrap-anywhere whitespace-normal">
                  {productId === null ? (
                    <span>{title}</span>
                  ) : (
                    <Link className="link" to="/admin/products/$id" params={{ id: productId }}>
                      {title}
                    </Link>
                  )}
                </td>
              </tr>
              <tr>
                <td className={`${ITEM} text-left text-small wrap-anywhere whitespace-normal text-muted`}>
                  {sku}
                </td>
                <td className={ITEM}>{formatMoney(priceAtPurchaseCents)}</td>
                <td className={ITEM}>{quantity}</td>
                <td className={ITEM}>{formatMoney(subtotalCents)}</td>
              </tr>
            </Fragment>
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
              <Sum label="Net" cents={totalCents - refundedCents} strong />
            </>
          )}
        </tfoot>
      </table>
    </Card>
  )
}

function Sum({ label, cents, strong = false }: { label: string; cents: number; strong?: boolean }) {
  return (
    <tr className={`[&>*]:py-0.75 first:[&>*]:pt-2.5 ${strong ? 'font-semibold' : ''}`}>
      <th scope="row" colSpan={3} className={strong ? 'font-semibold' : 'font-normal text-muted'}>
        {label}
      </th>
      <td>{formatMoney(cents)}</td>
    </tr>
  )
}

const REFUND_WORDS: Partial<Record<RefundStatus, string>> = { pending: 'On its way', succeeded: 'Refunded' }

const STAGE_COLOURS = { respond: 'red', review: 'yellow', kept: 'green', lost: 'red' } as const

const DISPUTE_WORDS: Readonly<Record<DisputeStatus, { short: string; text: string }>> = {
  warning_needs_response: {
    short: 'Bank enquiry',
    text: 'The bank is asking and has taken no money. Respond at the payment provider, or refund it.',
  },
  warning_under_review: { short: 'Enquiry under review', text: 'We’ve responded. The bank is deciding.' },
  warning_closed: { short: 'Enquiry closed', text: 'The bank has taken no money.' },
  needs_response: { short: 'Response needed', text: 'Respond at the payment provider.' },
  under_review: { short: 'Under review', text: 'We’ve responded. The bank is deciding.' },
  prevented: { short: 'Settled by the bank', text: 'The bank returned the money to the customer.' },
  lost: { short: 'Lost', text: 'The bank returned the money to the customer.' },
  appeal_needs_response: {
    short: 'Appeal possible',
    text: 'The bank decided against us. Appeal at the payment provider.',
  },
  appeal_under_review: {
    short: 'Appeal under review',
    text: 'We’ve appealed. The card network is deciding.',
  },
  won: { short: 'Won', text: 'We keep the money.' },
}

const REFUND_TEXT: Readonly<Record<RefundLimit, string | null>> = {
  any: null,
  in_full: 'Refunding all of the payment settles it. It can’t be refunded in part.',
  none: 'This payment can’t be refunded.',
}

/** The payment, its refunds, and claims of the customer's bank. */
export function Payment({ order }: { order: OrderDetail }) {
  const { paymentStatus, paymentMethod, paymentReference, paidAt, refunds, disputes } = order
  return (
    <Card title="Payment">
      <Facts>
        <Fact term="Status">
          <StatusBadge status={paymentStatus} palette={PAYMENT_STATUS_COLOURS} />
        </Fact>
        <Fact term="Method">{paymentMethod}</Fact>
        <Fact term="Reference">
          {paymentReference && (
            <>
              <code>{paymentReference}</code>
              <CopyIcon text={paymentReference} what="Payment reference" />
            </>
          )}
        </Fact>
        <TimeFact term="Paid" at={paidAt} />
      </Facts>
      <Entries title="Refunds">
        {refunds.map((refund) => (
          <Refund key={refund.id} refund={refund} />
        ))}
      </Entries>
      <Entries title="Disputes">
        {disputes.map((dispute) => (
          <Dispute key={dispute.id} dispute={dispute} />
        ))}
      </Entries>
    </Card>
  )
}

function Refund({ refund }: { refund: OrderDetail['refunds'][number] }) {
  const { amountCents, status, reason, failure, byEmail, createdAt } = refund
  // The key of a refund that was made there (`addForeignRefund`).
  const isForeign = refund.idempotencyKey.startsWith('provider:')
  return (
    <HistoryItem data-bad={status === 'failed' || undefined}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <b className="tabular-nums font-semibold">{formatMoney(amountCents)}</b>
        <StatusBadge status={status} palette={PAYMENT_STATUS_COLOURS}>
          {REFUND_WORDS[status] ?? statusLabel(status)}
        </StatusBadge>
      </p>
      <p>{reason}</p>
      {failure && <p>{refundFailureText(failure)}</p>}
      <WhoAndWhen who={byEmail ?? (isForeign ? 'At the payment provider' : 'Automatically')} at={createdAt} />
    </HistoryItem>
  )
}

function Dispute({ dispute }: { dispute: OrderDetail['disputes'][number] }) {
  const { amountCents, status, reason, respondBy, createdAt } = dispute
  const { short, text } = DISPUTE_WORDS[status]
  const { stage, refund } = DISPUTE_RULES[status]
  const refundText = REFUND_TEXT[refund]
  return (
    <HistoryItem data-bad={stage === 'respond' || stage === 'lost' || undefined}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <b className="tabular-nums font-semibold">{formatMoney(amountCents)}</b>
        <StatusBadge status={stage} palette={STAGE_COLOURS}>
          {short}
        </StatusBadge>
      </p>
      <p>
        <span>{text}</span>
        {stage === 'respond' && respondBy && (
          <span>
            {' '}
            The bank’s deadline is <When at={respondBy} />.
          </span>
        )}
      </p>
      {refundText && <p>{refundText}</p>}
      <WhoAndWhen who={disputeReasonText(reason)} at={createdAt} />
    </HistoryItem>
  )
}
