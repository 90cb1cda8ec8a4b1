import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { opens, standingOf } from '#api/shop-orders/florist-link.ts'
import { type BehindLink, behindLink, noteOpening } from '#api/shop-orders/florist-link-queries.ts'
import { hashOfToken } from '#api/shop-orders/florist-token.ts'
import { publicImage } from '#domain/catalogue.ts'
import { showsDelivery } from '#domain/florist.ts'
import { fulfilmentOf, isAtWork } from '#domain/fulfilment.ts'
import { SITE } from '#src/site.ts'
import type { FloristOrder } from './schema.ts'

/**
 * What a florist sees behind their link.
 * @throws AppError `florist_link_closed`, the same for every link that opens nothing
 */
export async function floristOrder(deps: Deps, token: string): Promise<FloristOrder> {
  return view(await openByToken(deps, token), deps.config.origin, deps.clock.now())
}

/**
 * The order behind a token, and the first opening is noted.
 * @throws AppError `florist_link_closed`: a token that is not ours, expired, revoked, of an order that was taken back
 */
export async function openByToken(deps: Deps, token: string): Promise<BehindLink> {
  const { db, clock, config } = deps
  const now = clock.now()
  const tokenHash = await hashOfToken(config, token, now)
  if (tokenHash === null) throw linkClosed()
  const [, [found]] = await db.batch([
    noteOpening(db, tokenHash, now.toISOString()),
    behindLink(db, { tokenHash }),
  ])
  if (!found || !opens(found, now.toISOString())) throw linkClosed()
  return found
}

/** Why it leads nowhere is nobody's business who does not have a link that does. */
export function linkClosed(): AppError {
  return new AppError('florist_link_closed', {
    message: `This link does not open an order. It may be old, or the order went to another shop. If you have the flowers in hand, call us: ${SITE.supportPhone}.`,
  })
}

/** What a florist needs, and nothing else. */
export function view(found: BehindLink, origin: string, now: Date): FloristOrder {
  const { shopOrder, shop, order, item } = found
  const { florist, answers } = fulfilmentOf(standingOf(found))
  const deliveredAt = florist === 'delivered' ? shopOrder.statusUpdatedAt : null
  const justDelivered = deliveredAt !== null && showsDelivery(new Date(deliveredAt), now)
  return {
    reference: order.orderReference,
    shop: shop.name,
    status: shopOrder.status,
    view: florist,
    answers: [...answers],
    bouquet: item.title,
    imageUrl: publicImage(item, origin),
    promisedBy: order.promisedBy,
    timeZone: order.timeZone,
    shareCents: shopOrder.shopCostCents,
    delivery:
      isAtWork(florist) || justDelivered
        ? {
            recipientName: order.recipientName,
            address: order.deliveryAddress,
            city: order.deliveryCity,
            state: order.deliveryState,
            zip: order.deliveryZip,
            recipientPhone: order.recipientPhone,
            senderPhone: order.customerPhone,
            instructions: order.deliveryInstructions,
            specialInstructions: shopOrder.specialInstructions,
            cardText: order.apologyNote,
          }
        : null,
  }
}
