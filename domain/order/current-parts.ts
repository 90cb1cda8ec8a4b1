import { takesPlace } from '#domain/order-status.ts'
import { cellOf, isOrderEvent, rowOf } from './events.ts'
import type { OrderParts, Part, StateOf } from './parts.ts'
import {
  flagOf,
  type LogEntry,
  latestShopOrder,
  liveShopOrder,
  type OrderState,
  openChoice,
  openQuestion,
  type ShopOrder,
} from './state.ts'

const SHOP_ORDER_STATES = {
  pending: 'asked',
  confirmed: 'accepted',
  processing: 'accepted',
  ready: 'ready',
  delivered: 'delivered',
  rejected: 'declined',
} as const

/** The parts of an order with its latest shop order, unless another is given: as stored, or as its log has led to. */
export function partsOf(state: OrderState, shopOrder = latestShopOrder(state)): OrderParts {
  const order = orderPart(state)
  return {
    order,
    shopOrder: shopOrderPart(shopOrder, liveShopOrder(state)),
    place: placePart(state),
    choice: choicePart(state),
    substitution: openQuestion(state) ? 'asked' : 'none',
    attempts: folded('attempts', state, 'none'),
    refund: refundPart(order, state),
  }
}

/** The entries of a log that were not undone. Notes may have come after those that were. */
export function happened<Entry extends Pick<LogEntry, 'kind' | 'data'>>(log: readonly Entry[]): Entry[] {
  const entries: Entry[] = []
  for (const entry of log) {
    if (entry.kind === 'undone') {
      const undone = Number(entry.data['entries'])
      const last = entries.findLastIndex(({ kind }) => kind === entry.data['undoes'])
      entries.splice(last - undone + 1, undone)
    } else entries.push(entry)
  }
  return entries
}

/** The state of a part after the events of the log. */
function folded<P extends Part>(part: P, { log }: OrderState, first: StateOf<P>): StateOf<P> {
  return happened(log).reduce((state, { kind }) => next(part, kind, state), first)
}

function next<P extends Part>(part: P, kind: string, state: StateOf<P>): StateOf<P> {
  const cell = isOrderEvent(kind) ? cellOf(part, kind, state) : 'stays'
  return isState(cell) ? cell : state
}

/** When a shop order last came into each of its states (ISO instants). */
export function shopOrderStamps(
  log: readonly LogEntry[],
  shopOrderId: string | undefined,
): Partial<Record<StateOf<'shopOrder'>, string>> {
  const stamps: Partial<Record<StateOf<'shopOrder'>, string>> = {}
  let state: StateOf<'shopOrder'> = 'none'
  for (const { kind, data, createdAt } of happened(log)) {
    if (data['shopOrderId'] !== shopOrderId) continue
    const after: StateOf<'shopOrder'> = next('shopOrder', kind, state)
    if (after !== state) stamps[after] = createdAt
    state = after
  }
  return stamps
}

/** When an event last led to one of these states of the order (ISO instant). */
export function lastLedTo(log: readonly LogEntry[], ...states: StateOf<'order'>[]): string | null {
  const leads = ({ kind }: LogEntry) => {
    const cells: Readonly<Record<string, string>> = (isOrderEvent(kind) && rowOf(kind).order) || {}
    return states.some((state) => Object.values(cells).includes(state))
  }
  return happened(log).findLast(leads)?.createdAt ?? null
}

const isState = <S extends string>(cell: S | 'stays' | 'refused'): cell is S =>
  cell !== 'stays' && cell !== 'refused'

/** Until 2026-11-29 a refund of a part was logged like one of all. */
function refundPart(order: StateOf<'order'>, state: OrderState): StateOf<'refund'> {
  if (order === 'refunded') return 'full'
  const refund = folded('refund', state, 'none')
  return refund === 'full' ? 'part' : refund
}

function orderPart(state: OrderState): StateOf<'order'> {
  const { status, paymentStatus } = state.order
  const isDelivered = status === 'delivered' || status === 'completed'
  if (paymentStatus === 'refunded') return 'refunded'
  if (paymentStatus === 'paid') {
    if (status === 'cancelled') return 'cancelled'
    return isDelivered ? 'delivered' : 'paid'
  }
  if (status !== 'cancelled') return isDelivered ? 'unpaid_delivered' : 'unpaid'
  return folded('order', state, 'unpaid') === 'lapsed' ? 'lapsed' : 'called_off'
}

/** What another shop has by now is history for this one. */
function shopOrderPart(shopOrder: ShopOrder | null, live: ShopOrder | null): StateOf<'shopOrder'> {
  if (!shopOrder) return 'none'
  const { id, status, withdrawnAt, answeredBy } = shopOrder
  if (withdrawnAt !== null || (live && live.id !== id)) return 'withdrawn'
  return status === 'rejected' && answeredBy === 'system' ? 'silent' : SHOP_ORDER_STATES[status]
}

/** A sample counts as if it took a place: nobody else's order depends on it. */
function placePart({ order, flags }: OrderState): StateOf<'place'> {
  if (!takesPlace({ ...order, isSample: false })) return 'none'
  return flagOf({ flags }, 'over_capacity') ? 'over' : 'taken'
}

function choicePart(state: OrderState): StateOf<'choice'> {
  const open = openChoice(state)
  if (open) return open.offeredAt === null ? 'danger' : 'asked'
  return folded('choice', state, 'none') === 'ended' ? 'ended' : 'none'
}
