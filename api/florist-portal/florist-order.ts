import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { situationOf } from '#api/orders/situation.ts'
import { promiseTimesOf, type StoredOrder } from '#api/orders/state-queries.ts'
import { toShownPhotos } from '#api/photos/service.ts'
import { layOutCard } from '#domain/card.ts'
import { publicImage } from '#domain/catalogue.ts'
import { ANSWER_RULES, FLORIST_ANSWERS, type FloristAnswer, showsDelivery } from '#domain/florist.ts'
import { currentAttempts } from '#domain/order/attempt.ts'
import { changesSince } from '#domain/order/changes.ts'
import { floristPageView, fulfilmentOf, isAtWork } from '#domain/order/fulfilment.ts'
import { mayHappen } from '#domain/order/may.ts'
import { openPhotoSteps, photosOf } from '#domain/order/photo.ts'
import { QUESTIONS } from '#domain/order/questions.ts'
import { FLORIST_VIEWS_SAY, type FloristHeadline } from '#domain/order/situation.ts'
import { liveShopOrder, openChoice, orderAndShop } from '#domain/order/state.ts'
import { SITE } from '#domain/site.ts'

// An order as the florist of an opened link sees it: what they need and nothing else.

/** An order with the shop order of an opened link. */
export type Opened = StoredOrder & { shopOrder: StoredOrder['shopOrders'][number] }

export const stateOf = (found: Opened) => orderAndShop(found, found.shopOrder)

/** The new time that this florist gave, while nobody has agreed to it. */
export function lateUntil(found: Opened): string | null {
  const open = openChoice(found)
  return open?.reason === 'late' ? open.waitUntil : null
}

/** Does not say why: unknown, expired and revoked links get the same answer. */
export function linkClosedError(): AppError {
  return new AppError('florist_link_closed', {
    message: `This link does not open an order. It may be old, or the order went to another shop. If you have the flowers in hand, call us: ${SITE.supportPhone}.`,
  })
}

export function viewOf(found: Opened) {
  const { order, shopOrder } = found
  return floristPageView({ ...order, ...stateOf(found) }, shopOrder.answeredBy === 'system')
}

/** The headline of the page; who does not have the order any more reads what became of it. */
export function headlineOf(found: Opened, now: Date): FloristHeadline {
  const isLive = liveShopOrder(found)?.id === found.shopOrder.id
  return isLive ? situationOf(found, now).florist : FLORIST_VIEWS_SAY[viewOf(found)]
}

/** The answers that the florist can give now. */
export function answersOf(found: Opened): FloristAnswer[] {
  return FLORIST_ANSWERS.filter((answer) => mayHappen(found, ANSWER_RULES[answer].event, found.shopOrder))
}

/** `delivery` is null once the florist has nothing to do with it: rejected, over, cancelled, or delivered a day ago. */
export async function toFloristOrder(
  found: Opened,
  { config, push }: Pick<Deps, 'config' | 'push'>,
  now: Date,
) {
  const { shopOrder, order, item, log } = found
  if (!item) throw linkClosedError()
  const { florist } = fulfilmentOf(stateOf(found))
  const deliveredAt = florist === 'delivered' ? shopOrder.statusUpdatedAt : null
  const justDelivered = deliveredAt !== null && showsDelivery(new Date(deliveredAt), now)
  return {
    reference: order.orderReference,
    shop: shopOrder.shop,
    status: shopOrder.status,
    view: viewOf(found),
    headline: headlineOf(found, now),
    answers: answersOf(found),
    bouquet: item.title,
    imageUrl: publicImage(item, config.origin),
    promisedBy: order.promisedBy,
    timeZone: order.timeZone,
    shareCents: shopOrder.shopCostCents,
    mayBeLate: mayHappen(found, 'florist_late', shopOrder),
    lateUntil: isAtWork(florist) ? lateUntil(found) : null,
    /** The steps of which a photograph can be taken now. */
    photoSteps: openPhotoSteps(found, shopOrder),
    photos: await toShownPhotos({ config }, order, photosOf(found, shopOrder.id), now),
    /** Shoppers may see those of the bouquet, as the shop agreed. */
    showsPhotos: shopOrder.shopShowsPhotos,
    /** The delivery attempts so far, the oldest first; names are shown as long as the recipient's is. */
    attempts: currentAttempts(found)
      .filter(({ shopOrderId }) => shopOrderId === shopOrder.id)
      .map(({ outcome, name, nextStep, nextAt, at }) => ({
        outcome,
        name: isAtWork(florist) || justDelivered ? name : null,
        nextStep,
        nextAt,
        at,
      })),
    substitution: substitutionView(found, now),
    /** By which a browser subscribes to rings; null: no phone can be rung. */
    push: push && { publicKey: push.publicKey },
    delivery:
      isAtWork(florist) || justDelivered
        ? {
            recipientName: order.recipientName,
            address: order.deliveryAddress,
            unit: order.deliveryUnit,
            city: order.deliveryCity,
            state: order.deliveryState,
            zip: order.deliveryZip,
            recipientPhone: order.recipientPhone,
            /** The phone of the buyer. */
            senderPhone: order.customerPhone,
            instructions: order.deliveryInstructions,
            specialInstructions: shopOrder.specialInstructions,
            /** The note as it stands on the card; null: there is none. The page does not have to know letters. */
            card: order.apologyNote === null ? null : layOutCard(order.apologyNote),
            /** For pages from before they drew the card. */
            cardText: order.apologyNote,
            /** Everything that became different since the florist was asked. */
            changes: changesSince(log, shopOrder.createdAt),
          }
        : null,
  }
}

/** The sender's wish for a flower that is missing, and the flowers that this florist misses. */
function substitutionView(found: Opened, now: Date) {
  const { shopOrder, order, market, substitutions } = found
  const { florist } = fulfilmentOf(stateOf(found))
  const own = substitutions.filter(({ shopOrderId }) => shopOrderId === shopOrder.id)
  const open = own.find(({ closedAt }) => closedAt === null)
  const mayBeReported = mayHappen(found, 'substituted', shopOrder)
  const wouldBeAsked = mayBeReported && order.substitutionPreference === 'ask'
  const times = { ...promiseTimesOf(market), promisedBy: order.promisedBy, now }
  return {
    /** Null once the florist has nothing to do with the order. */
    preference: isAtWork(florist) ? order.substitutionPreference : null,
    mayBeReported,
    /** Until when the sender can answer if they are asked now (ISO instant); null: there is no time to ask, or nobody is to be asked. */
    askUntil: wouldBeAsked ? QUESTIONS.substitution.deadline(times) : null,
    /** The sender is being asked; null: they are not. */
    question: open ? { missing: open.missing, instead: open.instead, expiresAt: open.expiresAt ?? '' } : null,
    /** Those that are decided, the oldest first. */
    decided: own.flatMap(({ missing, instead, outcome }) =>
      outcome === null || outcome === 'over' || outcome === 'found' ? [] : [{ missing, instead, outcome }],
    ),
  }
}
