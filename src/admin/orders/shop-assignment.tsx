import { Link } from '@tanstack/react-router'
import { formatMoney } from '#domain/money.ts'
import { PAYMENT_STATUS_COLOURS, SHOP_ORDER_STATUS_COLOURS, statusLabel } from '#domain/order-status.ts'
import { LinkButton, type Target } from '#src/admin/ui/link-button.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { splitText } from './columns.tsx'
import type { OrderDetail } from './queries.ts'

type ShopOrder = OrderDetail['shopOrders'][number]

/** Which shop makes it, and which ones had it before. */
export function ShopAssignment({ order: { id, shopOrders, allowed } }: { order: OrderDetail }) {
  const live = shopOrders.find((shopOrder) => shopOrder.live)
  const before = shopOrders.filter((shopOrder) => !shopOrder.live)
  return (
    <section className="sheet" aria-labelledby="shop">
      <h2 id="shop" className="sheet-title">
        Shop
      </h2>
      {live ? <Live shopOrder={live} /> : <p className="text-muted">Unassigned</p>}
      {!live && allowed.assign && (
        <p className="mt-3">
          <LinkButton {...assignTarget(id)} look="quiet">
            Assign to Shop
          </LinkButton>
        </p>
      )}
      {before.length > 0 && (
        <>
          <h3 className="part-title">Had it before</h3>
          <ul className="history">
            {before.map((shopOrder) => (
              <Before key={shopOrder.id} shopOrder={shopOrder} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Live({ shopOrder }: { shopOrder: ShopOrder }) {
  const { status, paymentStatus, shopCostCents, platformFeeCents, shopPercent, corrections } = shopOrder
  const share = shopCostCents + corrections.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return (
    <>
      <p className="badges">
        <ShopOrderLink shopOrder={shopOrder} />
        <StatusBadge status={status} palette={SHOP_ORDER_STATUS_COLOURS} />
      </p>
      <dl className="sums">
        <div>
          <dt>Shop cost</dt>
          <dd>{formatMoney(shopCostCents)}</dd>
        </div>
        {corrections.map(({ id, amountCents, reason }) => (
          <div key={id}>
            <dt>
              Corrected
              <span className="block text-small text-muted">{reason}</span>
            </dt>
            <dd>{amountCents > 0 ? `+${formatMoney(amountCents)}` : formatMoney(amountCents)}</dd>
          </div>
        ))}
        {corrections.length > 0 && (
          <div className="strong">
            <dt className="text-ink">The shop gets</dt>
            <dd>{formatMoney(share)}</dd>
          </div>
        )}
        <div>
          <dt>Platform fee</dt>
          <dd>{formatMoney(platformFeeCents)}</dd>
        </div>
        <div>
          <dt>Split</dt>
          <dd>{splitText(shopPercent)}</dd>
        </div>
        <div>
          <dt>Shop paid</dt>
          <dd>
            <StatusBadge status={paymentStatus} palette={PAYMENT_STATUS_COLOURS} />
          </dd>
        </div>
      </dl>
    </>
  )
}

function Before({ shopOrder }: { shopOrder: ShopOrder }) {
  const { status, withdrawnAt, createdAt } = shopOrder
  return (
    <li>
      <ShopOrderLink shopOrder={shopOrder} />
      <p className="text-small text-muted">
        {withdrawnAt === null ? (
          statusLabel(status)
        ) : (
          <>
            Taken back <When at={withdrawnAt} />
          </>
        )}
        , assigned <When at={createdAt} />
      </p>
    </li>
  )
}

function ShopOrderLink({ shopOrder: { id, shopName } }: { shopOrder: ShopOrder }) {
  return (
    <Link className="link" to="/admin/shop-orders/$id" params={{ id }}>
      {shopName}
    </Link>
  )
}

export function assignTarget(orderId: string): Target {
  return { to: '/admin/assign-orders/select-shop/$orderId', params: { orderId } }
}
