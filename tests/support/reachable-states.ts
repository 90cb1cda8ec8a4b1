import { ORDER_EVENTS, partsAfter } from '#domain/order/events.ts'
import type { OrderParts } from '#domain/order/parts.ts'
import { asStored } from './order-states.ts'

export const NOTHING: OrderParts = {
  order: 'absent',
  shopOrder: 'none',
  place: 'none',
  choice: 'none',
  substitution: 'none',
  attempts: 'none',
  refund: 'none',
}

/** Every state that events lead to. */
export function reachableStates(): OrderParts[] {
  const found = new Map<string, OrderParts>()
  const waiting = [NOTHING]
  for (let state = waiting.pop(); state; state = waiting.pop()) {
    const key = JSON.stringify(state)
    if (found.has(key)) continue
    found.set(key, state)
    // Nothing happens to an order that was deleted.
    if (state.order === 'absent' && state !== NOTHING) continue
    for (const event of ORDER_EVENTS) {
      const next = partsAfter(state, event)
      if (next) waiting.push(asStored(next))
    }
  }
  return [...found.values()].filter(({ order }) => order !== 'absent')
}
