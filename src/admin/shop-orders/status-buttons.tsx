import { useState } from 'react'
import {
  SHOP_ORDER_STATUS_COLOURS,
  SHOP_ORDER_STATUSES,
  type ShopOrderStatus as Status,
} from '#domain/order-status.ts'
import { LAZY_PARTS, LazyPart } from '#src/admin/lazy-part.tsx'
import { StatusButtons, useStatusChange } from '#src/admin/ui/status-change.tsx'
import { type ShopOrderDetail, setShopOrderStatus, shopOrderQuery } from './queries.ts'
import { ShopOrderStatus } from './status.tsx'

/** Any status from any other until it is withdrawn, with time and person. A rejection asks why. */
export function ShopOrderStatusButtons({ record }: { record: ShopOrderDetail }) {
  const { id, version, status: now, rejectionReason } = record
  const [rejecting, setRejecting] = useState(false)
  const { setting, set } = useStatusChange({
    queryKey: shopOrderQuery(id).queryKey,
    about: `shop-order:${id}`,
    now,
    send: (status: Status, reason) => setShopOrderStatus(id, { status, reason, version, holdEmails: true }),
    undo: ({ version }) =>
      setShopOrderStatus(id, { status: now, reason: rejectionReason, version, undo: true }),
    what: 'Shop order',
    buyer: record.order.customerEmail,
    shop: record.shop.name,
    onDone: () => setRejecting(false),
  })
  return (
    <>
      {record.withdrawnAt === null ? (
        <StatusButtons
          statuses={SHOP_ORDER_STATUSES}
          colours={SHOP_ORDER_STATUS_COLOURS}
          now={now}
          setting={setting}
          onChoose={(status) => {
            if (status === 'rejected') setRejecting(true)
            else void set(status)
          }}
        />
      ) : (
        <ShopOrderStatus {...record} />
      )}
      <LazyPart
        load={LAZY_PARTS.rejectShopOrder}
        props={{
          open: rejecting,
          onOpenChange: setRejecting,
          shop: record.shop.name,
          onReject: (reason) => set('rejected', reason),
        }}
      />
    </>
  )
}
