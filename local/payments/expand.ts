import type Stripe from 'stripe'
import { invalid } from './problems.ts'
import type { Provider } from './provider.ts'
import type { Kind } from './store.ts'

/** The fields of an object that can be had whole instead of by id, and the kinds that they hold. */
const EXPANDABLE: Record<string, Record<string, Kind>> = {
  'checkout.session': { payment_intent: 'payment_intent' },
  payment_intent: { latest_charge: 'charge' },
  charge: { payment_intent: 'payment_intent' },
  refund: { charge: 'charge', payment_intent: 'payment_intent' },
}

interface Fields {
  object: string
  id?: string
  data?: Fields[]
  [field: string]: unknown
}

/**
 * Fills the fields named by `paths` (`payment_intent.latest_charge`; on lists `data.payment_intent`) in the object.
 * Throws StripeProblem for a field that cannot be expanded, or a path deeper than four.
 */
export function expandObject(provider: Provider, object: { object: string }, paths: string[]): void {
  for (const path of paths) {
    const steps = path.split('.')
    if (steps.length > 4)
      throw invalid('You cannot expand more than 4 levels of a property.', { param: 'expand' })
    expandPath(provider, object as Fields, steps, path)
  }
}

function expandPath(provider: Provider, object: Fields, [field = '', ...rest]: string[], path: string): void {
  if (object.object === 'list' && field === 'data' && rest.length > 0) {
    for (const item of object.data ?? []) expandPath(provider, item, rest, path)
    return
  }
  const value = object[field] ?? virtual(provider, object, field)
  const kind = EXPANDABLE[object.object]?.[field]
  if (kind === undefined && !isFields(value)) {
    throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' })
  }
  const whole = typeof value === 'string' && kind ? provider.store.get(kind, value) : value
  object[field] = whole ?? null
  if (rest.length > 0 && isFields(whole)) expandPath(provider, whole, rest, path)
}

/** Lists that are part of an object only when asked for. */
function virtual(provider: Provider, object: Fields, field: string): unknown {
  if (object.object === 'checkout.session' && field === 'line_items')
    return lineItems(provider, object.id ?? '')
  if (object.object === 'charge' && field === 'refunds') return refundsOf(provider, object.id ?? '')
  return undefined
}

function lineItems(provider: Provider, sessionId: string): Stripe.ApiList<Stripe.LineItem> {
  const lines = provider.store.get('checkout', sessionId)?.lines ?? []
  const url = `/v1/checkout/sessions/${sessionId}/line_items`
  return { object: 'list', data: lines.slice(0, 10), has_more: lines.length > 10, url }
}

function refundsOf(provider: Provider, chargeId: string): Stripe.ApiList<Stripe.Refund> {
  const { data, hasMore } = provider.store.list('refund', {
    where: [{ field: 'charge', is: '=', value: chargeId }],
    limit: 10,
  })
  return { object: 'list', data, has_more: hasMore, url: `/v1/charges/${chargeId}/refunds` }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && 'object' in value
}
