import { shopPercent } from '#domain/cost-split.ts'
import { formatMoney } from '#domain/money.ts'
import { PAYMENT_STATUS_COLOURS, shopOrderIsLive, toggleShopPayment } from '#domain/order-status.ts'
import { ActionButton } from '#src/admin/ui/action-button.tsx'
import { Card } from '#src/admin/ui/card.tsx'
import { Sum, Sums } from '#src/admin/ui/facts.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import { offerUndo } from '#src/admin/ui/undo.ts'
import { When } from '#src/admin/ui/when.tsx'
import { type ShopOrderDetail, setShopOrderPayment } from './queries.ts'
import { Stamp } from './status.tsx'
import { useChange } from './use-change.ts'

const FAILURE = 'Failed to update payment status'

/** Who gets how much of the order, and whether the shop has it. */
export function Share({ record }: { record: ShopOrderDetail }) {
  const { paymentStatus, order } = record
  const change = useChange(record)
  const next = toggleShopPayment(paymentStatus)
  const toggle = () =>
    change(async ({ id, version }) => {
      const changed = await setShopOrderPayment(id, { paymentStatus: next, version })
      offerUndo({
        about: `shop-order:${id}`,
        lines: [`Payment status updated to ${next}`],
        failure: FAILURE,
        undo: async () => {
          await change(() => setShopOrderPayment(id, { paymentStatus, version: changed.version }))
          return [`Payment status updated to ${paymentStatus}`]
        },
      })
    })
  return (
    <Card title="Payment">
      <Amounts record={record} />
      {order.refundedCents > 0 && (
        <p className="mt-2 text-small text-muted">
          {`${formatMoney(order.refundedCents)} of this order was refunded to the customer.`}
        </p>
      )}
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
        <div>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            Shop <StatusBadge status={paymentStatus} palette={PAYMENT_STATUS_COLOURS} />
          </p>
          <p className="mt-1 text-small text-muted">
            {record.paymentStamp && <span>Set </span>}
            <Stamp stamp={record.paymentStamp} shop={record.shop.name} />
          </p>
        </div>
        {/* A shop that does not have the order is not paid for it; that it was can be taken back. */}
        {(shopOrderIsLive(record) || next === 'pending') && (
          <ActionButton look="quiet" run={toggle} failure={FAILURE}>
            {next === 'paid' ? 'Mark as paid' : 'Mark as pending'}
          </ActionButton>
        )}
      </div>
    </Card>
  )
}

/** What the shop gets, in cents: its cost with all corrections. */
export function shareOf({
  shopCostCents,
  corrections,
}: Pick<ShopOrderDetail, 'shopCostCents' | 'corrections'>): number {
  return corrections.reduce((sum, { amountCents }) => sum + amountCents, shopCostCents)
}

function Amounts({ record }: { record: ShopOrderDetail }) {
  const { orderTotalCents, shopCostCents, platformFeeCents } = record
  const percent = shopPercent(orderTotalCents, shopCostCents)
  return (
    <Sums>
      <Sum
        term={
          <span>
            Shop cost <span className="ml-1 text-small text-muted">{`${percent}%`}</span>
          </span>
        }
      >
        {formatMoney(shopCostCents)}
      </Sum>
      <Sum term="Platform fee">{formatMoney(platformFeeCents)}</Sum>
      <Sum term="Order total" total>
        {formatMoney(orderTotalCents)}
      </Sum>
      <Corrections {...record} />
    </Sums>
  )
}

/** How the shop's share was corrected, and what it comes to; nothing if it was not. */
export function Corrections({ shopCostCents, corrections }: Parameters<typeof shareOf>[0]) {
  if (corrections.length === 0) return null
  return (
    <>
      {corrections.map(({ id, amountCents, reason, createdAt }) => (
        <Sum
          key={id}
          term={
            <span>
              Correction of the shop’s share
              <span className="block text-small text-muted">
                <span>{`${reason.replace(/[.]$/, '')}, `}</span>
                <When at={createdAt} />
              </span>
            </span>
          }
        >
          {amountCents > 0 ? `+${formatMoney(amountCents)}` : formatMoney(amountCents)}
        </Sum>
      ))}
      <Sum term="The shop gets" total>
        {formatMoney(shareOf({ shopCostCents, corrections }))}
      </Sum>
    </>
  )
}
