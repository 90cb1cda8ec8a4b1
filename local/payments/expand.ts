import { invalid } from './problems.ts'
import type { Provider } from './provider.ts'
import type { Kind } from './store.ts'

/** The field of an object that can be had whole instead of by id, and the kind that it holds. */
const EXPANDABLE: Record<string, { field: string; kind: Kind }> = {
  'checkout.session': { field: 'payment_intent', kind: 'payment_intent' },
  payment_intent: { field: 'latest_charge', kind: 'charge' },
}

interface Fields {
  object: string
  data?: Fields[]
  [field: string]: unknown
}

/**
 * Fills the fields named by `paths` (`payment_intent.latest_charge`; on lists `data.payment_intent`) in the object.
 * Throws StripeProblem for a field that cannot be expanded.
 */
export function expandObject(provider: Provider, object: { object: string }, paths: string[]): void {
  for (const path of paths) expandPath(provider, object as Fields, path.split('.'), path)
}

function expandPath(provider: Provider, object: Fields, [field = '', ...rest]: string[], path: string): void {
  if (object.object === 'list' && field === 'data' && rest.length > 0) {
    for (const item of object.data ?? []) expandPath(provider, item, rest, path)
    return
  }
  const known = EXPANDABLE[object.object]
  if (known?.field !== field) {
    throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' })
  }
  const whole = provider.store.get(known.kind, String(object[field])) ?? null
  object[field] = whole
  if (rest.length > 0 && whole) expandPath(provider, whole as unknown as Fields, rest, path)
}
