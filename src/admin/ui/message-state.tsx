import type { AdminMessage } from '#api/platform/outbox/schema.ts'
import { type BadgeColour, statusLabel } from '#domain/order-status.ts'
import { StatusBadge } from './status-badge.tsx'

type State = AdminMessage['status'] | NonNullable<AdminMessage['delivery']>

/** States that read otherwise than they are called. */
const LABELS: Partial<Record<State, string>> = { pending: 'Waiting', suppressed: 'Not sent' }

const COLOURS: Readonly<Record<State, BadgeColour>> = {
  pending: 'yellow',
  sent: 'blue',
  delivered: 'green',
  delayed: 'yellow',
  failed: 'red',
  suppressed: 'red',
  bounced: 'red',
  complained: 'red',
}

type StateOf = Pick<AdminMessage, 'status' | 'delivery'>

/** Where an email stands: what the provider reported last, else what we know ourselves. */
export function MessageState({ message: { status, delivery } }: { message: StateOf }) {
  const state = delivery ?? status
  return (
    <StatusBadge status={state} palette={COLOURS}>
      {LABELS[state] ?? statusLabel(state)}
    </StatusBadge>
  )
}

/** Why an email did not go or arrive, as a sentence; null when nothing is wrong. */
export function messageReason({
  status,
  delivery,
  reason,
}: StateOf & Pick<AdminMessage, 'reason'>): string | null {
  if (delivery === 'complained') {
    return 'They marked it as spam. We no longer email this address.'
  }
  if (delivery === 'delayed')
    return reason ?? 'Their mail server isn’t accepting it yet. It will be tried again.'
  if (delivery === 'delivered') return null
  if (status === 'failed' || delivery !== null) return withStop(reason ?? 'No reason was given')
  return reason && withStop(reason)
}

/** `order-confirmation` as people say it. */
export function messageName(kind: string): string {
  return statusLabel(kind.replaceAll('-', ' '))
}

function withStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
