import { type Call, errorAnswer, type Message } from '#api/agents/call.ts'
import type { Deps } from '#api/deps.ts'
import { continueUrl, secretsOf } from '#api/prepared-checkouts/secret.ts'
import type { ProductRow } from '#api/storefront/queries.ts'
import { preparedState } from '#domain/prepared-checkout.ts'
import { priceOrder } from '#domain/pricing.ts'
import { assess } from './assess.ts'
import type { Contents, Memo } from './content.ts'
import type { Offer, Stored } from './queries.ts'
import { closedBody, openBody } from './render.ts'

/**
 * True for a checkout that nobody can change or continue any more. While its buyer may be at the payment page it goes on, past
 * its end, too: only what becomes of the payment says how it ends.
 */
export function isOver({ clock }: Pick<Deps, 'clock'>, { placed, platform, ...stored }: Stored): boolean {
  if (placed) {
    if (placed.paid) return true
    if (placed.waiting) return false
  }
  return preparedState({ ...stored, blockedAt: platform.blockedAt }, clock.now()) !== 'open'
}

/** The body of the answer about a checkout. @param more messages of the request at hand */
export async function checkoutBody(
  call: Call,
  stored: Stored,
  offer: Offer,
  more: readonly Message[] = [],
): Promise<Record<string, unknown>> {
  const { deps } = call
  const { id, placed, content } = stored
  if (placed?.paid) {
    const { order, item } = placed
    const bouquet = { ...item, priceCents: item.priceAtPurchaseCents }
    const trackingUrl = `${deps.config.origin}/track#${order.trackingToken}`
    return closedBody(call, {
      id,
      bouquet,
      option: order.deliveryOption,
      price: order,
      order: { id: order.id, reference: order.orderReference, trackingUrl },
    })
  }
  const product = offer.onSale.find(({ sku }) => sku === content?.sku)
  if (!product || !content) return errorAnswer(call, [NOT_SOLD]).body
  if (isOver(deps, stored)) {
    const price = priceOrder({ subtotalCents: product.priceCents, deliveryFeeCents: 0 })
    return closedBody(call, { id, bouquet: product, option: null, price, order: null })
  }
  const secrets = await secretsOf(deps.config, id)
  const secret = secrets.find(({ hash }) => hash === stored.secretHash) ?? secrets[0]
  const { expiresAt } = stored
  return newBody(
    call,
    { id, secret: secret.token, expiresAt },
    { content, memo: stored.memo as Memo, messages: more },
    offer,
    product,
  )
}

/** The body of an open checkout that may not be stored yet. */
export function newBody(
  call: Call,
  { id, secret, expiresAt }: { id: string; secret: string; expiresAt: string },
  { content, memo, messages }: Pick<Contents, 'content' | 'memo'> & { messages: readonly Message[] },
  { market }: Offer,
  product: ProductRow,
): Record<string, unknown> {
  const { config, clock } = call.deps
  const assessment = assess(content, product, market, memo.address?.address_country, clock.now())
  return openBody(
    call,
    { id, continueUrl: continueUrl(config, secret), expiresAt, bouquet: product, memo, assessment },
    messages,
  )
}

const NOT_SOLD: Message = {
  type: 'error',
  code: 'item_unavailable',
  content: 'The bouquet of this checkout is not sold any more. Please create a new one.',
  severity: 'unrecoverable',
}
