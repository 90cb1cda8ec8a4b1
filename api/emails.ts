import * as z from 'zod/mini'
import { heldPlaces, heldPlacesNotice } from '#api/capacity/emails/held-places-notice.tsx'
import { undeliveredNotice } from '#api/dashboard/emails/undelivered-notice.tsx'
import { attemptForBuyer } from '#api/delivery-attempts/service.ts'
import { wasSent } from '#api/orders/apply.ts'
import { orderConfirmation } from '#api/orders/emails/order-confirmation.tsx'
import {
  deliveryMissed,
  orderAccepted,
  orderCancelled,
  orderDelivered,
  orderRefunded,
  paidAfterCancellation,
} from '#api/orders/emails/order-news.tsx'
import { orderNotice } from '#api/orders/emails/order-notice.tsx'
import { readState, type StoredOrder } from '#api/orders/state-queries.ts'
import type { Message } from '#api/platform/mail/mail.ts'
import type { Managed, RefundableMail, Sent } from '#api/platform/mail/order-parts.tsx'
import type { Rendered } from '#api/platform/mail/render.tsx'
import { messageWithContact } from '#api/platform/outbox/contacts.ts'
import {
  ACCOUNT_MESSAGES,
  FLORIST_MESSAGES,
  ORDER_MESSAGES,
  type OrderMessage,
  type OutboxRow,
  OWNER_MESSAGES,
  type OwnerMessage,
  WAITLIST_MESSAGES,
} from '#api/platform/outbox/outbox.ts'
import type { ToldAttempt } from '#domain/delivery-attempts.ts'
import { toldAttempt } from '#domain/order/attempt.ts'
import { wasBlocked } from '#domain/order/block.ts'
import { type MessageTo, messagesTo } from '#domain/order/causes.ts'
import { partsOf } from '#domain/order/current-parts.ts'
import { isUntrue } from '#domain/order/evolve.ts'
import { isCancelledOrRefunded } from '#domain/order/fulfilment.ts'
import { mayHappen } from '#domain/order/may.ts'
import { buyersPhotos, photosShownUntil } from '#domain/order/photo.ts'
import { orderAndShop } from '#domain/order/state.ts'
import type { PhotoStep } from '#domain/photos.ts'
import { requestedCentsOf } from '#domain/refunds.ts'
import { SITE } from '#domain/site.ts'
import { accountContent } from './auth/emails/content.ts'
import { orderLinks } from './buyer-portal/emails/order-links.tsx'
import type { Deps } from './deps.ts'
import { floristContent } from './florist-portal/emails/content.ts'
import { manageAddress } from './orders/manage-link.ts'
import { photoPath } from './photos/service.ts'
import { questionContent } from './questions/emails/content.ts'
import { QUESTION_MESSAGES, type QuestionMessage } from './questions/emails/letters.tsx'
import { waitlistContent } from './waitlist/emails/content.ts'

type AboutOrder = Exclude<OrderMessage, QuestionMessage>

const isOneOf = <Kind extends string>(kinds: readonly Kind[], kind: string): kind is Kind =>
  kinds.some((each) => each === kind)
const ABOUT_ORDER = ORDER_MESSAGES.filter((kind): kind is AboutOrder => !isOneOf(QUESTION_MESSAGES, kind))
/** To the owner, about one order. */
const NOTICES = messagesTo('owner')
const ofOrder = z.object({ needsRefund: z._default(z.boolean(), false) })
const ofCancelled = z.object({
  byBuyer: z._default(z.boolean(), false),
  /** The flowers that were missing, if that is why; `isAnswer`: the buyer said no to others. */
  substitution: z.optional(z.object({ missing: z.string(), instead: z.string(), isAnswer: z.boolean() })),
})
const ofUndelivered = z.object({ messageId: z.string() })
const ofAttempt = z.object({ attemptId: z.string() })
const ofRefund = z.object({ amountCents: z.int() })
/**
 * Writes out a message of the outbox.
 * @returns null when there is nothing to send: the entry or the order was deleted, the person has unsubscribed, the link has
 *   expired, the order has another status by now
 * @throws Error when its kind is unknown
 */
export async function renderEmail(
  deps: Pick<Deps, 'db' | 'config' | 'clock'>,
  row: OutboxRow,
): Promise<Message | null> {
  const content = await contentOf(deps, row)
  return content && { to: row.recipient, reference: row.id, replyTo: SITE.supportEmail, ...content }
}

async function contentOf(
  deps: Pick<Deps, 'db' | 'config' | 'clock'>,
  row: OutboxRow,
): Promise<Rendered | null> {
  const { db, config, clock } = deps
  const { kind, orderId } = row
  const state = orderId === null ? null : (await readState(db, orderId)).state
  if (isOneOf(QUESTION_MESSAGES, kind)) return questionContent(deps, kind, state, row)
  if (isOneOf(ABOUT_ORDER, kind) && orderId !== null) {
    // Deleted while its message was being sent.
    if (!state?.item || !stillHolds(kind, state, row)) return null
    const { order, item, refunds } = state
    const manageUrl = await manageAddress(config, order)
    const { assignment } = orderAndShop(state)
    const requestedCents = requestedCentsOf(refunds)
    const photos = kind === 'order-delivered' ? await photosOfDelivery(config, state, clock.now()) : []
    const mail = { order, item, assignment, requestedCents, sentAt: clock.now(), manageUrl }
    if (isOneOf(NOTICES, kind)) {
      const notice = await orderNotice(kind, { ...mail, ...ofOrder.parse(row.payload) }, config.origin)
      return { ...notice, replyTo: order.customerEmail }
    }
    const mayChange = mayHappen(state, 'changed_by_buyer')
    const proof = { photos, attempt: attemptForBuyer(state), mayChange }
    return ORDER_CONTENT[kind]({ ...mail, ...proof }, config.origin, row)
  }
  if (isOneOf(ACCOUNT_MESSAGES, kind)) return accountContent(deps, kind, row)
  if (isOneOf(FLORIST_MESSAGES, kind)) return floristContent(deps, kind, state, row)
  if (isOneOf(OWNER_MESSAGES, kind)) return ownerContent(deps, kind, row)
  if (!isOneOf(WAITLIST_MESSAGES, kind)) throw new Error(`Message ${row.id} is of no known kind`)
  return waitlistContent(deps, kind, row)
}

type DeliveryPhoto = { step: PhotoStep; url: string }

/** The photographs of the shop that delivered, for as long as the buyer sees them. */
function photosOfDelivery(config: Deps['config'], state: StoredOrder, now: Date): Promise<DeliveryPhoto[]> {
  const until = photosShownUntil(state, now.toISOString())
  return Promise.all(
    buyersPhotos(state, now).map(async (photo) => ({
      step: photo.step,
      url: config.origin + (await photoPath(config, state.order, photo, until)),
    })),
  )
}

async function ownerContent(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  kind: OwnerMessage,
  { payload }: OutboxRow,
): Promise<Rendered | null> {
  switch (kind) {
    case 'undelivered-notice': {
      const undelivered = await messageWithContact(db, ofUndelivered.parse(payload).messageId)
      return undelivered && undeliveredNotice(undelivered, config.origin)
    }
    case 'held-places-notice': {
      const [held, now] = [heldPlaces.parse(payload), clock.now()]
      // Written before mail was down: the places are sold or free by now.
      return new Date(held.lastEnd) > now ? heldPlacesNotice(held, now, config.origin) : null
    }
  }
}

/**
 * True if an email's news about an order's status is still right, and still news: it may have been held, or could not be
 * sent before.
 */
function stillHolds(kind: OrderMessage, state: StoredOrder, { payload }: OutboxRow): boolean {
  const parts = partsOf(state)
  if (isUntrue(kind, parts)) return false
  // It says where to, which a buyer does not read again whose flowers are not wanted there.
  if (kind === 'order-confirmation') return !wasBlocked(state)
  // What was to be said of the flowers of a cancelled order waits, in case it is reopened.
  if (kind === 'order-delivered') return parts.order !== 'cancelled'
  if (kind === 'order-accepted')
    return !isCancelledOrRefunded(state.order) && !wasSent(state, 'order-delivered')
  return kind !== 'delivery-missed' || toldAttempt(state)?.firstId === ofAttempt.parse(payload).attemptId
}

type OrderContent = RefundableMail &
  Sent &
  Managed & { photos: DeliveryPhoto[]; attempt: ToldAttempt | null; mayChange: boolean }

const ORDER_CONTENT: Record<
  Exclude<AboutOrder, MessageTo<'owner'>>,
  (order: OrderContent, origin: string, row: OutboxRow) => Promise<Rendered> | null
> = {
  'order-confirmation': orderConfirmation,
  'paid-after-cancellation': paidAfterCancellation,
  'order-accepted': orderAccepted,
  // The message is written with the change of status.
  'order-delivered': (order, origin, { createdAt }) =>
    orderDelivered({ ...order, deliveredAt: new Date(createdAt) }, origin),
  'delivery-missed': ({ attempt, ...order }, origin) =>
    attempt && deliveryMissed({ ...order, attempt }, origin),
  'order-cancelled': (order, origin, { payload }) =>
    orderCancelled({ ...order, ...ofCancelled.parse(payload) }, origin),
  'order-refunded': (order, origin, { payload }) =>
    orderRefunded({ ...order, ...ofRefund.parse(payload) }, origin),
  'order-links': orderLinks,
}
