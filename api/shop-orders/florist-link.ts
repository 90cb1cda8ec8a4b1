import { type Keys, readToken, signToken } from '#api/auth/tokens.ts'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { runGuardedBatch } from '#api/platform/database/claim.ts'
import { allOf } from '#api/platform/database/condition.ts'
import { sha256 } from '#api/platform/hash.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { floristLinkExpiry } from '#domain/florist.ts'
import {
  assignmentState,
  fulfilmentOf,
  isAtWork,
  mayBeAssigned,
  type OrderAndShopState,
} from '#domain/fulfilment.ts'
import { shopOrderIsLive } from '#domain/order-status.ts'
import { shopAcceptsOrders, shopOrderStillLive } from './assignment-queries.ts'
import { enqueueFloristEmail } from './email-queries.ts'
import {
  addFloristLink,
  type FloristLinkTarget,
  type NewFloristLink,
  revokeLinksOf,
  unrevokedLinkOf,
} from './florist-link-queries.ts'
import type { KnownShopOrder } from './queries.ts'
import { findNotWithdrawn, findShopOrder, orderOverError } from './service.ts'

const MAX_ATTEMPTS = 4
/** Longer than any link works: its row says until when. */
const TOKEN_SECONDS = 365 * 24 * 60 * 60

/**
 * Sends the florist a new link; the former one ends.
 * @returns where it goes, and until when it works (ISO instant)
 * @throws AppError `shop_order_not_found`, `shop_order_withdrawn`, `shop_order_over`, `order_over`,
 *   `shop_order_delivered`, `shop_inactive`, `shop_without_email`
 */
export async function sendFloristLink(deps: Deps, actorId: string, id: string) {
  const { db, clock } = deps
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const found = await findNotWithdrawn(deps, id)
    const { shopOrder, order, shop } = found
    if (!shopOrderIsLive(shopOrder)) throw new AppError('shop_order_over')
    if (!mayBeAssigned(order)) throw orderOverError(order)
    if (!isAtWork(fulfilmentOf(orderAndShopState(found)).florist)) throw new AppError('shop_order_delivered')
    if (!shop.active) throw new AppError('shop_inactive')
    const { email } = shop
    if (email === null) throw new AppError('shop_without_email')
    const now = clock.now()
    const at = now.toISOString()
    const link = await newFloristLink(deps, id, order.promisedBy, now)
    const event = linkEvent(found, 'florist_link_sent', actorId)
    const unchanged = allOf(shopOrderStillLive(id), shopAcceptsOrders(shop))
    const sent = await runGuardedBatch(db, order.id, event, at, unchanged, (condition) => [
      revokeLinksOf(db, id, at, condition),
      addFloristLink(db, id, link, at, condition),
      enqueueFloristEmail(db, { orderId: order.id, email }, link.id, at, condition),
    ])
    if (!sent) continue
    deps.waitUntil(sendDue(deps))
    return { sentTo: email, expiresAt: link.expiresAt }
  }
  throw new AppError('edit_conflict')
}

/**
 * Ends the florist's link. A second call changes nothing.
 * @throws AppError `shop_order_not_found`
 */
export async function revokeFloristLink(deps: Deps, actorId: string, id: string): Promise<void> {
  const { db, clock } = deps
  const found = await findShopOrder(deps, id)
  const [open] = await unrevokedLinkOf(db, id)
  if (!open) return
  const at = clock.now().toISOString()
  const event = linkEvent(found, 'florist_link_revoked', actorId)
  await runGuardedBatch(db, found.order.id, event, at, undefined, (condition) => [
    revokeLinksOf(db, id, at, condition),
  ])
}

function linkEvent({ shopOrder, shop }: KnownShopOrder, kind: string, actorId: string) {
  const data = { shopOrderId: shopOrder.id, shop: shop.name }
  return { kind, actor: 'admin', actorId, data } as const
}

/** A new link to a shop order. Its token is not stored: it is derived again when the email is written. */
export async function newFloristLink(
  { config }: Pick<Deps, 'config'>,
  shopOrderId: string,
  promisedBy: string,
  now: Date,
): Promise<NewFloristLink> {
  const id = crypto.randomUUID()
  const expiresAt = floristLinkExpiry(new Date(promisedBy), now).toISOString()
  const link = { id, shopOrderId, createdAt: now.toISOString(), expiresAt }
  const [{ hash }] = await floristTokens(config, link)
  return { id, tokenHash: hash, expiresAt }
}

/** Whether a link opens its order. @param at ISO instant */
export function linkWorks(found: FloristLinkTarget, at: string): boolean {
  const { link } = found
  return (
    link.revokedAt === null &&
    link.expiresAt > at &&
    fulfilmentOf(orderAndShopState(found)).florist !== 'closed'
  )
}

export function orderAndShopState({
  order,
  shopOrder,
}: Pick<FloristLinkTarget, 'order' | 'shopOrder'>): OrderAndShopState {
  const { status, paymentStatus } = order
  return { status, paymentStatus, assignment: assignmentState(shopOrder) }
}

type Token = { token: string; hash: string }

/**
 * The token of a florist's link, by each of our keys, the newest first. It is derived from the link's row and a key, so
 * that it is stored nowhere but in the email.
 */
export async function floristTokens(
  { authKeys, origin }: Keys,
  link: { id: string; shopOrderId: string; createdAt: string; expiresAt: string },
): Promise<[Token, ...Token[]]> {
  const from = new Date(link.createdAt)
  // The second is that of links made before 2026-11-25, for emails that still lead to them.
  const lifetimes = [TOKEN_SECONDS, Math.ceil((Date.parse(link.expiresAt) - from.getTime()) / 1000) + 1]
  const [first, ...more] = await Promise.all(
    lifetimes.flatMap((seconds) =>
      authKeys.map(async (key) => {
        const claims = { link: link.id }
        const what = { audience: 'florist', subject: link.shopOrderId, claims, seconds } as const
        const { token } = await signToken({ authKeys: [key], origin }, what, from)
        return { token, hash: await sha256(token) }
      }),
    ),
  )
  if (!first) throw new Error('There is no key to sign with')
  return [first, ...more]
}

/** @returns the hash of a token of ours that has not expired; null for any other text */
export async function hashOfToken(keys: Keys, token: string, now: Date): Promise<string | null> {
  return (await readToken(keys, 'florist', token, now)) ? sha256(token) : null
}

/** The address of a florist's page (docs/decisions/0071-links-that-lost-their-token.md). */
export function floristAddress(origin: string, token: string): string {
  return `${origin}/florist?token=${token}`
}
