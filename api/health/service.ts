import type { Deps } from '#api/deps.ts'
import { unavailableService } from '#api/platform/failure.ts'
import { ALARM_MS, countRecentRefusals } from '#api/platform/refusals.ts'
import { doPurchasesFail, HEALTH_REASONS, type HealthReason } from '#domain/health.ts'
import { type Readings, readHealth, recordRun } from './queries.ts'

const MINUTE_MS = 60_000
const RUN_MAX_AGE_MS = 5 * MINUTE_MS
const ORDER_MESSAGE_MAX_AGE_MS = 10 * MINUTE_MS
/** Longer than until the next try after a first failure. */
const FAILING_MAX_AGE_MS = 1.5 * MINUTE_MS
/** The scheduled work settles or closes an order within minutes after the end of its session. */
const SETTLED_WITHIN_MS = 10 * MINUTE_MS
const PROBLEMS_OF_MS = 60 * MINUTE_MS
/** Stripe sends an event again within minutes that met an outage of ours. */
const PAYMENTS_REPORTED_WITHIN_MS = 30 * MINUTE_MS
const MESSAGES_REPORTED_WITHIN_MS = 60 * MINUTE_MS
const TEXTS_OF_MS = 60 * MINUTE_MS
/** One number may be a landline's. */
const FEWEST_UNREACHED_NUMBERS = 2

export type Health = {
  /** False where a person has to act. */
  ok: boolean
  /** The reasons to act, a sentence each. */
  reasons: string[]
  database: 'answers' | 'does not answer' | 'fails'
  /** Seconds since the last scheduled run; null before the first one, and without the database. */
  scheduledRunAge: number | null
  /** Seconds since the oldest email that is due was written or due; null without one. */
  oldestDueMessageAge: number | null
  oldestDueOrderMessageAge: number | null
  /** Seconds since the oldest payment, or email, of whose kind no webhook has told us since; null where webhooks come. */
  unreportedPaymentAge: number | null
  unreportedMessageAge: number | null
  /** The same of texts. */
  unreportedTextAge: number | null
  /** Orders without a result of their payment, long after their payment session ended. */
  unsettledPayments: number | null
  /**
   * In the last five minutes: the number of purchases that were asked for, and of those we refused (5xx, time-outs; not what is sold
   * out), how many came to a payment page, and how many were paid. Null without the database.
   */
  placements: { asked: number; refused: number; opened: number; paid: number } | null
  /** Entries of the back office's Problems that happened in the last hour. */
  problemsOfLastHour: number | null
  /** Names of settings that are wrong; their defaults count. */
  wrongSettings: readonly string[]
}

type Outside = Pick<Deps, 'db' | 'clock' | 'unwrittenProblems' | 'push' | 'texts'>

/** Statement: reads what {@link healthReasons} judges, in one row. */
export function healthReadings({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const now = clock.now()
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
  return readHealth(db, now.toISOString(), {
    sessionsEnded: ago(SETTLED_WITHIN_MS),
    problems: ago(PROBLEMS_OF_MS),
    placements: ago(ALARM_MS),
    texts: ago(TEXTS_OF_MS),
  })
}

/** The shop's health. No personal data. @throws whatever keeps the database from answering */
export async function healthOf(deps: Outside & Pick<Deps, 'config'>): Promise<Health> {
  const [read] = await healthReadings(deps)
  if (!read) throw new Error('A query without a condition answered nothing')
  const now = deps.clock.now()
  const age = (instant: string | null) => (instant === null ? null : Math.round(ageMs(instant, now) / 1000))
  const reasons = healthReasons(deps, read)
  return {
    ok: reasons.length === 0,
    reasons: reasons.map((reason) => HEALTH_REASONS[reason]),
    database: 'answers',
    scheduledRunAge: age(read.ranAt),
    oldestDueMessageAge: age(read.oldestDueMessage),
    oldestDueOrderMessageAge: age(read.oldestDueOrderMessage),
    unreportedPaymentAge: age(read.paymentsUnreportedSince),
    unreportedMessageAge: age(read.mailUnreportedSince),
    unreportedTextAge: deps.texts && age(read.textsUnreportedSince),
    unsettledPayments: read.unsettledPayments,
    placements: placementsOf(deps, read),
    problemsOfLastHour: read.problems,
    wrongSettings: deps.config.wrongSettings,
  }
}

/** The shop's health while its database does not answer, or refuses the question. */
export function healthWithoutDatabase(
  deps: Pick<Deps, 'clock' | 'unwrittenProblems' | 'config'>,
  failure: unknown,
): Health {
  const isSilent = unavailableService(failure) === 'database'
  // Nobody comes to a payment page without it: what is asked for is refused.
  const refused = countRecentRefusals(deps)
  return {
    ok: false,
    reasons: [
      HEALTH_REASONS[isSilent ? 'database_silent' : 'database_fails'],
      ...(doPurchasesFail({ asked: refused, refused }) ? [HEALTH_REASONS.purchases_fail] : []),
    ],
    database: isSilent ? 'does not answer' : 'fails',
    scheduledRunAge: null,
    oldestDueMessageAge: null,
    oldestDueOrderMessageAge: null,
    unreportedPaymentAge: null,
    unreportedMessageAge: null,
    unreportedTextAge: null,
    unsettledPayments: null,
    placements: null,
    problemsOfLastHour: null,
    wrongSettings: deps.config.wrongSettings,
  }
}

/** Why a person has to act; the worst first. */
export function healthReasons(deps: Outside, read: Readings): HealthReason[] {
  const now = deps.clock.now()
  const isOlder = (instant: string | null, ms: number) => instant !== null && ageMs(instant, now) > ms
  const isUnreported = (since: string | null, ms: number) => since !== null && ageMs(since, now) >= ms
  const { ranAt, paymentsFailingSince, unsettledPayments } = read
  const reasons: Partial<Record<HealthReason, boolean>> = {
    purchases_fail: doPurchasesFail(placementsOf(deps, read)),
    never_ran: ranAt === null,
    run_late: isOlder(ranAt, RUN_MAX_AGE_MS),
    stripe_away: paymentsFailingSince !== null,
    payments_unreported: isUnreported(read.paymentsUnreportedSince, PAYMENTS_REPORTED_WITHIN_MS),
    mail_fails: isOlder(read.oldestFailingOrderMessage, FAILING_MAX_AGE_MS),
    mail_late: isOlder(read.oldestDueOrderMessage, ORDER_MESSAGE_MAX_AGE_MS),
    mail_unreported: isUnreported(read.mailUnreportedSince, MESSAGES_REPORTED_WITHIN_MS),
    push_fails: deps.push !== null && read.pushFailingSince !== null,
    texts_fail:
      deps.texts !== null &&
      (read.textsFailingSince !== null || read.unreachedNumbers >= FEWEST_UNREACHED_NUMBERS),
    texts_unreported:
      deps.texts !== null && isUnreported(read.textsUnreportedSince, MESSAGES_REPORTED_WITHIN_MS),
    unsettled: unsettledPayments > 0,
  }
  return (Object.keys(reasons) as HealthReason[]).filter((reason) => reasons[reason])
}

/** Purchases that this isolate has refused count also before the database has taken it. */
function placementsOf(deps: Pick<Deps, 'clock' | 'unwrittenProblems'>, { opened, paid, ...read }: Readings) {
  const refused = Math.max(read.refused, countRecentRefusals(deps))
  return { asked: opened + refused, refused, opened, paid }
}

function ageMs(instant: string, now: Date): number {
  return now.getTime() - Date.parse(instant)
}

/** Notes that the scheduled work ran, for the health check. */
export function noteRun(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { paymentsFailed }: { paymentsFailed: boolean },
) {
  return recordRun(db, paymentsFailed, clock.now().toISOString())
}
