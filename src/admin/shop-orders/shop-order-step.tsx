import { shopOrderIsLive } from '#domain/order-status.ts'
import { Asked, StepPanel } from '#src/admin/orders/step-panel.tsx'
import { Ago } from '#src/admin/ui/ago.tsx'
import type { ShopOrderDetail } from './queries.ts'

/** The next step of a shop order: that of its order. */
export function ShopOrderStep({ record }: { record: ShopOrderDetail }) {
  const { id, shop, order, link, answerBy, situation } = record
  const shopOrder = { id, shopName: shop.name, shopPhone: shop.phone }
  const isLive = shopOrderIsLive(record)
  return (
    <StepPanel situation={situation} orderId={order.id} shopOrder={isLive ? shopOrder : null} buyer={order}>
      {isLive && record.status === 'pending' && (
        <Asked
          situation={situation}
          shopName={shop.name}
          askedAt={link?.createdAt ?? record.createdAt}
          answerBy={answerBy}
          zone={order.timeZone}
        />
      )}
      {record.rejectionReason && <q className="text-small whitespace-pre-line">{record.rejectionReason}</q>}
      {record.withdrawnAt && (
        <p className="text-small">
          Withdrawn <Ago at={record.withdrawnAt} />
        </p>
      )}
    </StepPanel>
  )
}
