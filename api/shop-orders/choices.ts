import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { shopOrderIsLive } from '#domain/order-status.ts'
import { readChoices } from './assignment-queries.ts'
import type { AssignmentChoices } from './assignment-schema.ts'

/**
 * What selecting a shop for an order shows: the order, its market by the delivery ZIP, every market with its active
 * shops, and who had the order before (§2 Select shop). One round trip. A ZIP that no market has suggests nothing, and a
 * warning is logged (§8).
 * @throws AppError `order_not_found`
 */
export async function assignmentChoicesOf(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  orderId: string,
): Promise<AssignmentChoices> {
  const found = await readChoices(db, orderId)
  if (!found) throw new AppError('order_not_found')
  const { order, bouquet, suggestedMarketId, rows, history } = found
  if (suggestedMarketId === null) log('warn', 'no_market_for_zip', { orderId })
  const markets = new Map<string, AssignmentChoices['markets'][number]>()
  for (const { marketId, market, shop, state } of rows) {
    const entry = markets.get(marketId) ?? { id: marketId, name: market, shops: [] }
    if (shop && state) entry.shops.push(choiceOf(shop, state))
    markets.set(marketId, entry)
  }
  return {
    order: {
      id: order.id,
      reference: order.orderReference,
      customerName: order.customerName,
      recipientName: order.recipientName,
      address: order.deliveryAddress,
      city: order.deliveryCity,
      state: order.deliveryState,
      zip: order.deliveryZip,
      deliveryInstructions: order.deliveryInstructions,
      bouquet: bouquet ?? '',
      totalCents: order.totalCents,
      status: order.status,
      paymentStatus: order.paymentStatus,
      assigned: order.assignmentStatus === 'assigned',
      promisedBy: order.promisedBy,
      timeZone: order.timeZone,
      isSample: order.isSample,
      createdAt: order.createdAt,
    },
    suggestedMarketId,
    markets: [...markets.values()],
    history: history.map((earlier) => ({ ...earlier, live: shopOrderIsLive(earlier) })),
  }
}

type Shop = NonNullable<NonNullable<Awaited<ReturnType<typeof readChoices>>>['rows'][number]['shop']>

function choiceOf({ id, name, streetAddress, city, zip, email }: Shop, state: string) {
  return { id, name, streetAddress, city, state, zip, notifiable: email !== null }
}
