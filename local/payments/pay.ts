import { type Card, type CardOutcome, outcomeOf } from './cards.ts'
import { recordEvent } from './events.ts'
import { refused } from './problems.ts'
import { type Provider, seconds } from './provider.ts'
import { getCheckout, getSession } from './sessions.ts'
import { newCharge, newPaymentIntent, type PaymentIntent, type Session } from './shapes.ts'
import type { Checkout } from './store.ts'

export type PayResult =
  | { kind: 'done'; session: Session }
  | { kind: 'declined'; declineCode: string; message: string }
  /** The session was complete or expired before this. */
  | { kind: 'closed'; session: Session; bySameForm: boolean }

/**
 * Tries a card for a session. `form` names the page the card was typed into, so that a second click on the same page is
 * told from a second payment. Whatever happens is recorded in events; at most one card ever pays.
 * Throws StripeProblem when there is no such session.
 */
export function pay(provider: Provider, sessionId: string, card: Card, form: string): PayResult {
  const session = getSession(provider, sessionId)
  const checkout = getCheckout(provider, sessionId)
  if (session.status !== 'open') return { kind: 'closed', session, bySameForm: checkout.completedBy === form }

  const intent = intentFor(provider, session, checkout)
  const outcome = outcomeOf(card)
  if (outcome.kind === 'declined') return decline(provider, intent, outcome)
  provider.store.put('checkout', { ...checkout, paymentIntent: intent.id, completedBy: form })
  return { kind: 'done', session: complete(provider, session, intent, card, outcome.kind === 'delayed') }
}

/** A delayed payment comes through or fails. Throws StripeProblem unless the session waits for one. */
export function finishDelayed(provider: Provider, sessionId: string, succeeded: boolean): Session {
  const session = getSession(provider, sessionId)
  const intent = provider.store.get('payment_intent', getCheckout(provider, sessionId).paymentIntent ?? '')
  if (session.status !== 'complete' || intent?.status !== 'processing')
    throw refused('This Checkout Session has no payment under way.')
  const finished: Session = { ...session, payment_status: succeeded ? 'paid' : 'unpaid' }
  provider.store.put('session', finished)
  if (succeeded) charge(provider, intent, session.customer_details, DELAYED_CARD)
  else
    decline(provider, intent, {
      kind: 'declined',
      declineCode: 'generic_decline',
      message: 'The payment did not come through.',
    })
  const type = succeeded
    ? 'checkout.session.async_payment_succeeded'
    : 'checkout.session.async_payment_failed'
  recordEvent(provider, type, finished, null)
  return finished
}

/** Card numbers are never stored; the one that pays later is known. */
const DELAYED_CARD = { number: '4000000000000077', expMonth: 12, expYear: 2034 }

function intentFor(provider: Provider, session: Session, checkout: Checkout): PaymentIntent {
  const known = checkout.paymentIntent && provider.store.get('payment_intent', checkout.paymentIntent)
  if (known) return known
  const intent = newPaymentIntent(session, checkout.intentMetadata, seconds(provider))
  provider.store.put('payment_intent', intent)
  provider.store.put('checkout', { ...checkout, paymentIntent: intent.id })
  return intent
}

function decline(
  provider: Provider,
  intent: PaymentIntent,
  outcome: Extract<CardOutcome, { kind: 'declined' }>,
): PayResult {
  const failed: PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    last_payment_error: {
      code: 'card_declined',
      decline_code: outcome.declineCode,
      doc_url: 'https://stripe.com/docs/error-codes/card-declined',
      message: outcome.message,
      type: 'card_error',
    },
  }
  provider.store.put('payment_intent', failed)
  recordEvent(provider, 'payment_intent.payment_failed', failed, null)
  return { kind: 'declined', declineCode: outcome.declineCode, message: outcome.message }
}

function complete(
  provider: Provider,
  session: Session,
  intent: PaymentIntent,
  card: Card,
  delayed: boolean,
): Session {
  const completed: Session = {
    ...session,
    status: 'complete',
    payment_status: delayed ? 'unpaid' : 'paid',
    payment_intent: intent.id,
    customer_details: { email: session.customer_email, name: card.name },
    url: null,
  }
  provider.store.put('session', completed)
  if (delayed)
    provider.store.put('payment_intent', { ...intent, status: 'processing', last_payment_error: null })
  else charge(provider, intent, completed.customer_details, card)
  recordEvent(provider, 'checkout.session.completed', completed, null)
  return completed
}

function charge(
  provider: Provider,
  intent: PaymentIntent,
  payer: Session['customer_details'],
  card: Pick<Card, 'number' | 'expMonth' | 'expYear'>,
): void {
  const made = newCharge(intent, payer, card, seconds(provider))
  const paid: PaymentIntent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: made.id,
  }
  provider.store.put('charge', made)
  provider.store.put('payment_intent', paid)
  recordEvent(provider, 'payment_intent.succeeded', paid, null)
}
