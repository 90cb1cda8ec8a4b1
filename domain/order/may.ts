import { partsOf } from './current-parts.ts'
import { type OrderEvent, partsAfter, rowOf } from './events.ts'
import type { OrderState, ShopOrder } from './state.ts'

/**
 * True if the event can happen to the order and this shop order; absent: its latest one. Buttons, answers on pages, guards and
 * validation ask this.
 */
export function mayHappen(state: OrderState, event: OrderEvent, shopOrder?: ShopOrder): boolean {
  if (rowOf(event).notToSamples && state.order.isSample) return false
  return partsAfter(partsOf(state, shopOrder), event) !== null
}
