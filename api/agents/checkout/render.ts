import { type Call, envelope, type Message } from '#api/agents/call.ts'
import { promiseBeside } from '#api/agents/option-words.ts'
import { hasPolicies, policiesOf } from '#api/agents/policies.ts'
import { CHECKOUT, FULFILLMENT } from '#api/agents/versions.ts'
import { publicImage } from '#domain/catalogue.ts'
import { DELIVERY_OPTIONS, type DeliveryOptionId, deliveryLabel, promisedBy } from '#domain/delivery.ts'
import type { OrderPrice } from '#domain/pricing.ts'
import { TAX_LABEL } from '#domain/pricing.ts'
import type { Assessment } from './assess.ts'
import type { Memo } from './content.ts'

/** The bouquet of a checkout, as it is sold now or was when the order was placed. */
export type Bouquet = { sku: string; title: string; imageUrl: string | null; priceCents: number }

/** A checkout that its buyer can still continue. */
export type OpenCheckout = {
  id: string
  continueUrl: string
  /** ISO instant. */
  expiresAt: string
  bouquet: Bouquet
  memo: Memo
  assessment: Assessment
}

/** A checkout that is over: its order as it was placed, or none. */
export type ClosedCheckout = {
  id: string
  bouquet: Bouquet
  option: DeliveryOptionId | null
  price: OrderPrice
  order: { id: string; reference: string; trackingUrl: string } | null
}

const LINE = 'line-1'
const SHOPPING: readonly [typeof CHECKOUT, typeof FULFILLMENT] = [CHECKOUT, FULFILLMENT]

/** The body of a checkout that is open. @param more messages of the request at hand */
export function openBody(call: Call, checkout: OpenCheckout, more: readonly Message[] = []) {
  const { id, continueUrl, expiresAt, bouquet, memo, assessment } = checkout
  const { option, price } = assessment
  return {
    ...common(call, id, bouquet, price, option),
    status: 'requires_escalation',
    ...(memo.buyer && Object.keys(memo.buyer).length > 0 && { buyer: memo.buyer }),
    ...(call.platform.shared.has(FULFILLMENT) && { fulfillment: fulfillmentOf(call, assessment, memo) }),
    messages: [ON_SITE, ...more, ...withinShared(call, assessment.messages)],
    expires_at: expiresAt,
    continue_url: continueUrl,
  }
}

/** The body of a checkout that was paid or is over. Nothing that its buyer typed is in it. */
export function closedBody(call: Call, { id, bouquet, option, price, order }: ClosedCheckout) {
  return {
    ...common(call, id, bouquet, price, option),
    status: order ? 'completed' : 'canceled',
    ...(order && { order: { id: order.id, label: order.reference, permalink_url: order.trackingUrl } }),
  }
}

function common(
  call: Call,
  id: string,
  bouquet: Bouquet,
  price: OrderPrice,
  option: DeliveryOptionId | null,
) {
  const { deps, platform } = call
  const { origin } = deps.config
  return {
    ucp: { ...envelope(call, SHOPPING), payment_handlers: {} },
    id,
    currency: 'USD',
    line_items: [
      {
        id: LINE,
        item: {
          id: bouquet.sku,
          title: bouquet.title,
          price: bouquet.priceCents,
          image_url: publicImage(bouquet, origin),
        },
        quantity: 1,
        totals: [
          { type: 'subtotal', amount: price.subtotalCents },
          { type: 'total', amount: price.subtotalCents },
        ],
      },
    ],
    totals: [
      { type: 'subtotal', amount: price.subtotalCents },
      ...(option === null
        ? []
        : [{ type: 'fulfillment', display_text: deliveryLabel(option), amount: price.deliveryFeeCents }]),
      { type: 'tax', display_text: TAX_LABEL, amount: price.taxCents },
      { type: 'total', amount: price.totalCents },
    ],
    links: [
      { type: 'privacy_policy', url: `${origin}/privacy` },
      { type: 'terms_of_service', url: `${origin}/terms` },
      { type: 'refund_policy', url: `${origin}/refunds` },
    ],
    ...(hasPolicies(platform.version) && { policies: policiesOf(origin) }),
  }
}

function fulfillmentOf(
  { deps, platform }: Call,
  { options, option, timeZone }: Assessment,
  { address }: Memo,
) {
  const now = deps.clock.now()
  const isNew = platform.version === '2026-08-25'
  return {
    methods: [
      {
        id: 'delivery',
        type: 'shipping',
        line_item_ids: [LINE],
        ...(address && {
          destinations: [{ ...(isNew && { type: 'shipping_address' }), ...address }],
          selected_destination_id: address.id,
        }),
        groups: [
          {
            id: 'bouquet',
            line_item_ids: [LINE],
            selected_option_id: option,
            options: options.map((id) => {
              const text = promiseBeside(id, now, timeZone)
              return {
                id,
                title: DELIVERY_OPTIONS[id].label,
                description: isNew ? { plain: text } : text,
                latest_fulfillment_time: promisedBy(id, now, timeZone).toISOString(),
                totals: [{ type: 'total', amount: DELIVERY_OPTIONS[id].feeCents }],
              }
            }),
          },
        ],
      },
    ],
  }
}

/** Without delivery among what both sides know, a platform can do nothing about it: the buyer does on our page. */
function withinShared({ platform }: Call, messages: readonly Message[]): Message[] {
  if (platform.shared.has(FULFILLMENT)) return [...messages]
  return messages.filter(({ path }) => !path?.startsWith('$.fulfillment'))
}

const ON_SITE: Message = {
  type: 'error',
  code: 'payment_on_site',
  content: 'The buyer writes the card and pays on our page.',
  severity: 'requires_buyer_input',
}
