import { type Keys, readToken, signToken } from '#api/auth/tokens.ts'
import type { Deps } from '#api/deps.ts'
import { applyToOrder } from '#api/orders/apply.ts'
import { sha256 } from '#api/platform/hash.ts'
import { byEachKey, withHash } from '#api/platform/link-tokens.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import type { NewLink, SendLink } from '#domain/order/assignment.ts'

/** Longer than any link works: its row says until when. */
const TOKEN_SECONDS = 365 * 24 * 60 * 60

/**
 * Sends the florist a new link; the former one ends.
 * @returns where it goes, and until when it works (ISO instant)
 * @throws AppError `shop_order_not_found`, `shop_order_withdrawn`, `shop_order_over`, `order_over`,
 *   `shop_order_delivered`, `shop_inactive`, `shop_without_email`
 */
export async function sendFloristLink(deps: Deps, actorId: string, shopOrderId: string) {
  const { after } = await applyToOrder(
    deps,
    { shopOrderId },
    async (_state, at): Promise<SendLink> => ({
      type: 'send_link',
      shopOrderId,
      link: await newFloristLink(deps, shopOrderId, new Date(at)),
    }),
    { actor: 'admin', actorId },
  )
  deps.waitUntil(sendDue(deps))
  const sent = after.shopOrders.find(({ id }) => id === shopOrderId)
  return { sentTo: sent?.email ?? '', expiresAt: sent?.link?.expiresAt ?? '' }
}

/**
 * Ends the florist's link. A second call changes nothing.
 * @throws AppError `shop_order_not_found`
 */
export async function revokeFloristLink(deps: Deps, actorId: string, shopOrderId: string): Promise<void> {
  const command = { type: 'revoke_link', shopOrderId } as const
  await applyToOrder(deps, { shopOrderId }, command, { actor: 'admin', actorId })
}

/** A new link to a shop order. Its token is not stored: it is derived again when the email is written. */
export async function newFloristLink(
  { config }: Pick<Deps, 'config'>,
  shopOrderId: string,
  now: Date,
): Promise<NewLink> {
  const id = crypto.randomUUID()
  const [{ hash }] = await floristTokens(config, { id, shopOrderId, createdAt: now.toISOString() })
  return { id, tokenHash: hash }
}

/**
 * The token of a florist's link, by each of our keys, the newest first. It is derived from the link's row and a key, so
 * that it is stored nowhere but in the email.
 */
export async function floristTokens(
  keys: Keys,
  link: { id: string; shopOrderId: string; createdAt: string; expiresAt?: string },
) {
  const from = new Date(link.createdAt)
  const { expiresAt = link.createdAt } = link
  const lasting = (seconds: number) =>
    byEachKey(keys, async (key) => {
      const claims = { link: link.id }
      const what = { audience: 'florist', subject: link.shopOrderId, claims, seconds } as const
      return withHash((await signToken({ ...keys, authKeys: [key] }, what, from)).token)
    })
  // That of links made before 2026-11-25, for emails that still lead to them.
  const ownSeconds = Math.ceil((Date.parse(expiresAt) - from.getTime()) / 1000) + 1
  const [tokens, older] = await Promise.all([lasting(TOKEN_SECONDS), lasting(ownSeconds)])
  return [...tokens, ...older] as const
}

/** @returns the hash of a token of ours that has not expired; null for any other text */
export async function hashOfToken(keys: Keys, token: string, now: Date): Promise<string | null> {
  return (await readToken(keys, 'florist', token, now)) ? sha256(token) : null
}

/** The address of a florist's page (docs/decisions/0071-links-in-emails.md). */
export function floristAddress(origin: string, token: string): string {
  return `${origin}/florist?token=${token}`
}
