import { readOutcome } from '#api/delivery-attempts/service.ts'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { type Applied, applyToOrder } from '#api/orders/apply.ts'
import { readState, type StoredOrder } from '#api/orders/state-queries.ts'
import type { Statement } from '#api/platform/database/condition.ts'
import { sha256 } from '#api/platform/hash.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { counterOf } from '#api/platform/rate-counters.ts'
import { readWait } from '#api/questions/dangers.ts'
import { carryOnAfterNo } from '#api/shop-orders/ask-next.ts'
import { isTokenOf } from '#api/shop-orders/florist-link.ts'
import { enqueueOpenFloristLinks } from '#api/shop-orders/open-links-queries.ts'
import { markOpened } from '#api/shop-orders/queries.ts'
import type { Channel } from '#domain/channels.ts'
import { WHO_HAS_THEM } from '#domain/delivery-attempts.ts'
import { ANSWER_RULES } from '#domain/florist.ts'
import { mailboxOf } from '#domain/mailbox.ts'
import { sentWith } from '#domain/order/attempt.ts'
import type { Command } from '#domain/order/decide.ts'
import { type FloristPageView, fulfilmentOf } from '#domain/order/fulfilment.ts'
import { mayHappen } from '#domain/order/may.ts'
import { openQuestion, orderAndShop } from '#domain/order/state.ts'
import {
  answersOf,
  lateUntil,
  linkClosedError,
  type Opened,
  stateOf,
  toFloristOrder,
  viewOf,
} from './florist-order.ts'
import type { FloristAnswerRequest, FloristAttemptRequest, FloristLateRequest } from './schema.ts'

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
  const { db, config, clock } = deps
  const now = clock.now()
  const tokenHash = await sha256(token)
  const { state } = await readState(db, { floristToken: tokenHash }, [
    markOpened(db, tokenHash, now.toISOString()),
  ])
  if (!state) throw linkClosedError()
  return toFloristOrder(await openLink(config, state, token, now), deps, now)
}

/**
 * Applies a florist's answer to the shop order. The same answer again changes nothing.
 * @returns the order after it
 * @throws AppError `florist_link_closed`; `florist_too_late` when the order has moved on past this answer, is over, or
 *   was cancelled
 */
export async function answerByFlorist(deps: Deps, { token, answer, reason }: FloristAnswerRequest) {
  const applied = await applyByToken(deps, token, (found) => answerCommand(found, answer, reason ?? null))
  if (applied.changed) deps.waitUntil(afterAnswer(deps, applied.found.order.id, answer))
  return toFloristOrder(applied.found, deps, deps.clock.now())
}

/**
 * Applies the answer that a florist texted, without opening the link of the order, to the shop order. The same answer again changes
 * nothing.
 * @param also statements that are written with it, even if nothing changes
 * @throws AppError `florist_too_late` as {@link answerByFlorist}
 */
export async function answerShopOrder(
  deps: Deps,
  shopOrderId: string,
  answer: 'accept' | 'reject',
  also: () => readonly Statement[],
): Promise<void> {
  const applied = await applyToOrder(
    deps,
    { shopOrderId },
    (state) => answerCommand(withShopOrder(state, shopOrderId), answer, null, 'text'),
    (state) => ({ actor: 'florist', actorId: withShopOrder(state, shopOrderId).shopOrder.shopId }),
    { also },
  )
  if (applied.changed) deps.waitUntil(afterAnswer(deps, applied.after.order.id, answer))
}

/** @returns null when it is the answer already */
function answerCommand(
  found: Opened,
  answer: FloristAnswerRequest['answer'],
  reason: string | null,
  channel?: Channel,
): Command | null {
  const { id: shopOrderId, status } = found.shopOrder
  if (status === ANSWER_RULES[answer].status) return null
  const isAsking = answer === 'ready' && openQuestion(found) !== null
  if (!isAsking && !answersOf(found).includes(answer)) throw tooLateError(found)
  // Pages that were opened before outcomes were asked for show this message.
  if (answer === 'delivered') throw outcomeMissing()
  return {
    type: 'florist_answers',
    shopOrderId,
    answer,
    reason: answer === 'reject' ? reason : null,
    channel,
  }
}

function outcomeMissing(): AppError {
  const issues = [{ path: 'answer', message: WHO_HAS_THEM }]
  return new AppError('invalid', { message: WHO_HAS_THEM, issues })
}

async function afterAnswer(deps: Deps, orderId: string, answer: FloristAnswerRequest['answer']) {
  if (answer === 'reject') await carryOnAfterNo(deps, orderId)
  await sendDue(deps)
}

/**
 * A florist who has accepted says that the flowers will be late. The same time again changes nothing.
 * @returns the order after it
 * @throws AppError `florist_link_closed`; `florist_too_late` when nobody waits for the flowers of this florist; `invalid` for a time
 *   that is none, has passed or is not late
 */
export async function reportDelayByFlorist(deps: Deps, { token, until: local }: FloristLateRequest) {
  const { found } = await applyByToken(deps, token, (found, at) => {
    const { order, shopOrder } = found
    if (!mayHappen(found, 'florist_late', shopOrder)) throw tooLateError(found)
    const until = readWait(local, order, new Date(at), 'until')
    if (until === lateUntil(found)) return null
    return { type: 'report_delay', shopOrderId: shopOrder.id, choiceId: crypto.randomUUID(), until }
  })
  return toFloristOrder(found, deps, deps.clock.now())
}

/**
 * Records what happened at the door. A second call with the same key records nothing.
 * @returns the order after it
 * @throws AppError `florist_link_closed`; `florist_too_late` when the florist has nothing to deliver; `photo_required` for flowers
 *   left at the door; `invalid` for a time of a second attempt that cannot be
 */
export async function recordAttemptByFlorist(deps: Deps, { token, key, ...outcome }: FloristAttemptRequest) {
  const { changed, found } = await applyByToken(deps, token, (found, at) => {
    const { order, shopOrder } = found
    if (sentWith(found, shopOrder.id, key)) return null
    if (!mayHappen(found, 'delivered', shopOrder)) throw tooLateError(found)
    const attempt = { id: crypto.randomUUID(), key, ...readOutcome(outcome, order, new Date(at)) }
    return { type: 'record_attempt', shopOrderId: shopOrder.id, attempt }
  })
  if (changed) deps.waitUntil(sendDue(deps))
  return toFloristOrder(found, deps, deps.clock.now())
}

/**
 * Changes the order of a florist's link.
 * @param command null: nothing is to be done
 * @throws AppError `florist_link_closed`; what refuses the command
 */
export async function applyByToken(
  deps: Deps,
  token: string,
  command: (found: Opened, at: string) => Command | null | Promise<Command | null>,
): Promise<{ changed: boolean; found: Opened; applied: Applied }> {
  const { db, clock } = deps
  const hash = await sha256(token)
  let shopOrderId = ''
  const applied = await applyToOrder(
    deps,
    { floristToken: hash },
    async (state, at) => {
      const found = await openLink(deps.config, state, token, new Date(at))
      shopOrderId = found.shopOrder.id
      return command(found, at)
    },
    ({ shopOrders }) => ({ actor: 'florist', actorId: withToken(shopOrders, hash)?.shopId }),
    { reading: [markOpened(db, hash, clock.now().toISOString())], notFound: linkClosedError },
  )
  return { changed: applied.changed, found: withShopOrder(applied.after, shopOrderId), applied }
}

/** The shop order of a link that works at `now`. @throws AppError `florist_link_closed` */
export async function openLink(
  config: Deps['config'],
  state: StoredOrder,
  token: string,
  now: Date,
): Promise<Opened> {
  const own = withToken(state.shopOrders, await sha256(token))
  if (!own?.link || own.link.expiresAt <= now.toISOString()) throw linkClosedError()
  if (!(await isTokenOf(config, token, own.link.id, now))) throw linkClosedError()
  if (fulfilmentOf(orderAndShop(state, own)).florist === 'closed') throw linkClosedError()
  return { ...state, shopOrder: own }
}

function withToken(shopOrders: StoredOrder['shopOrders'], tokenHash: string) {
  return shopOrders.find(({ link }) => link?.tokenHash === tokenHash)
}

function withShopOrder(state: StoredOrder, shopOrderId: string): Opened {
  const shopOrder = state.shopOrders.find(({ id }) => id === shopOrderId)
  if (!shopOrder) throw linkClosedError()
  return { ...state, shopOrder }
}

export function tooLateError(found: Opened): AppError {
  return new AppError('florist_too_late', {
    message: TOO_LATE[viewOf(found)] ?? `This order is ${stateOf(found).assignment} already.`,
  })
}

/** Anyone can enter a shop's address: its links are not sent more often. */
export const OPEN_LINK_MAILS = { max: 3, seconds: 24 * 60 * 60 }

/** Emails a shop the orders that wait for it. Whether there are any shows neither in the answer nor in its time. */
export async function sendOpenLinks(deps: Deps, email: string): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  const mails = await counterOf('florist-links', mailboxOf(email), now, OPEN_LINK_MAILS)
  await db.batch(
    enqueueOpenFloristLinks(db, { email, request: crypto.randomUUID() }, mails, now.toISOString()),
  )
  deps.waitUntil(sendDue(deps))
}
