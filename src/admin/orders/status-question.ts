import { assignmentState, messagesOnChange } from '#domain/fulfilment.ts'
import type { OrderStatus } from '#domain/order-status.ts'
import type { OrderDetail } from './queries.ts'

type Question = { title: string; action: string; words: string[] }

/** What is asked before a status that writes to people or to the florist; null when nobody hears of it. */
export function statusQuestion(order: OrderDetail, to: OrderStatus): Question | null {
  const { status, paymentStatus, isSample, customerEmail, shopOrders, reference } = order
  const shop = shopOrders.find(({ live }) => live)
  const assignment = assignmentState(shop)
  const told = messagesOnChange(
    { status, paymentStatus, assignment },
    { status: to, paymentStatus, assignment },
  )
  const buyer = paymentStatus === 'paid' && !isSample && told.buyer ? customerEmail : null
  if (to === 'delivered' && buyer) {
    return {
      title: `${reference} was delivered?`,
      action: 'Mark as Delivered',
      words: [`${buyer} gets an e-mail that the flowers are there, if they had none yet.`],
    }
  }
  if (told.florist === 'florist-reopened' && shop) {
    return {
      title: `Take ${reference} up again?`,
      action: 'Take It Up Again',
      words: [
        `${shop.shopName} is told that it is on again, if they have a link to it.`,
        `${customerEmail} is not told. Call them.`,
      ],
    }
  }
  const stopped = told.florist === 'florist-cancelled' ? shop : null
  if (to !== 'cancelled' || (!buyer && !stopped)) return null
  return {
    title: `Cancel ${reference}?`,
    action: 'Cancel the Order',
    words: [
      ...(buyer
        ? [`${buyer} gets an e-mail that it was cancelled. The money does not go back by itself.`]
        : []),
      ...(stopped ? [`${stopped.shopName} is told to stop, if they know of it.`] : []),
    ],
  }
}
