import { PARTS, type Part, type PromiseEvent, type PromiseState, type StateOf } from './states.ts'

// One row an event, one column a state, in the order of the lists in states.ts: a cell that is missing does not compile.

/** The event happens, and this part stays as it is. */
const _ = 'stays'
/** The event cannot happen while this part is so: nothing of the whole changes. */
const x = 'refused'

type Cell<P extends Part> = StateOf<P> | typeof _ | typeof x
/** A cell for each state of a list, in its order. */
type Cells<States extends readonly string[], C> = { readonly [At in keyof States]: C }
type Row<P extends Part> = Cells<(typeof PARTS)[P], Cell<P>>
type Table<P extends Part> = Readonly<Record<PromiseEvent, Row<P>>>

// biome-ignore format: a table
const ORDER: Table<'order'> = {
  //                              absent     unpaid     closed     void          paid          delivered     cancelled    refunded
  placed:                        ['unpaid',  x,         x,         x,            x,            x,            x,           x],
  rebuilt:                       ['unpaid',  x,         x,         x,            x,            x,            x,           x],
  replaced:                      [x,         'void',    x,         x,            x,            x,            x,           x],
  session_ended:                 [x,         'closed',  x,         x,            x,            x,            x,           x],
  paid:                          [x,         'paid',    'paid',    x,            x,            x,            x,           x],
  paid_without_room:             [x,         x,         'paid',    x,            x,            x,            x,           x],
  paid_after_cancellation:       [x,         x,         x,         'cancelled',  x,            x,            x,           x],
  cancelled_by_admin:            [x,         'void',    x,         x,            'cancelled',  'cancelled',  x,           x],
  reopened_unpaid:               [x,         x,         'unpaid',  'unpaid',     x,            x,            x,           x],
  reopened_unpaid_without_room:  [x,         x,         'unpaid',  'unpaid',     x,            x,            x,           x],
  reopened:                      [x,         x,         x,         x,            x,            x,            'paid',      x],
  reopened_without_room:         [x,         x,         x,         x,            x,            x,            'paid',      x],
  over_capacity_resolved:        [x,         x,         x,         x,            _,            _,            x,           x],
  over_capacity_resolved_unpaid: [x,         _,         x,         x,            x,            x,            x,           x],
  deleted:                       [x,         'absent',  'absent',  'absent',     x,            x,            'absent',    'absent'],
  asked:                         [x,         _,         x,         x,            _,            x,            x,           x],
  accepted:                      [x,         _,         x,         x,            _,            x,            x,           x],
  declined:                      [x,         _,         x,         x,            _,            x,            x,           x],
  silent:                        [x,         x,         x,         x,            _,            x,            x,           x],
  withdrawn:                     [x,         _,         _,         _,            _,            _,            _,           _],
  ready:                         [x,         _,         x,         x,            _,            x,            x,           x],
  late:                          [x,         x,         x,         x,            _,            x,            x,           x],
  delivered:                     [x,         _,         x,         x,            'delivered',  x,            x,           x],
  delivered_by_admin:            [x,         _,         x,         x,            'delivered',  x,            x,           x],
  delivery_undone:               [x,         x,         x,         x,            x,            'paid',       x,           x],
  shop_delivery_undone:          [x,         _,         _,         _,            _,            'paid',       _,           _],
  danger:                        [x,         x,         x,         x,            _,            x,            x,           x],
  choice_offered:                [x,         x,         x,         x,            _,            x,            x,           x],
  chose_wait:                    [x,         x,         x,         x,            _,            x,            x,           x],
  chose_day:                     [x,         x,         x,         x,            _,            x,            x,           x],
  chose_cancel:                  [x,         x,         x,         x,            'cancelled',  x,            x,           x],
  choice_expired:                [x,         x,         x,         x,            'cancelled',  x,            x,           x],
  cancelled_by_buyer:            [x,         x,         x,         x,            'cancelled',  x,            x,           x],
  changed_by_buyer:              [x,         x,         x,         x,            _,            x,            x,           x],
  refund_requested:              [x,         x,         x,         x,            _,            _,            _,           x],
  refunded_in_part:              [x,         x,         x,         x,            _,            _,            _,           x],
  refunded_in_full:              [x,         x,         x,         x,            'refunded',   'refunded',   'refunded',  x],
  refund_failed:                 [x,         x,         x,         x,            _,            _,            _,           x],
  refund_returned_cancelled:     [x,         x,         x,         x,            x,            x,            _,           'cancelled'],
  refund_returned:               [x,         x,         x,         x,            _,            _,            x,           'paid'],
}

// biome-ignore format: a table
const SHOP_ORDER: Table<'shopOrder'> = {
  //                              none      asked         accepted      ready         delivered  declined  silent    withdrawn
  placed:                        [_,        x,            x,            x,            x,         x,        x,        x],
  rebuilt:                       [_,        x,            x,            x,            x,         x,        x,        x],
  replaced:                      [_,        _,            _,            _,            _,         _,        _,        _],
  session_ended:                 [_,        _,            _,            _,            _,         _,        _,        _],
  paid:                          [_,        _,            _,            _,            _,         _,        _,        _],
  paid_without_room:             [_,        _,            _,            _,            _,         _,        _,        _],
  paid_after_cancellation:       [_,        _,            _,            _,            _,         _,        _,        _],
  cancelled_by_admin:            [_,        _,            _,            _,            _,         _,        _,        _],
  reopened_unpaid:               [_,        _,            _,            _,            _,         _,        _,        _],
  reopened_unpaid_without_room:  [_,        _,            _,            _,            _,         _,        _,        _],
  reopened:                      [_,        _,            _,            _,            _,         _,        _,        _],
  reopened_without_room:         [_,        _,            _,            _,            _,         _,        _,        _],
  over_capacity_resolved:        [_,        _,            _,            _,            _,         _,        _,        _],
  over_capacity_resolved_unpaid: [_,        _,            _,            _,            _,         _,        _,        _],
  deleted:                       [_,        x,            x,            x,            x,         'none',   'none',   'none'],
  asked:                         ['asked',  x,            x,            x,            x,         'asked',  'asked',  'asked'],
  accepted:                      [x,        'accepted',   x,            x,            x,         x,        'accepted', x],
  declined:                      [x,        'declined',   'declined',   x,            x,         x,        x,        x],
  silent:                        [x,        'silent',     x,            x,            x,         x,        x,        x],
  withdrawn:                     [x,        'withdrawn',  'withdrawn',  'withdrawn',  x,         x,        x,        x],
  ready:                         [x,        x,            'ready',      x,            x,         x,        x,        x],
  late:                          [x,        x,            _,            _,            x,         x,        x,        x],
  delivered:                     [x,        x,            'delivered',  'delivered',  x,         x,        x,        x],
  delivered_by_admin:            [_,        _,            _,            _,            _,         _,        _,        _],
  delivery_undone:               [_,        _,            _,            _,            _,         _,        _,        _],
  shop_delivery_undone:          [x,        x,            x,            x,            'ready',   x,         x,        x],
  danger:                        [_,        _,            x,            x,            x,         _,        _,        _],
  choice_offered:                [_,        _,            _,            _,            x,         _,        _,        _],
  chose_wait:                    [_,        _,            _,            _,            x,         _,        _,        _],
  chose_day:                     [_,        'withdrawn',  'withdrawn',  x,            x,         _,        _,        _],
  chose_cancel:                  [_,        'withdrawn',  'withdrawn',  'withdrawn',  x,         _,        _,        _],
  choice_expired:                [_,        'withdrawn',  'withdrawn',  x,            x,         _,        _,        _],
  cancelled_by_buyer:            [_,        'withdrawn',  x,            x,            x,         _,        _,        _],
  changed_by_buyer:              [_,        _,            x,            x,            x,         _,        _,        _],
  refund_requested:              [_,        _,            _,            _,            _,         _,        _,        _],
  refunded_in_part:              [_,        _,            _,            _,            _,         _,        _,        _],
  refunded_in_full:              [_,        _,            _,            _,            _,         _,        _,        _],
  refund_failed:                 [_,        _,            _,            _,            _,         _,        _,        _],
  refund_returned_cancelled:     [_,        _,            _,            _,            _,         _,        _,        _],
  refund_returned:               [_,        _,            _,            _,            _,         _,        _,        _],
}

// biome-ignore format: a table
const PLACE: Table<'place'> = {
  //                              none      held      final     over
  placed:                        ['held',   x,        x,        x],
  rebuilt:                       ['held',   x,        x,        x],
  replaced:                      [x,        'none',   x,        'none'],
  session_ended:                 [x,        'none',   x,        'none'],
  paid:                          ['final',  'final',  x,        _],
  paid_without_room:             ['over',   x,        x,        x],
  paid_after_cancellation:       [_,        x,        x,        x],
  cancelled_by_admin:            [x,        'none',   'none',   'none'],
  reopened_unpaid:               ['held',   x,        x,        x],
  reopened_unpaid_without_room:  ['over',   x,        x,        x],
  reopened:                      ['final',  x,        x,        x],
  reopened_without_room:         ['over',   x,        x,        x],
  over_capacity_resolved:        [x,        x,        x,        'final'],
  over_capacity_resolved_unpaid: [x,        x,        x,        'held'],
  deleted:                       [_,        'none',   x,        'none'],
  asked:                         [_,        _,        _,        _],
  accepted:                      [_,        _,        _,        _],
  declined:                      [_,        _,        _,        _],
  silent:                        [_,        _,        _,        _],
  withdrawn:                     [_,        _,        _,        _],
  ready:                         [_,        _,        _,        _],
  late:                          [_,        _,        _,        _],
  delivered:                     [_,        _,        _,        _],
  delivered_by_admin:            [_,        _,        _,        _],
  delivery_undone:               [_,        _,        _,        _],
  shop_delivery_undone:          [_,        _,        _,        _],
  danger:                        [_,        _,        _,        _],
  choice_offered:                [_,        _,        _,        _],
  chose_wait:                    [_,        _,        _,        'final'],
  chose_day:                     [x,        x,        'final',  'final'],
  chose_cancel:                  [x,        x,        'none',   'none'],
  choice_expired:                [x,        x,        'none',   'none'],
  cancelled_by_buyer:            [x,        x,        'none',   'none'],
  changed_by_buyer:              [_,        _,        _,        _],
  refund_requested:              [_,        _,        _,        _],
  refunded_in_part:              [_,        _,        _,        _],
  refunded_in_full:              [_,        _,        'none',   'none'],
  refund_failed:                 [_,        _,        _,        _],
  refund_returned_cancelled:     [_,        _,        _,        _],
  refund_returned:               ['final',  x,        _,        _],
}

// biome-ignore format: a table
const CHOICE: Table<'choice'> = {
  //                              none       danger      offered   ended
  placed:                        [_,         _,          _,        _],
  rebuilt:                       [_,         _,          _,        _],
  replaced:                      [_,         _,          _,        _],
  session_ended:                 [_,         _,          _,        _],
  paid:                          [_,         _,          _,        _],
  paid_without_room:             [_,         _,          _,        _],
  paid_after_cancellation:       [_,         _,          _,        _],
  cancelled_by_admin:            [_,         'none',     'none',   x],
  reopened_unpaid:               [_,         _,          _,        _],
  reopened_unpaid_without_room:  [_,         _,          _,        _],
  reopened:                      [_,         x,          x,        'none'],
  reopened_without_room:         [_,         x,          x,        'none'],
  over_capacity_resolved:        [_,         _,          _,        _],
  over_capacity_resolved_unpaid: [_,         _,          _,        _],
  deleted:                       [_,         x,          x,        'none'],
  asked:                         [_,         _,          _,        _],
  accepted:                      [_,         'none',     'none',   x],
  declined:                      [_,         _,          _,        _],
  silent:                        [_,         _,          _,        _],
  withdrawn:                     [_,         _,          _,        _],
  ready:                         [_,         'none',     'none',   x],
  late:                          ['danger',  _,          _,        x],
  delivered:                     [_,         'none',     'none',   x],
  delivered_by_admin:            [_,         'none',     'none',   x],
  delivery_undone:               [_,         _,          _,        _],
  shop_delivery_undone:          [_,         _,          _,        _],
  danger:                        ['danger',  x,          x,        x],
  choice_offered:                [x,         'offered',  x,        x],
  chose_wait:                    [x,         x,          'none',   x],
  chose_day:                     [x,         x,          'none',   x],
  chose_cancel:                  [x,         x,          'ended',  x],
  choice_expired:                [x,         x,          'ended',  x],
  cancelled_by_buyer:            [_,         'none',     'none',   x],
  changed_by_buyer:              [_,         _,          _,        _],
  refund_requested:              [_,         _,          _,        _],
  refunded_in_part:              [_,         _,          _,        _],
  refunded_in_full:              [_,         'none',     'none',   _],
  refund_failed:                 [_,         _,          _,        _],
  refund_returned_cancelled:     [_,         _,          _,        _],
  refund_returned:               [_,         _,          _,        x],
}

// biome-ignore format: a table
const REFUND: Table<'refund'> = {
  //                              none          requested  part          full       failed
  placed:                        [_,            _,         _,            _,         _],
  rebuilt:                       [_,            _,         _,            _,         _],
  replaced:                      [_,            _,         _,            _,         _],
  session_ended:                 [_,            _,         _,            _,         _],
  paid:                          [_,            _,         _,            _,         _],
  paid_without_room:             [_,            _,         _,            _,         _],
  paid_after_cancellation:       [_,            _,         _,            _,         _],
  cancelled_by_admin:            [_,            _,         _,            _,         _],
  reopened_unpaid:               [_,            _,         _,            _,         _],
  reopened_unpaid_without_room:  [_,            _,         _,            _,         _],
  reopened:                      [_,            _,         _,            _,         _],
  reopened_without_room:         [_,            _,         _,            _,         _],
  over_capacity_resolved:        [_,            _,         _,            _,         _],
  over_capacity_resolved_unpaid: [_,            _,         _,            _,         _],
  deleted:                       [_,            x,         'none',       'none',    'none'],
  asked:                         [_,            _,         _,            _,         _],
  accepted:                      [_,            _,         _,            _,         _],
  declined:                      [_,            _,         _,            _,         _],
  silent:                        [_,            _,         _,            _,         _],
  withdrawn:                     [_,            _,         _,            _,         _],
  ready:                         [_,            _,         _,            _,         _],
  late:                          [_,            _,         _,            _,         _],
  delivered:                     [_,            _,         _,            _,         _],
  delivered_by_admin:            [_,            _,         _,            _,         _],
  delivery_undone:               [_,            _,         _,            _,         _],
  shop_delivery_undone:          [_,            _,         _,            _,         _],
  danger:                        [_,            _,         _,            _,         _],
  choice_offered:                [_,            _,         _,            _,         _],
  chose_wait:                    [_,            _,         _,            _,         _],
  chose_day:                     [_,            _,         _,            x,         _],
  chose_cancel:                  ['requested',  _,         'requested',  x,         'requested'],
  choice_expired:                ['requested',  _,         'requested',  x,         'requested'],
  cancelled_by_buyer:            ['requested',  _,         'requested',  x,         'requested'],
  changed_by_buyer:              [_,            _,         _,            _,         _],
  refund_requested:              ['requested',  _,         'requested',  x,         'requested'],
  refunded_in_part:              ['part',       'part',    _,            x,         'part'],
  refunded_in_full:              ['full',       'full',    'full',       x,         'full'],
  refund_failed:                 [x,            'failed',  x,            x,         x],
  refund_returned_cancelled:     [x,            x,         'failed',     'failed',  x],
  refund_returned:               [x,            x,         'failed',     'failed',  x],
}

/** By part: what each event makes of each state. */
export const TRANSITIONS: { readonly [P in Part]: Table<P> } = {
  order: ORDER,
  shopOrder: SHOP_ORDER,
  place: PLACE,
  choice: CHOICE,
  refund: REFUND,
}

/** What an event makes of one state of a part. */
export function cellOf<P extends Part>(part: P, event: PromiseEvent, state: StateOf<P>): Cell<P> {
  const states: readonly string[] = PARTS[part]
  const row: readonly Cell<P>[] = TRANSITIONS[part][event]
  return row[states.indexOf(state)] ?? x
}

/** The promise after an event; null when the event cannot happen, or happened before: then nothing changes. */
export function promiseAfter(promise: PromiseState, event: PromiseEvent): PromiseState | null {
  const order = next('order', promise.order, event)
  const shopOrder = next('shopOrder', promise.shopOrder, event)
  const place = next('place', promise.place, event)
  const choice = next('choice', promise.choice, event)
  const refund = next('refund', promise.refund, event)
  return order && shopOrder && place && choice && refund && { order, shopOrder, place, choice, refund }
}

function next<P extends Part>(part: P, state: StateOf<P>, event: PromiseEvent): StateOf<P> | null {
  const cell = cellOf(part, event, state)
  if (cell === x) return null
  return cell === _ ? state : (cell as StateOf<P>)
}
