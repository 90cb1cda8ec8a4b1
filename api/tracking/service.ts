import { attemptForBuyer } from '#api/delivery-attempts/service.ts'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { situationOf } from '#api/orders/situation.ts'
import { readState, type StoredOrder } from '#api/orders/state-queries.ts'
import { toShownPhotos } from '#api/photos/service.ts'
import { publicImage } from '#domain/catalogue.ts'
import { lastLedTo, shopOrderStamps } from '#domain/order/current-parts.ts'
import { buyersPhotos } from '#domain/order/photo.ts'
import { goesIn } from '#domain/order/questions.ts'
import type { Headline } from '#domain/order/situation.ts'
import { liveShopOrder, openChoice, orderAndShop } from '#domain/order/state.ts'
import { showsPersonalData } from '#domain/personal-data.ts'
import { hasRefund, refundSentence, refundSummary, requestedCentsOf } from '#domain/refunds.ts'
import { firstName } from '#domain/text.ts'
import { trackingState, trackingSteps } from '#domain/tracking.ts'

/**
 * Tells how far an order is. Its secret address shows the buyer's first name, city and state, for some weeks the name of whoever
 * took the flowers for the recipient, and nothing else of a person.
 * @throws AppError `link_unknown`, also for an order that was never paid
 */
export async function trackOrder(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  token: string,
) {
  const { state } = await readState(db, { trackingToken: token })
  const refund = state && refundSummary(state.order, requestedCentsOf(state.refunds))
  if (!state?.item || !refund) throw new AppError('link_unknown')
  const { order, item, log, substitutions } = state
  const live = liveShopOrder(state)
  const attempt = attemptForBuyer(state)
  const now = clock.now()
  const showsNames = showsPersonalData(order.promisedBy, now)
  const tracked = {
    ...orderAndShop(state),
    createdAt: order.createdAt,
    paidAt: order.paidAt,
    shopOrderStamps: shopOrderStamps(log, live?.id),
    deliveredAt: lastLedTo(log, 'delivered'),
    cancelledAt: lastLedTo(log, 'lapsed', 'called_off', 'cancelled'),
    refundedAt: lastRefundAt(log),
    refundedCents: order.refundedCents,
  }
  return {
    reference: order.orderReference,
    firstName: firstName(order.customerName),
    city: order.deliveryCity,
    deliveryState: order.deliveryState,
    bouquet: item.title,
    imageUrl: publicImage(item, config.origin),
    promisedBy: order.promisedBy,
    timeZone: order.timeZone,
    state: trackingState(tracked),
    headline: headlineOf(state, refund, now),
    /** The buyer was asked to choose what becomes of a promise in danger. The link to that is not shown: this page is shared. */
    isAsked: Boolean(openChoice(state)?.offeredAt),
    /** The last delivery attempt, if there is something to tell. */
    attempt: attempt && { ...attempt, name: showsNames ? attempt.name : null },
    /** The flowers that the florist who has the order misses, and if the buyer is being asked about them. */
    substitutions: substitutions.flatMap(({ missing, instead, closedAt, shopOrderId, ...each }) =>
      shopOrderId === live?.id && (closedAt === null || goesIn(each))
        ? [{ missing, instead, isAsked: closedAt === null }]
        : [],
    ),
    refund,
    steps: trackingSteps(tracked),
    photos: await toShownPhotos({ config }, order, buyersPhotos(state, now), now),
  }
}

/** The headline of the page: where the flowers are, and what is true of the money. */
function headlineOf(state: StoredOrder, refund: Refund, now: Date): Headline {
  const { order, item } = state
  const { heading, text } = situationOf(state, now).buyer({
    firstName: firstName(order.customerName),
    city: order.deliveryCity,
    bouquet: item?.title ?? '',
  })
  const stage = trackingState(orderAndShop(state))
  if (stage === 'refunded') return { heading, text: `${refundSentence(refund)} ${text}` }
  const isAboutMoney = stage === 'cancelled' || hasRefund(refund)
  return { heading, text: isAboutMoney ? `${text} ${refundSentence(refund)}` : text }
}
type Refund = NonNullable<ReturnType<typeof refundSummary>>

function lastRefundAt(log: StoredOrder['log']): string | null {
  return log.findLast(({ kind }) => kind === 'refunded' || kind === 'refunded_in_part')?.createdAt ?? null
}
