import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { assignmentState, messagesOnChange } from '#domain/fulfilment.ts'
import { ORDER_STATUS_COLOURS, ORDER_STATUSES, type OrderStatus } from '#domain/order-status.ts'
import { ConfirmDialog } from '#src/admin/ui/confirm-dialog.tsx'
import { messageOf } from '#src/admin/ui/error-banner.tsx'
import { StatusChoice } from '#src/admin/ui/status-choice.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { type OrderDetail, orderChanged, setOrderStatus } from './queries.ts'

/** Any status from any other. What writes to people asks first: a message cannot be taken back. */
export function StatusButtons({ order }: { order: OrderDetail }) {
  const cache = useQueryClient()
  const [setting, setSetting] = useState<OrderStatus>()
  const [asking, setAsking] = useState<OrderStatus>()
  // State comes a moment too late for a double click.
  const busy = useRef(false)
  const set = async (status: OrderStatus) => {
    if (busy.current) return
    busy.current = true
    setSetting(status)
    try {
      await setOrderStatus(order.id, status, order.version)
      notify.success(`Order status updated to ${status}`)
    } catch (error) {
      notify.error(messageOf(error, 'Failed to update order status'))
    }
    // After a conflict, too: then it shows what somebody else made of it.
    await orderChanged(cache)
    busy.current = false
    setSetting(undefined)
    setAsking(undefined)
  }
  const shown = useRef<OrderStatus>('cancelled')
  shown.current = asking ?? shown.current
  const question = statusQuestion(order, shown.current)
  return (
    <StatusChoice
      statuses={ORDER_STATUSES}
      colours={ORDER_STATUS_COLOURS}
      now={order.status}
      setting={setting}
      onChoose={(status) => {
        if (statusQuestion(order, status)) setAsking(status)
        else void set(status)
      }}
    >
      <ConfirmDialog
        open={asking !== undefined}
        onOpenChange={(open) => !open && setAsking(undefined)}
        title={question?.title ?? ''}
        action={question?.action ?? ''}
        cancel="Keep as Is"
        onConfirm={() => asking && set(asking)}
      >
        {question?.description.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </ConfirmDialog>
    </StatusChoice>
  )
}

type Question = { title: string; action: string; description: string[] }

/** What is asked before a status that writes to people or to the florist; null when nothing is sent. */
export function statusQuestion(order: OrderDetail, to: OrderStatus): Question | null {
  const { status, paymentStatus, isSample, customerEmail, shopOrders, reference } = order
  const shop = shopOrders.find(({ live }) => live)
  const assignment = assignmentState(shop)
  const messages = messagesOnChange(
    { status, paymentStatus, assignment },
    { status: to, paymentStatus, assignment },
  )
  const buyer = paymentStatus === 'paid' && !isSample && messages.buyer ? customerEmail : null
  if (to === 'delivered' && buyer) {
    return {
      title: `Mark ${reference} as delivered?`,
      action: 'Mark as Delivered',
      description: [`${buyer} gets an email that the flowers were delivered, unless they already got one.`],
    }
  }
  if (messages.florist === 'florist-reopened' && shop) {
    return {
      title: `Reopen ${reference}?`,
      action: 'Reopen Order',
      description: [
        `${shop.shopName} is told that the order is back on, if they have a link to it.`,
        `${customerEmail} isn’t notified. Please call them.`,
      ],
    }
  }
  const stopped = messages.florist === 'florist-cancelled' ? shop : null
  if (to !== 'cancelled' || (!buyer && !stopped)) return null
  return {
    title: `Cancel ${reference}?`,
    action: 'Cancel Order',
    description: [
      ...(buyer ? [`${buyer} gets an email that it was cancelled. The refund isn’t automatic.`] : []),
      ...(stopped ? [`${stopped.shopName} is told to stop, if they were notified.`] : []),
    ],
  }
}
