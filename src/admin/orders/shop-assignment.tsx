import { Link } from '@tanstack/react-router'
import { formatMoney } from '#domain/money.ts'
import { PAYMENT_STATUS_COLOURS, statusLabel } from '#domain/order-status.ts'
import { assignTarget } from '#src/admin/assign/queries.ts'
import { Corrections } from '#src/admin/shop-orders/share.tsx'
import { Card } from '#src/admin/ui/card.tsx'
import { Sum, Sums } from '#src/admin/ui/facts.tsx'
import { Entries, HistoryItem } from '#src/admin/ui/history-item.tsx'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { splitText } from './columns.tsx'
import type { OrderDetail } from './queries.ts'

type ShopOrder = OrderDetail['shopOrders'][number]

/** The shop that makes the order, and those that had it before. */
export function ShopAssignment({ order: { id, shopOrders, allowed } }: { order: OrderDetail }) {
  const live = shopOrders.find((shopOrder) => shopOrder.live)
  const before = shopOrders.filter((shopOrder) => !shopOrder.live)
  if (!live && !allowed.assign && before.length === 0) return null
  return (
    <Card title="Shop">
      {live && <Live shopOrder={live} />}
      {!live && allowed.assign && (
        <p>
          <LinkButton {...assignTarget(id)} look="quiet">
            Assign to Shop
          </LinkButton>
        </p>
      )}
      <Entries title="Previously assigned">
        {before.map((shopOrder) => (
          <Before key={shopOrder.id} shopOrder={shopOrder} />
        ))}
      </Entries>
    </Card>
  )
}

function Live({ shopOrder }: { shopOrder: ShopOrder }) {
  const { paymentStatus, shopCostCents, platformFeeCents, shopPercent } = shopOrder
  return (
    <>
      <ShopOrderLink shopOrder={shopOrder} />
      <Sums>
        <Sum term="Shop cost">{formatMoney(shopCostCents)}</Sum>
        <Sum term="Platform fee">{formatMoney(platformFeeCents)}</Sum>
        <Sum term="Split">{splitText(shopPercent)}</Sum>
        <Corrections {...shopOrder} />
        <Sum term="Shop paid">
          <StatusBadge status={paymentStatus} palette={PAYMENT_STATUS_COLOURS} />
        </Sum>
      </Sums>
    </>
  )
}

function Before({ shopOrder }: { shopOrder: ShopOrder }) {
  const { status, answeredBy, withdrawnAt, createdAt } = shopOrder
  return (
    <HistoryItem>
      <ShopOrderLink shopOrder={shopOrder} />
      <p className="text-small text-muted">
        {withdrawnAt === null ? (
          <span>{answeredBy === 'system' ? 'No answer' : statusLabel(status)}</span>
        ) : (
          <span>
            Withdrawn <When at={withdrawnAt} />
          </span>
        )}
        <span>{', assigned '}</span>
        <When at={createdAt} />
      </p>
    </HistoryItem>
  )
}

function ShopOrderLink({ shopOrder: { id, shopName } }: { shopOrder: ShopOrder }) {
  return (
    <Link className="link" to="/admin/shop-orders/$id" params={{ id }}>
      {shopName}
    </Link>
  )
}
