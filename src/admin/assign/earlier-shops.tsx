import { Link } from '@tanstack/react-router'
import { SHOP_ORDER_STATUS_COLOURS } from '#domain/order-status.ts'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import { When } from '#src/admin/ui/when.tsx'
import type { AssignmentChoices } from './queries.ts'

type Earlier = AssignmentChoices['history'][number]

/** Who had the order before, newest first; nothing if nobody did. */
export function EarlierShops({ history }: { history: readonly Earlier[] }) {
  const before = history.filter(({ live }) => !live)
  if (before.length === 0) return null
  return (
    <section className="sheet" aria-labelledby="earlier">
      <h2 id="earlier" className="sheet-title">
        Who had it before
      </h2>
      <ol className="history">
        {before.map((earlier) => (
          <li key={earlier.shopOrderId}>
            <p className="badges">
              <Link className="link" to="/admin/shop-orders/$id" params={{ id: earlier.shopOrderId }}>
                {earlier.shop}
              </Link>
              {earlier.withdrawnAt ? (
                <StatusBadge status="withdrawn">Taken back</StatusBadge>
              ) : (
                <StatusBadge status={earlier.status} palette={SHOP_ORDER_STATUS_COLOURS} />
              )}
            </p>
            {earlier.reason && <q>{earlier.reason}</q>}
            <p className="text-small text-muted">
              Assigned by {earlier.assignedBy ?? 'somebody who is gone'}, <When at={earlier.assignedAt} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
