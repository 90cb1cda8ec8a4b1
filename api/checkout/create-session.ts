import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { isUniqueViolation } from '#api/platform/database/constraint.ts'
import { describeFailure } from '#api/platform/failure.ts'
import { keyOfParameter } from '#api/platform/payments/metadata.ts'
import { type CheckoutSession, PaymentsError, type SessionParams } from '#api/platform/payments/payments.ts'
import type { ItemRow, OrderRow } from '#drizzle/schema/orders.ts'
import type { CheckoutField } from './customer-schema.ts'
import {
  abandonSession,
  insertSession,
  latestSession,
  type SessionRow,
  stopIfClosed,
  storeSession,
} from './queries.ts'
import { newSessionRow } from './session-params.ts'

const MAX_TRIES = 6
const BUSY_PAUSE_MS = 150
/** The provider refuses sessions shorter than 30 minutes: stored parameters with less time left are stale. */
const MIN_SECONDS_LEFT = 30 * 60 + 5

/**
 * Makes sure that an order has a checkout session that can be paid. The parameters are stored with a number n before the
 * provider is asked. When its answer is lost, the same n is asked for again, which gives the same session; when the provider
 * has stored a failure for n, n + 1 is next.
 * @returns the session's id and where to pay; null when the order's market stopped taking orders or the order was closed meanwhile
 * @throws AppError `below_minimum`; `payments_unavailable` when the provider does not answer, the next try continues from here; `invalid`
 *   when it refuses what the shopper typed; `attempt_busy` when the order was replaced or closed meanwhile
 * @throws PaymentsError when it refuses anything else
 */
export async function createCheckoutSession(
  deps: Deps,
  order: OrderRow,
  item: ItemRow,
  row: SessionRow,
): Promise<{ sessionId: string; url: string } | null> {
  const now = () => deps.clock.now().getTime()
  const deadline = now() + deps.config.timeLimits.sessionMs
  let current = row
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    // Abandoned, it is the last one of an order that another request has closed.
    if (current.stoppedAt !== null || current.status === 'abandoned') return null
    if (current.sessionId !== null && current.url !== null) {
      return { sessionId: current.sessionId, url: current.url }
    }
    if (isStale(current, deps.clock.now())) {
      current = await nextSession(deps, order, item, current)
      continue
    }
    const left = deadline - now()
    if (left < 100) break
    try {
      const session = await deps.payments.createSession(
        current.params as SessionParams,
        `${order.id}:${current.n}`,
        left,
      )
      current = await record(deps, current, session)
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error
      const { kind, param } = error
      deps.log('warn', 'checkout_session_failed', {
        orderId: order.id,
        n: current.n,
        kind,
        param,
        ...describeFailure(error),
      })
      if (kind === 'rejected') throw totalError(error) ?? fieldError(error) ?? error
      if (kind === 'server' && error.replayed) current = await nextSession(deps, order, item, current)
      if (kind === 'busy') await pause(BUSY_PAUSE_MS)
    }
  }
  throw new AppError('payments_unavailable')
}

function isStale(row: SessionRow, now: Date): boolean {
  return Date.parse(row.expiresAt) - now.getTime() < MIN_SECONDS_LEFT * 1000
}

/**
 * Stores the provider's answer. When another request was faster, or the row was abandoned, what is stored counts. If the
 * order's market stopped taking orders meanwhile, the session is stopped before its address is given to anyone.
 */
async function record({ db, clock }: Deps, row: SessionRow, session: CheckoutSession): Promise<SessionRow> {
  const at = clock.now().toISOString()
  const [, , , , [stored]] = await db.batch([
    ...storeSession(db, row, session, at),
    ...stopIfClosed(db, row.orderId, at),
    latestSession(db, row.orderId),
  ])
  return stored ?? row
}

/** Abandons the n-th session, whose address was given to nobody, and stores the parameters of the next one. */
async function nextSession(
  { db, clock, config }: Deps,
  order: OrderRow,
  item: ItemRow,
  row: SessionRow,
): Promise<SessionRow> {
  const now = clock.now()
  try {
    const [, [stored]] = await db.batch([
      abandonSession(db, row.id, now.toISOString()),
      insertSession(db, newSessionRow(order, item, row.n + 1, config, now)),
    ])
    if (!stored) throw new AppError('attempt_busy')
    return stored
  } catch (error) {
    // Another request of the same form was faster: continue with its row.
    if (!isUniqueViolation(error, 'checkout_sessions.order_id')) throw error
    const [latest] = await latestSession(db, order.id)
    return latest ?? row
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The form's field behind each value of the metadata that the shopper typed. */
const FIELDS: ReadonlyMap<string, CheckoutField> = new Map([
  ['customer_email', 'email'],
  ['customer_phone', 'phone'],
  ['customer_name', 'name'],
  ['recipient_name', 'recipientName'],
  ['recipient_phone', 'recipientPhone'],
  ['address', 'address'],
  ['unit', 'unit'],
  ['city', 'city'],
  ['state', 'state'],
  ['zip', 'zip'],
  ['note', 'note'],
  ['instructions', 'instructions'],
])

/** `below_minimum` where the provider takes even more at least than `MIN_CHARGE_CENTS`; null when it refused something else. */
function totalError({ code }: PaymentsError): AppError | null {
  return code === 'amount_too_small' ? new AppError('below_minimum') : null
}

/** `invalid` with the form's field that the provider refused; null when it refused something else. */
function fieldError({ param }: PaymentsError): AppError | null {
  const field = param === 'customer_email' ? 'email' : FIELDS.get(keyOfParameter(param ?? '') ?? '')
  if (field === undefined) return null
  const message =
    field === 'email'
      ? 'Please enter a valid email address'
      : 'The payment provider doesn’t accept this. Please change it.'
  return new AppError('invalid', { issues: [{ path: `customerInfo.${field}`, message }] })
}
