import type { OrderDetail } from '#src/contracts/admin/orders.ts'
import type { OrderStatus } from '#src/domain/order-status.ts'

type Question = { title: string; action: string; words: string[] }

/** What is asked before a status that writes to people or to the florist; null when nobody hears of it. */
export function statusQuestion(order: OrderDetail, to: OrderStatus): Question | null {
  const { paymentStatus, isSample, customerEmail, shopOrders, reference } = order
  const buyer = paymentStatus === 'paid' && !isSample ? customerEmail : null
  const shop = shopOrders.find(({ live }) => live)
  if (to === 'delivered' && buyer) {
    return {
      title: `${reference} was delivered?`,
      action: 'Mark as Delivered',
      words: [`${buyer} gets an e-mail that the flowers are there, if they had none yet.`],
    }
  }
  if (to !== 'cancelled' || (!buyer && !shop)) return null
  return {
    title: `Cancel ${reference}?`,
    action: 'Cancel the Order',
    words: [
      ...(buyer
        ? [`${buyer} gets an e-mail that it was cancelled. The money does not go back by itself.`]
        : []),
      ...(shop ? [`${shop.shopName} is told to stop, if they know of it.`] : []),
    ],
  }
}
