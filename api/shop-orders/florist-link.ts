import { type Keys, readToken, signToken } from '#api/auth/tokens.ts'
import type { Deps } from '#api/deps.ts'
import { applyToOrder } from '#api/orders/apply.ts'
import { sha256 } from '#api/platform/hash.ts'
import { byEachKey, shortTokens, withHash } from '#api/platform/link-tokens.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import type { NewLink, SendLink } from '#domain/order/assignment.ts'

/** A signed token lasts longer than any link works, because the link's row says until when. */
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
    async (): Promise<SendLink> => ({
      type: 'send_link',
      shopOrderId,
      link: await newFloristLink(deps),
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
export async function newFloristLink({ config }: Pick<Deps, 'config'>): Promise<NewLink> {
  const id = crypto.randomUUID()
  const [{ hash }] = await tokensOf(config, id)
  return { id, tokenHash: hash }
}

type Link = { id: string; shopOrderId: string; createdAt: string; expiresAt?: string }

/**
 * The token of a florist's link, by each of our keys, the newest first. It is derived from the link's id and a key, so
 * that it is stored nowhere but in the email.
 */
export async function floristTokens(keys: Keys, link: Link) {
  const [tokens, signed] = await Promise.all([tokensOf(keys, link.id), signedTokens(keys, link)])
  return [...tokens, ...signed] as const
}

const tokensOf = (keys: Keys, linkId: string) => shortTokens(keys, `florist ${linkId}`)

/** Those of links made before 2026-11-28, for emails that still lead to them; before 2026-11-25 they ended with their link. */
async function signedTokens(keys: Keys, { id, shopOrderId, createdAt, expiresAt = createdAt }: Link) {
  const from = new Date(createdAt)
  const lasting = (seconds: number) =>
    byEachKey(keys, async (key) => {
      const claims = { link: id }
      const what = { audience: 'florist', subject: shopOrderId, claims, seconds } as const
      return withHash((await signToken({ ...keys, authKeys: [key] }, what, from)).token)
    })
  const ownSeconds = Math.ceil((Date.parse(expiresAt) - from.getTime()) / 1000) + 1
  return (await Promise.all([lasting(TOKEN_SECONDS), lasting(ownSeconds)])).flat()
}

/** True if one of our keys made the token that opened a link: the row tells only that some key did. */
export async function isTokenOf(keys: Keys, token: string, linkId: string, now: Date): Promise<boolean> {
  if (token.includes('.')) return (await readToken(keys, 'florist', token, now)) !== null
  // Hashes are compared, so that the time tells nothing about the token.
  const given = await sha256(token)
  return (await tokensOf(keys, linkId)).some(({ hash }) => hash === given)
}

/** The address of a florist's page (docs/decisions/0071-links-in-emails.md). */
export function floristAddress(origin: string, token: string): string {
  return `${origin}/florist?token=${token}`
}

/** The address of a shop order's link; null of one that has expired or whose key was removed. */
export async function openFloristAddress(
  config: Deps['config'],
  {
    id,
    link,
  }: { id: string; link: (Omit<Link, 'shopOrderId'> & { tokenHash: string; expiresAt: string }) | null },
  now: Date,
): Promise<string | null> {
  if (!link || link.expiresAt <= now.toISOString()) return null
  const tokens = await floristTokens(config, { ...link, shopOrderId: id })
  const issued = tokens.find(({ hash }) => hash === link.tokenHash)
  return issued ? floristAddress(config.origin, issued.token) : null
}
