import type { LogEntry } from './state.ts'

type Data = LogEntry['data']

const UNPAID_ENDS: readonly string[] = ['expired', 'payment_failed', 'given_up', 'not_opened']
const OVER: readonly unknown[] = ['delivered', 'completed']
const SHOP_EVENTS: Readonly<Record<string, string>> = {
  pending: 'shop_set_asked',
  confirmed: 'accepted',
  processing: 'accepted',
  ready: 'ready',
  delivered: 'delivered',
  rejected: 'declined',
}

/**
 * The event that an entry of a log is. Until 2026-11-29 entries had kinds of their own, which the database still has: one kind was
 * several events. An entry that is no event keeps its kind.
 */
export function eventOfEntry(kind: string, data: Data, actor: string): string {
  switch (kind) {
    case 'status_changed':
      if (data['to'] === 'cancelled') return actor === 'admin' ? 'cancelled' : 'status_set'
      if (data['from'] === 'cancelled') return 'reopened'
      if (OVER.includes(data['to']) === OVER.includes(data['from'])) return 'status_set'
      return OVER.includes(data['to']) ? 'delivered_by_admin' : 'delivery_set_back'
    case 'shop_order_status':
      if (data['to'] === 'rejected' && actor === 'system') return 'unanswered'
      return SHOP_EVENTS[String(data['to'])] ?? kind
    case 'choice_answered':
      return `chose_${String(data['answer'])}`
    case 'substitution_answered':
      return data['answer'] === 'no' ? 'substitution_declined' : 'substitution_agreed'
    case 'delivery_attempted':
      return data['outcome'] === 'nobody' ? 'nobody_there' : 'handed_over'
    case 'attempt_corrected':
      return isToNobody(data) ? 'attempt_corrected_to_nobody' : kind
    case 'refund_failed':
      return data['returned'] === true ? 'refund_returned' : kind
    default:
      return UNPAID_ENDS.includes(kind) ? 'session_ended' : kind
  }
}

function isToNobody({ after }: Data): boolean {
  return typeof after === 'object' && after !== null && 'outcome' in after && after.outcome === 'nobody'
}

/** An entry of a log as it is read. */
export function upcast<Entry extends Pick<LogEntry, 'kind' | 'data' | 'actor'>>(entry: Entry): Entry {
  const { kind, data, actor } = entry
  const event = eventOfEntry(kind, data, actor)
  if (event === kind) return entry
  return { ...entry, kind: event, ...(event === 'session_ended' && { data: { ...data, why: kind } }) }
}
