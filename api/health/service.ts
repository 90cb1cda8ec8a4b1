import type { Deps } from '#api/deps.ts'
import { unavailableService } from '#api/platform/failure.ts'
import { type Readings, readHealth, recordRun } from './queries.ts'

const MINUTE_MS = 60_000
const RUN_MAX_AGE_MS = 5 * MINUTE_MS
const ORDER_MESSAGE_MAX_AGE_MS = 10 * MINUTE_MS
/** Longer than until the next try after a first failure. */
const FAILING_MAX_AGE_MS = 1.5 * MINUTE_MS
/** The scheduled work settles or closes an order within minutes after the end of its session. */
const SETTLED_WITHIN_MS = 10 * MINUTE_MS
const PROBLEMS_OF_MS = 60 * MINUTE_MS

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
  /** Orders without a result of their payment, long after their payment session ended. */
  unsettledPayments: number | null
  /** Entries of the back office's Problems that happened in the last hour. */
  problemsOfLastHour: number | null
  /** Names of settings that are wrong; their defaults count. */
  wrongSettings: readonly string[]
}

/** The shop's health. No personal data. @throws whatever keeps the database from answering */
export async function healthOf({
  db,
  clock,
  config,
}: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<Health> {
  const now = clock.now()
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
  const readings = await readHealth(db, now.toISOString(), {
    sessionsEndedBefore: ago(SETTLED_WITHIN_MS),
    problemsSince: ago(PROBLEMS_OF_MS),
  })
  const reasons = reasonsOf(readings, now)
  const age = (instant: string | null) => (instant === null ? null : Math.round(ageMs(instant, now) / 1000))
  return {
    ok: reasons.length === 0,
    reasons,
    database: 'answers',
    scheduledRunAge: age(readings.ranAt),
    oldestDueMessageAge: age(readings.oldestDueMessage),
    oldestDueOrderMessageAge: age(readings.oldestDueOrderMessage),
    unsettledPayments: readings.unsettledPayments,
    problemsOfLastHour: readings.problems,
    wrongSettings: config.wrongSettings,
  }
}

/** The shop's health while its database does not answer, or refuses the question. */
export function healthWithoutDatabase(failure: unknown, wrongSettings: readonly string[]): Health {
  const database = unavailableService(failure) === 'database' ? 'does not answer' : 'fails'
  return {
    ok: false,
    reasons: [`The database ${database}.`],
    database,
    scheduledRunAge: null,
    oldestDueMessageAge: null,
    oldestDueOrderMessageAge: null,
    unsettledPayments: null,
    problemsOfLastHour: null,
    wrongSettings,
  }
}

function reasonsOf(readings: Readings, now: Date): string[] {
  const isOlder = (instant: string | null, ms: number) => instant !== null && ageMs(instant, now) > ms
  const { ranAt, paymentsFailingSince, unsettledPayments } = readings
  const reasons = {
    'The scheduled work has never run.': ranAt === null,
    'The scheduled work has not run for more than 5 minutes.': isOlder(ranAt, RUN_MAX_AGE_MS),
    'Stripe does not answer, or refuses us.': paymentsFailingSince !== null,
    'Emails about orders fail.': isOlder(readings.oldestFailingOrderMessage, FAILING_MAX_AGE_MS),
    'An email about an order has waited for more than 10 minutes.': isOlder(
      readings.oldestDueOrderMessage,
      ORDER_MESSAGE_MAX_AGE_MS,
    ),
    'Payments are not settled 10 minutes after their session ended.': unsettledPayments > 0,
  }
  return Object.entries(reasons).flatMap(([reason, applies]) => (applies ? [reason] : []))
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
