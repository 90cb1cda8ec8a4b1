import type { Config } from '#api/deps.ts'
import { hmac, sha256 } from '#api/platform/hash.ts'
import { byEachKey, derivedTokens } from '#api/platform/link-tokens.ts'
import type { NewHashes } from '#domain/order/evolve.ts'
import { QUESTION_KINDS, QUESTIONS, type QuestionKind } from '#domain/order/questions.ts'
import type { OrderRow } from '#drizzle/schema/orders.ts'
import type { StoredOrder } from './state-queries.ts'

type Keys = Pick<Config, 'authKeys'>

/** An HMAC with SHA-256 has so many characters in base64url. The order's id follows it, so that a link never ends in a mark of punctuation. */
const SIGNATURE_LENGTH = 43

/** When the links of an order's buyer were last ended. */
export type BuyersLinks = Pick<OrderRow, 'manageLinksEndedAt'>
type Order = Pick<OrderRow, 'id'> & BuyersLinks

/**
 * Where the buyer of an order manages it. The token is derived from the order's id, the time its links were last ended, and a
 * key: it is stored nowhere but in emails to the buyer.
 */
export async function manageAddress({ authKeys, origin }: Keys & Pick<Config, 'origin'>, order: Order) {
  return `${origin}/manage?token=${await tokenOf(authKeys[0].secret, order)}`
}

/** Where the buyer writes the card of an order without one: the same page, at the field. @param manageUrl of {@link manageAddress} */
export function addCardAddress(manageUrl: string): string {
  return `${manageUrl}&add=card#apologyNote`
}

/** The id of the order that a text would be the token of. */
export function orderIdOf(token: string): string {
  return token.slice(SIGNATURE_LENGTH)
}

/** True if a text is the token of an order, as it is since its links were last ended. */
export async function isTokenOf(keys: Keys, token: string, order: Order): Promise<boolean> {
  // Hashes are compared, so that the time tells nothing about the token.
  const given = await sha256(token)
  const hashes = await byEachKey(keys, async ({ secret }) => sha256(await tokenOf(secret, order)))
  return hashes.includes(given)
}

async function tokenOf(secret: string, order: Order): Promise<string> {
  return `${await hmac(secret, nameSince(`manage ${order.id}`, order))}${order.id}`
}

/** The name of a link to the buyer: another one since the links were last ended. */
function nameSince(name: string, { manageLinksEndedAt }: BuyersLinks): string {
  return manageLinksEndedAt === null ? name : `${name} ${manageLinksEndedAt}`
}

/**
 * The tokens of a link that asks the buyer something, by each of our keys: first the one of a new link, then those of links
 * from before the end of links counted for them. The stored hash decides which one opens it.
 * @param id of the question
 */
export async function askingTokens(keys: Keys, order: BuyersLinks, kind: QuestionKind, id: string) {
  const name = `${kind} ${id}`
  const [first, ...older] = await derivedTokens(keys, nameSince(name, order))
  return [first, ...older, ...(await derivedTokens(keys, name))] as const
}

/** The hashes of the tokens that the questions of an order get when its buyer's links end. @param at ISO instant */
export async function hashesSince(
  keys: Keys,
  state: Pick<StoredOrder, 'choices' | 'substitutions'>,
  at: string,
): Promise<NewHashes> {
  const hashes: { -readonly [Rows in keyof NewHashes]: NewHashes[Rows] } = { choices: [], substitutions: [] }
  for (const kind of QUESTION_KINDS) {
    const { rows } = QUESTIONS[kind]
    const sent = state[rows].filter(({ tokenHash }) => tokenHash !== null)
    hashes[rows] = await Promise.all(
      sent.map(async ({ id }) => {
        const [{ hash: tokenHash }] = await askingTokens(keys, { manageLinksEndedAt: at }, kind, id)
        return { id, tokenHash }
      }),
    )
  }
  return hashes
}
