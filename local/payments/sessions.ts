import { recordEvent } from './events.ts'
import { invalid, noSuch, refused } from './problems.ts'
import { type Call, newId, type Provider, seconds } from './provider.ts'
import type { CreateSessionParams } from './session-params.ts'
import { newSession, type Session } from './shapes.ts'
import type { Checkout } from './store.ts'

const MINUTE = 60
const DAY = 24 * 60 * MINUTE
const LEAST_TOTAL = 50

/** Creates an open session; a session without `expires_at` lives 24 hours. Throws StripeProblem for what Stripe refuses. */
export function createSession(provider: Provider, params: CreateSessionParams): Session {
  const created = seconds(provider)
  const expiresAt = params.expires_at ?? created + DAY
  requireExpiry(expiresAt, created)
  const lines = params.line_items.map(lineOf)
  if (lines.length === 0)
    throw invalid('Missing required param: line_items.', { code: 'parameter_missing', param: 'line_items' })
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  if (total < LEAST_TOTAL) {
    const message = `The Checkout Session's total amount due must add up to at least $0.50 usd`
    throw invalid(message, { code: 'amount_too_small', param: 'line_items' })
  }

  const id = newId('cs_test_')
  const session = newSession(id, `${provider.url()}/c/pay/${id}`, params, { total, created, expiresAt })
  provider.store.put('session', session)
  provider.store.put('checkout', {
    id,
    lines,
    intentMetadata: params.payment_intent_data?.metadata ?? {},
    paymentIntent: null,
    completedBy: null,
  })
  return session
}

/** The session as it is now: one whose time is over is expired first. Throws StripeProblem when there is none. */
export function getSession(provider: Provider, id: string): Session {
  const session = provider.store.get('session', id)
  if (!session) throw noSuch('checkout.session', id, 'session')
  const isOverdue = session.status === 'open' && session.expires_at <= seconds(provider)
  return isOverdue ? expire(provider, session, null) : session
}

/** Ends an open session before its time. Throws StripeProblem unless it is open. */
export function expireSession(provider: Provider, id: string, call: Call | null): Session {
  const session = getSession(provider, id)
  if (session.status !== 'open') {
    throw refused(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    )
  }
  return expire(provider, session, call)
}

/** Expires every open session whose time is over. */
export function expireOverdueSessions(provider: Provider): void {
  for (const session of provider.store.overdueSessions(seconds(provider))) expire(provider, session, null)
}

export function getCheckout(provider: Provider, sessionId: string): Checkout {
  const checkout = provider.store.get('checkout', sessionId)
  if (!checkout) throw noSuch('checkout.session', sessionId, 'session')
  return checkout
}

function expire(provider: Provider, session: Session, call: Call | null): Session {
  const expired: Session = { ...session, status: 'expired', url: null }
  provider.store.put('session', expired)
  recordEvent(provider, 'checkout.session.expired', expired, call)
  return expired
}

function requireExpiry(expiresAt: number, created: number): void {
  const bound =
    expiresAt < created + 30 * MINUTE
      ? 'at least 30 minutes'
      : expiresAt > created + DAY
        ? 'less than 24 hours'
        : null
  if (bound === null) return
  throw invalid(`The \`expires_at\` timestamp must be ${bound} from Checkout Session creation.`, {
    param: 'expires_at',
  })
}

function lineOf({ price_data: price, quantity }: CreateSessionParams['line_items'][number]) {
  const { name, description = null, images = [] } = price.product_data
  return { name, description, picture: images[0] ?? null, quantity, amount: price.unit_amount * quantity }
}
