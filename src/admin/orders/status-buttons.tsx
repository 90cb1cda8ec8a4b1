import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ORDER_STATUS_COLOURS, ORDER_STATUSES, type OrderStatus } from '#domain/order-status.ts'
import { ConfirmDialog } from '#src/admin/ui/confirm-dialog.tsx'
import { messageOf } from '#src/admin/ui/error-banner.tsx'
import { StatusChoice } from '#src/admin/ui/status-choice.tsx'
import { emailNotices } from '#src/admin/ui/status-effects.ts'
import { notify } from '#src/admin/ui/toasts.tsx'
import { offerUndo } from '#src/admin/ui/undo.ts'
import { type OrderDetail, orderChanged, orderQuery, setOrderStatus } from './queries.ts'

const FAILURE = 'Failed to update order status'

/** Any status from any other. Emails wait until it cannot be undone; a closed checkout cannot be opened again. */
export function StatusButtons({ order }: { order: OrderDetail }) {
  const cache = useQueryClient()
  const [setting, setSetting] = useState<OrderStatus>()
  const [asking, setAsking] = useState(false)
  // State comes a moment too late for a double click.
  const busy = useRef(false)
  const set = async (status: OrderStatus) => {
    if (busy.current) return
    busy.current = true
    setSetting(status)
    try {
      const changed = await setOrderStatus(order.id, { status, version: order.version, holdEmails: true })
      // Other changes are read anew; until then another status can be chosen.
      cache.setQueryData(
        orderQuery(order.id).queryKey,
        (now) => now && { ...now, status, version: changed.version },
      )
      const lines = linesAfter(order, status, changed)
      if (closesCheckout(order, status)) notify.success(...lines)
      else
        offerUndo({
          about: `order:${order.id}`,
          lines,
          failure: FAILURE,
          undo: async () => {
            const former = { status: order.status, version: changed.version }
            try {
              return linesAfter(order, order.status, await setOrderStatus(order.id, former))
            } finally {
              await orderChanged(cache)
            }
          },
        })
    } catch (error) {
      notify.error(messageOf(error, FAILURE))
    }
    busy.current = false
    setSetting(undefined)
    setAsking(false)
    // After a conflict, too: then it shows what somebody else made of it.
    await orderChanged(cache)
  }
  return (
    <StatusChoice
      statuses={ORDER_STATUSES}
      colours={ORDER_STATUS_COLOURS}
      now={order.status}
      setting={setting}
      onChoose={(status) => {
        if (closesCheckout(order, status)) setAsking(true)
        else void set(status)
      }}
    >
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Cancel ${order.reference}?`}
        action="Cancel Order"
        cancel="Keep as Is"
        onConfirm={() => set('cancelled')}
      >
        <p>{`Its checkout closes for good: ${order.customerEmail} can no longer pay for it.`}</p>
      </ConfirmDialog>
    </StatusChoice>
  )
}

/** True if the shopper may still be at the payment page, which a cancelled order ends. */
export function closesCheckout(
  { status, paymentStatus }: Pick<OrderDetail, 'status' | 'paymentStatus'>,
  to: OrderStatus,
): boolean {
  return to === 'cancelled' && status !== 'cancelled' && paymentStatus === 'pending'
}

/** The lines of a change's message: the status, and who hears of it or has heard otherwise. */
export function linesAfter(
  { customerEmail, shopOrders }: Pick<OrderDetail, 'customerEmail' | 'shopOrders'>,
  to: OrderStatus,
  changed: Parameters<typeof emailNotices>[0],
): string[] {
  const shop = shopOrders.find(({ live }) => live)?.shopName ?? null
  return [`Order status updated to ${to}`, ...emailNotices(changed, { buyer: customerEmail, shop })]
}
