import { useState } from 'react'
import { ORDER_STATUS_COLOURS, ORDER_STATUSES, type OrderStatus } from '#domain/order-status.ts'
import { ConfirmDialog } from '#src/admin/ui/confirm-dialog.tsx'
import { StatusButtons, useStatusChange } from '#src/admin/ui/status-change.tsx'
import { type OrderDetail, orderQuery, setOrderStatus } from './queries.ts'

/** Any status from any other. Emails wait until it cannot be undone; a closed checkout cannot be opened again. */
export function OrderStatusButtons({ order }: { order: OrderDetail }) {
  const { id, version, status: now } = order
  const [asking, setAsking] = useState(false)
  const { setting, set } = useStatusChange({
    queryKey: orderQuery(id).queryKey,
    about: `order:${id}`,
    now,
    send: (status: OrderStatus) => setOrderStatus(id, { status, version, holdEmails: true }),
    undo: (changed) => setOrderStatus(id, { status: now, version: changed.version, undo: true }),
    isFinal: (status) => closesCheckout(order, status),
    ...ownerOf(order),
    onDone: () => setAsking(false),
  })
  return (
    <>
      <StatusButtons
        statuses={ORDER_STATUSES}
        colours={ORDER_STATUS_COLOURS}
        now={now}
        setting={setting}
        onChoose={(status) => {
          if (closesCheckout(order, status)) setAsking(true)
          else void set(status)
        }}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Cancel ${order.reference}?`}
        action="Cancel order"
        cancel="Keep as is"
        onConfirm={() => set('cancelled')}
      >
        <p>{`Its checkout closes for good: ${order.customerEmail} can no longer pay for it.`}</p>
      </ConfirmDialog>
    </>
  )
}

/** The names by which the message of a change calls the order, its buyer and the shop that has it. */
export function ownerOf({ customerEmail, shopOrders }: Pick<OrderDetail, 'customerEmail' | 'shopOrders'>) {
  const shop = shopOrders.find(({ live }) => live)?.shopName ?? null
  return { what: 'Order', buyer: customerEmail, shop }
}

/** True if the shopper may still be at the payment page, which a cancelled order ends. */
export function closesCheckout(
  { status, paymentStatus }: Pick<OrderDetail, 'status' | 'paymentStatus'>,
  to: OrderStatus,
): boolean {
  return to === 'cancelled' && status !== 'cancelled' && paymentStatus === 'pending'
}
