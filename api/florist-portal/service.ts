import { detectDanger } from '#api/choices/detect.ts'
import { readWait } from '#api/choices/offer.ts'
import { reportDelay } from '#api/choices/report-delay.ts'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { isUniqueViolation } from '#api/platform/database/constraint.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { askNextFlorist } from '#api/shop-orders/ask-next.ts'
import { writeStatus } from '#api/shop-orders/change-status.ts'
import { hashOfToken, linkWorks, orderAndShopState } from '#api/shop-orders/florist-link.ts'
import {
  correctionsOfLink,
  type FloristLinkTarget,
  floristLinkIsOpen,
  floristLinkTarget,
  markOpened,
} from '#api/shop-orders/florist-link-queries.ts'
import { mayBeLate } from '#domain/broken-promise.ts'
import { publicImage } from '#domain/catalogue.ts'
import { STATUS_OF_ANSWER, showsDelivery } from '#domain/florist.ts'
import {
  type FloristPageView,
  floristPageOf,
  fulfilmentOf,
  isAtWork,
  judgeAnswer,
  orderStatusAfter,
} from '#domain/fulfilment.ts'
import { changesSince, type FloristChange } from '#domain/order-changes.ts'
import type { ShopOrderStatus } from '#domain/order-status.ts'
import { SITE } from '#src/site.ts'
import type { FloristAnswerRequest, FloristLateRequest } from './schema.ts'

const MAX_ATTEMPTS = 4

const TOO_LATE: Partial<Record<FloristPageView, string>> = {
  unanswered:
    'Thank you for getting back to us. The time to answer was over, and another florist has this order now.',
  overdue: 'The time to answer was over. If you can still make this order, please accept it first.',
  cancelled: 'This order was cancelled. Please do not make it.',
  over: 'This order has been taken care of, so there is nothing left for you to do. Thank you for looking.',
}

/**
 * The order behind a florist's link, with what the florist needs and nothing else.
 * @throws AppError `florist_link_closed`, the same for every link that opens nothing
 */
export async function floristOrder(deps: Deps, token: string) {
  return toFloristOrder(await openLink(deps, token), deps.config.origin, deps.clock.now())
}

/**
 * Applies a florist's answer to the shop order. The same answer again changes nothing.
 * @returns the order after it
 * @throws AppError `florist_link_closed`; `florist_too_late` when the order has moved on past this answer, is over, or
 *   was cancelled
 */
export async function answerByFlorist(deps: Deps, { token, answer, reason }: FloristAnswerRequest) {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const found = await openLink(deps, token)
    const state = orderAndShopState(found)
    const verdict = judgeAnswer(state, rejectionOf(found), answer)
    if (verdict === 'done') return toFloristOrder(found, deps.config.origin, deps.clock.now())
    if (verdict === 'refused') throw tooLateError(found)

    const to = STATUS_OF_ANSWER[answer]
    const now = deps.clock.now()
    const at = now.toISOString()
    const change = {
      to,
      who: { actor: 'florist', actorId: found.shop.id },
      reason: answer === 'reject' ? (reason ?? null) : null,
    } as const
    try {
      if (!(await writeStatus(deps, found, change, at, floristLinkIsOpen(found.link.id, at)))) continue
    } catch (error) {
      // A late yes: another florist was asked meanwhile.
      if (!isUniqueViolation(error, 'shop_orders.order_id')) throw error
      continue
    }
    deps.waitUntil(afterAnswer(deps, found.order.id, answer))
    return toFloristOrder(withStatus(found, to, at), deps.config.origin, now)
  }
  throw new AppError('edit_conflict')
}

/** A no may leave too little time, or nobody to ask. */
async function afterAnswer(deps: Deps, orderId: string, answer: FloristAnswerRequest['answer']) {
  if (answer === 'reject') {
    await askNextFlorist(deps, orderId)
    await detectDanger(deps, orderId)
  }
  await sendDue(deps)
}

/**
 * A florist who has accepted says that the flowers will be late. The same time again changes nothing.
 * @returns the order after it
 * @throws AppError `florist_link_closed`; `florist_too_late` when nobody waits for the flowers of this florist; `invalid` for a time
 *   that is none, has passed or is not late
 */
export async function reportDelayByFlorist(deps: Deps, { token, until: local }: FloristLateRequest) {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const found = await openLink(deps, token)
    const { order, link, lateUntil } = found
    const state = orderAndShopState(found)
    if (!mayBeLate({ ...state, isSample: order.isSample })) throw tooLateError(found)
    const now = deps.clock.now()
    const until = readWait(local, order, now, 'until')
    const at = now.toISOString()
    const isNew = until !== lateUntil
    if (isNew && !(await reportDelay(deps, found, until, at, floristLinkIsOpen(link.id, at)))) continue
    return toFloristOrder({ ...found, lateUntil: until }, deps.config.origin, now)
  }
  throw new AppError('edit_conflict')
}
/** `changes`: what became different since the florist was asked. */
type OpenedLink = FloristLinkTarget & { changes: FloristChange[] }

/** Finds the order of a token, and notes when the link was first opened. @throws AppError `florist_link_closed` */
async function openLink({ db, clock, config }: Deps, token: string): Promise<OpenedLink> {
  const now = clock.now()
  const tokenHash = await hashOfToken(config, token, now)
  if (tokenHash === null) throw linkClosedError()
  const [, [found], corrections] = await db.batch([
    markOpened(db, tokenHash, now.toISOString()),
    floristLinkTarget(db, { tokenHash }),
    correctionsOfLink(db, tokenHash),
  ])
  if (!found || !linkWorks(found, now.toISOString())) throw linkClosedError()
  return { ...found, changes: changesSince(corrections, found.shopOrder.createdAt) }
}

/** Does not say why: unknown, expired and revoked links get the same answer. */
function linkClosedError(): AppError {
  return new AppError('florist_link_closed', {
    message: `This link does not open an order. It may be old, or the order went to another shop. If you have the flowers in hand, call us: ${SITE.supportPhone}.`,
  })
}

function tooLateError(found: FloristLinkTarget): AppError {
  const state = orderAndShopState(found)
  const { view } = floristPageOf(state, rejectionOf(found))
  return new AppError('florist_too_late', {
    message: TOO_LATE[view] ?? `This order is ${state.assignment} already.`,
  })
}

function rejectionOf({ order, shopOrder }: FloristLinkTarget) {
  return { isSilent: shopOrder.answeredBy === 'system', isTaken: order.assignmentStatus === 'assigned' }
}

/** What was read, with the status that was written since. */
function withStatus(found: OpenedLink, to: ShopOrderStatus, at: string): OpenedLink {
  const { order, shopOrder } = found
  return {
    ...found,
    order: { ...order, status: orderStatusAfter(orderAndShopState(found), to) },
    shopOrder: { ...shopOrder, status: to, statusUpdatedAt: at, answeredBy: 'florist' },
    // Every answer closes the new time: a yes ends the danger, and a no takes the order from this florist.
    lateUntil: null,
  }
}

/** `delivery` is null once the florist has nothing to do with it: rejected, over, cancelled, or delivered a day ago. */
function toFloristOrder(found: OpenedLink, origin: string, now: Date) {
  const { shopOrder, shop, order, item } = found
  const { florist } = fulfilmentOf(orderAndShopState(found))
  const { view, answers } = floristPageOf(orderAndShopState(found), rejectionOf(found))
  const deliveredAt = florist === 'delivered' ? shopOrder.statusUpdatedAt : null
  const justDelivered = deliveredAt !== null && showsDelivery(new Date(deliveredAt), now)
  return {
    reference: order.orderReference,
    shop: shop.name,
    status: shopOrder.status,
    view,
    answers: [...answers],
    bouquet: item.title,
    imageUrl: publicImage(item, origin),
    promisedBy: order.promisedBy,
    /** Until when an answer is wanted (ISO instant); null: there is no deadline. */
    answerBy: florist === 'asked' ? shopOrder.answerBy : null,
    timeZone: order.timeZone,
    shareCents: shopOrder.shopCostCents,
    mayBeLate: mayBeLate({ ...orderAndShopState(found), isSample: order.isSample }),
    /** What this florist gave as the new time, while nobody has agreed to it. */
    lateUntil: isAtWork(florist) ? found.lateUntil : null,
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
            /** Of the buyer. */
            senderPhone: order.customerPhone,
            instructions: order.deliveryInstructions,
            specialInstructions: shopOrder.specialInstructions,
            cardText: order.apologyNote,
            changes: found.changes,
          }
        : null,
  }
}
