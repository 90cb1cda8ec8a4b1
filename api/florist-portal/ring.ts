import * as z from 'zod/mini'
import type { Deps } from '#api/deps.ts'
import { readState } from '#api/orders/state-queries.ts'
import { deviceOf, type OutboxRow } from '#api/platform/outbox/outbox.ts'
import type { Ring } from '#api/platform/outbox/send-ring.ts'
import { openFloristAddress } from '#api/shop-orders/florist-link.ts'
import { formatOrderTime } from '#domain/dates.ts'
import { fulfilmentOf } from '#domain/order/fulfilment.ts'
import { orderAndShop } from '#domain/order/state.ts'
import { SITE } from '#domain/site.ts'

const ofShopOrder = z.object({ shopOrderId: z.string() })
const SHORTEST_SECONDS = 60
const LONGEST_SECONDS = 60 * 60

/**
 * A ring for a florist who is asked. It names the bouquet, the time, the street and the ZIP, and nothing of buyer, recipient or card.
 * @returns null when nobody is to be rung any more: the florist has looked or answered, lost the order, or the phone was removed
 */
export async function floristRing(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  row: OutboxRow,
): Promise<Ring | null> {
  const { shopOrderId } = ofShopOrder.parse(row.payload)
  const now = clock.now()
  const { state } = row.orderId === null ? { state: null } : await readState(db, row.orderId)
  const shopOrder = state?.shopOrders.find(({ id }) => id === shopOrderId)
  if (!state?.item || !shopOrder?.link || shopOrder.link.openedAt !== null) return null
  if (fulfilmentOf(orderAndShop(state, shopOrder)).florist !== 'asked') return null
  const url = await openFloristAddress(config, shopOrder, now)
  if (url === null) return null
  const { order, item } = state
  const time = formatOrderTime(order.promisedBy, order.timeZone)
  const place = `${order.deliveryAddress}, ${order.deliveryZip}`
  if (row.channel === 'text') {
    const last4 = order.orderReference.slice(-4)
    const text = `${SITE.brand}: ${item.title} by ${time}, ${place}. Order ${last4}. Reply 1 for yes, 2 for no. ${url}`
    return { channel: 'text', to: row.recipient, text }
  }
  const device = await deviceOf(db, row.recipient)
  if (!device) return null
  const until = shopOrder.answerBy ?? now.toISOString()
  const seconds = Math.ceil((Date.parse(until) - now.getTime()) / 1000)
  return {
    channel: 'push',
    device,
    message: {
      payload: JSON.stringify({
        title: `Can you make this? ${item.title}`,
        body: `By ${time}. ${place}`,
        url,
        tag: shopOrderId,
      }),
      ttlSeconds: Math.min(Math.max(seconds, SHORTEST_SECONDS), LONGEST_SECONDS),
      topic: shopOrderId.replaceAll('-', ''),
    },
  }
}
