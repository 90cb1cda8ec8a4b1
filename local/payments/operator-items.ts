import { html } from 'hono/html'
import { formatMoney } from '#domain/money.ts'
import { formatTime, type Markup } from '#local/page.ts'
import type { Delivery } from './deliveries.ts'
import { isEnquiry } from './disputes.ts'
import type { StoredEvent } from './events.ts'
import type { Charge, Dispute, PaymentIntent, Refund, Session } from './shapes.ts'
import type { State } from './state.ts'

type Tone = 'good' | 'bad' | 'open' | 'plain'

const EVENT_BUTTONS = { resend: 'Resend', double: 'Send twice', delay: 'Delay 30 s', drop: 'Drop' }

/** One checkout session with what a person may make happen to it. */
export function sessionItem(session: Session, state: State): Markup {
  const name = session.client_reference_id ?? shortId(session.id)
  const intent = state.payments.find(({ id }) => id === session.payment_intent)
  const charge = state.charges.find(({ id }) => id === intent?.latest_charge)
  const refunds = state.refunds.filter((refund) => refund.charge === charge?.id)
  const disputes = state.disputes.filter((dispute) => dispute.charge === charge?.id)
  return html`<li class="item">
    <div class="top">
      <h3>${name}</h3>
      <b class="amount">${formatMoney(session.amount_total)}</b>
    </div>
    <p class="badges">${[...sessionBadges(session, intent, charge), ...refunds.map(refundBadge), ...disputes.map(disputeBadge)]}</p>
    <p class="facts muted">
      ${[session.customer_email, formatTime(new Date(session.created * 1000)), untilText(session)].filter(Boolean).join(' · ')}
    </p>
    <div class="actions">
      ${session.url ? html`<a class="button" href="${session.url}">Payment page</a>` : ''}
      ${session.status === 'open' ? action(`sessions/${session.id}/expire`, 'Expire now') : ''}
      ${intent?.status === 'processing' ? action(`sessions/${session.id}/succeed`, 'Payment succeeds') : ''}
      ${intent?.status === 'processing' ? action(`sessions/${session.id}/fail`, 'Payment fails') : ''}
      ${refunds.flatMap(refundActions)}
      ${charge && !charge.disputed ? action(`charges/${charge.id}/enquiry`, 'The bank asks') : ''}
      ${charge && !charge.disputed ? action(`charges/${charge.id}/dispute`, 'Open a dispute') : ''}
      ${disputes.flatMap(disputeActions)}
    </div>
    ${raw(session)}
  </li>`
}

/** One event and how its delivery goes. */
export function eventItem(event: StoredEvent, state: State): Markup {
  const delivery = state.deliveries.find(({ event_id }) => event_id === event.id)
  const about = [subject(event, state), formatTime(new Date(event.created * 1000))]
    .filter(Boolean)
    .join(' · ')
  return html`<li class="item">
    <div class="top">
      <h3 class="code">${event.type}</h3>
      ${delivery ? deliveryBadge(delivery, state.webhooks.enabled) : ''}
    </div>
    <p class="facts muted">${about}</p>
    ${delivery && delivery.attempts > 0 ? html`<p class="facts muted">${attemptsText(delivery)}</p>` : ''}
    <div class="actions">
      ${Object.entries(EVENT_BUTTONS).map(([what, label]) => action(`events/${event.id}/${what}`, label))}
    </div>
    ${raw(event)}
  </li>`
}

function sessionBadges(session: Session, intent?: PaymentIntent, charge?: Charge): Markup[] {
  const refunded = charge && charge.amount_refunded > 0 && formatMoney(charge.amount_refunded)
  return [
    badge(
      session.status,
      session.status === 'open' ? 'open' : session.status === 'complete' ? 'good' : 'plain',
    ),
    badge(session.payment_status, session.payment_status === 'paid' ? 'good' : 'plain'),
    ...(intent?.status === 'processing' ? [badge('payment under way', 'open')] : []),
    ...(refunded ? [badge(`${refunded} refunded`, 'plain')] : []),
  ]
}

/** The badge of a refund; one that went through has none, since the sum says enough. */
function refundBadge(refund: Refund): Markup | '' {
  if (refund.status === 'succeeded') return ''
  return badge(
    `${formatMoney(refund.amount)} refund ${refund.status}`,
    refund.status === 'pending' ? 'open' : 'bad',
  )
}

function refundActions(refund: Refund): Markup[] {
  const { id, status } = refund
  const label = `${formatMoney(refund.amount)} refund`
  return [
    ...(status === 'pending' ? [action(`refunds/${id}/succeed`, `${label} succeeds`)] : []),
    ...(status === 'failed' ? [] : [action(`refunds/${id}/fail`, `${label} fails`)]),
  ]
}

function disputeBadge({ status }: Dispute): Markup {
  const label = status.replace('warning', 'enquiry').replaceAll('_', ' ')
  if (status === 'warning_closed') return badge(label, 'good')
  if (status === 'won' || status === 'lost')
    return badge(`dispute ${label}`, status === 'won' ? 'good' : 'bad')
  return badge(`disputed, ${label}`, 'bad')
}

function disputeActions(dispute: Dispute): Markup[] {
  const { id, status } = dispute
  if (status === 'won' || status === 'warning_closed') return []
  if (status === 'lost') return [action(`disputes/${id}/win`, 'Dispute is won after all')]
  const answer = status.endsWith('needs_response') ? [action(`disputes/${id}/answer`, 'Answer the bank')] : []
  if (isEnquiry(dispute)) {
    return [
      ...answer,
      action(`disputes/${id}/escalate`, 'Becomes a chargeback'),
      action(`disputes/${id}/win`, 'Enquiry is closed'),
    ]
  }
  return [
    ...answer,
    action(`disputes/${id}/win`, 'Dispute is won'),
    action(`disputes/${id}/lose`, 'Dispute is lost'),
  ]
}

function deliveryBadge({ state, by_hand }: Delivery, enabled: boolean): Markup {
  const tones: Record<Delivery['state'], Tone> = {
    delivered: 'good',
    waiting: 'open',
    dropped: 'plain',
    failed: 'bad',
  }
  const held = state === 'waiting' && !enabled && by_hand === 0
  return badge(held ? 'waiting, held' : state, tones[state])
}

function attemptsText({ state, attempts, last_status, last_error, next_at }: Delivery): string {
  const tried = attempts === 1 ? '1 attempt' : `${attempts} attempts`
  const last = last_status === null ? last_error : `answered ${last_status}`
  const waits = state === 'waiting' && next_at > Date.now()
  const next = waits ? `next at ${new Date(next_at).toLocaleTimeString('en-US')}` : null
  return [tried, last, next].filter(Boolean).join(' · ')
}

/** The order of an event, if it names one. */
function subject(event: StoredEvent, state: State): string | null {
  const object = event.data.object as { id: string; client_reference_id?: string; payment_intent?: string }
  const session = state.sessions.find(
    ({ payment_intent }) =>
      payment_intent !== null && (payment_intent === object.payment_intent || payment_intent === object.id),
  )
  return object.client_reference_id ?? session?.client_reference_id ?? shortId(object.id)
}

function untilText(session: Session): string | null {
  if (session.status !== 'open') return null
  const until = new Date(session.expires_at * 1000)
  return `open until ${until.toLocaleString('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })}`
}

function action(path: string, label: string): Markup {
  return html`<form method="post" action="/_local/${path}"><button>${label}</button></form>`
}

function badge(text: string, tone: Tone): Markup {
  return html`<span class="badge ${tone}">${text}</span>`
}

function raw(object: { id: string }): Markup {
  return html`<details><summary>${shortId(object.id)}</summary><pre class="code">${JSON.stringify(object, null, 2)}</pre></details>`
}

function shortId(id: string): string {
  return id.length > 22 ? `${id.slice(0, 18)}…` : id
}
