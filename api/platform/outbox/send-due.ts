import { sql } from 'drizzle-orm'
import type { Deps } from '#api/deps.ts'
import { expectReport } from '#api/platform/expected-reports.ts'
import { describeFailure, storeProblem, unavailableService } from '#api/platform/failure.ts'
import { LinkKeyMissing, MailError } from '#api/platform/mail/mail.ts'
import {
  claimMessage,
  deleteMessage,
  deliveryIs,
  dueAbout,
  dueMessages,
  endPauses,
  finishMessage,
  type OutboxRow,
  pauseMessages,
  textAtOnce,
  WAITLIST_MESSAGES,
} from './outbox.ts'
import { ring } from './send-ring.ts'
import { undeliveredNotices } from './undelivered.ts'

/** Messages that are read at once. */
const PAGE = 20
/** The platform lets a run wait for six answers at once: two are left to emails and the database. */
const RINGS_AT_ONCE = 4
const EMAILS_WAIT_MS = 1_000
/** While a message is being sent nobody else takes it; longer than the mail provider may take to answer. */
const CLAIM_MS = 60_000
const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000
const MINUTE_MS = 60_000
/**
 * Less than a minute, so that the next scheduled run tries again: that is how the end of an outage is noticed. What was
 * tried waits longer than the others, so that messages on which the provider fails do not keep those behind them waiting.
 */
const PAUSE_MS = 20_000
const PAUSE_AFTER_TRY_MS = 30_000
/** After so many messages in a row without an answer the others that are as urgent are not tried now. */
const UNANSWERED_IN_A_ROW = 2
const SUPPRESSED = 'Not sent: an earlier email to this address was marked as spam'

/** The shares of a scheduled run: at its beginning, where florists wait for what comes next, and at its end. */
export const BEGINNING: Run = { messages: PAGE, waits: true }
/** An outage may have left many. A message costs six requests at most; the platform allows a thousand a run. */
export const END: Run = { messages: 3 * PAGE, waits: true }
const AFTER_REQUEST: Run = { messages: PAGE, waits: false }

type Run = {
  /** The most messages that it tries. */
  messages: number
  /** True if it has the time to wait for the provider's rate limit. */
  waits: boolean
}
/** A rate limit is over in a second, a quota is not. */
const LONGEST_WAIT_MS = 5_000

type Outcome =
  | { kind: 'sent' | 'other' }
  /** The provider may or may not have taken it. */
  | { kind: 'unavailable'; reason: string }
  /** Nothing else would be taken now either. */
  | { kind: 'held'; ms: number; until: string; reason: string }

/**
 * Sends what the outbox holds and is due, the most urgent first: at least once, with what it is about as idempotency key, so
 * that the provider sends it once, also for a database that was restored and has forgotten that it went. What fails by its
 * own fault is tried again with growing pauses for 24 hours, then shown as failed: for so long the provider knows the key.
 * While the provider is away, two messages of each urgency are tried a minute and the others wait; the first one that it
 * takes makes them all due. A provider that takes nothing ends the run: then nothing is due before it says.
 */
export async function sendDue(deps: Deps, { messages, waits }: Run = AFTER_REQUEST): Promise<void> {
  let refusals = 0
  for (let left = messages; left > 0; ) {
    const limit = Math.min(left, PAGE)
    const due = await dueMessages(deps.db, deps.clock.now().toISOString(), limit)
    const { tried, last } = await sendPage(deps, due)
    left -= tried
    if (last.kind === 'held') {
      refusals = tried === 1 ? refusals + 1 : 0
      if (!waits || last.ms > LONGEST_WAIT_MS || refusals > 1) return
      await deps.startTimer(last.ms).over
    } else if (last.kind !== 'unavailable' && due.length < limit) return
  }
}

/**
 * Sends what is due about an order, and nothing else: of many orders that are paid or assigned at the same time none waits for the
 * messages of the others, and their requests do not all try to send the same ones.
 */
export async function sendAbout(deps: Deps, orderId: string): Promise<void> {
  await sendPage(deps, await dueAbout(deps.db, orderId, deps.clock.now().toISOString()))
}

/**
 * Sends a page of what is due, its rings first. Emails wait a second for them: a push service that takes its time keeps none waiting.
 * @returns how many were tried, and what ended the page
 */
async function sendPage(deps: Deps, due: readonly OutboxRow[]): Promise<{ tried: number; last: Outcome }> {
  const rings = due.filter(isRing)
  const emails = due.filter((row) => !isRing(row))
  const ringing = sendRings(deps, rings)
  const sending =
    rings.length > 0
      ? ringingOrLate(deps, ringing).then(() => sendEmails(deps, emails))
      : sendEmails(deps, emails)
  const [{ tried, last }] = await Promise.all([sending, ringing])
  return { tried: rings.length + tried, last }
}

async function ringingOrLate({ startTimer }: Deps, ringing: Promise<void>): Promise<void> {
  const timer = startTimer(EMAILS_WAIT_MS)
  await Promise.race([ringing, timer.over])
  timer.cancel()
}

const isRing = ({ channel }: OutboxRow) => channel !== 'mail'

/** Rings some phones at once, and the next one whenever one was rung: no ring waits for all those before it. */
async function sendRings(deps: Deps, rings: readonly OutboxRow[]): Promise<void> {
  const left = rings.values()
  const inTurn = async () => {
    for (const row of left) await sendOrGiveUp(deps, row)
  }
  await Promise.all(Array.from({ length: RINGS_AT_ONCE }, inTurn))
}

/** @returns how many were tried, and `held` or `unavailable` if that ended them */
async function sendEmails(deps: Deps, due: readonly OutboxRow[]): Promise<{ tried: number; last: Outcome }> {
  let unanswered = 0
  for (const [index, row] of due.entries()) {
    const outcome = await sendOrGiveUp(deps, row)
    if (outcome.kind === 'sent') unanswered = 0
    if (outcome.kind === 'unavailable') unanswered += 1
    if (outcome.kind === 'unavailable' && unanswered === UNANSWERED_IN_A_ROW) {
      const now = deps.clock.now()
      const pause = { until: after(now, PAUSE_MS), reason: outcome.reason, asUrgentAs: row.kind }
      await pauseMessages(deps.db, pause, now.toISOString())
      return { tried: index + 1, last: outcome }
    }
    if (outcome.kind === 'held') return { tried: index + 1, last: outcome }
  }
  return { tried: due.length, last: { kind: 'other' } }
}

/** Sends one message as {@link sendOne} does, unless it is too old for that. */
export async function sendOrGiveUp(deps: Deps, row: OutboxRow): Promise<Outcome> {
  if (!isOver(row, deps.clock.now()) && !wasCutOff(row)) return sendOne(deps, row)
  await giveUp(deps, row)
  return { kind: 'other' }
}

/** Tried before with an unknown result, and the provider no longer knows the key: another try could send it twice. */
function isOver({ attempts, createdAt }: OutboxRow, now: Date): boolean {
  return attempts > 0 && now.getTime() - Date.parse(createdAt) > GIVE_UP_AFTER_MS
}

/** A text whose sender was cut off before it wrote down what came of it: no key keeps another try from being a second text. */
function wasCutOff({ channel, lockedUntil }: OutboxRow): boolean {
  return channel === 'text' && lockedUntil !== null
}

async function giveUp({ db, clock, log }: Deps, row: OutboxRow): Promise<void> {
  // A run that was cut off while sending stored no error.
  const lastError = row.lastError ?? `The ${row.channel} provider never confirmed it`
  const at = clock.now().toISOString()
  // Only an email that is lost is somebody's task: it goes beside whatever else matters.
  const dismissedAt = row.channel === 'mail' ? null : at
  await finishMessage(db, row.id, { status: 'failed', lastError, dismissedAt }, at)
  log('warn', 'message_given_up', { messageId: row.id, kind: row.kind, attempts: row.attempts })
}

/** Sends one message, unless somebody else is at it. What fails is kept as above. @returns what the provider did */
export async function sendOne(deps: Deps, row: OutboxRow): Promise<Outcome> {
  const { db, clock, log } = deps
  const now = clock.now()
  const { claimed, suppressed } = await claimMessage(db, row, now.toISOString(), after(now, CLAIM_MS))
  if (!claimed) return { kind: 'other' }
  const about = { messageId: row.id, kind: row.kind }
  if (suppressed) {
    await keepUnsent(deps, row)
    log('info', 'message_suppressed', about)
    return { kind: 'other' }
  }
  if (row.channel !== 'mail') return sendRing(deps, row)
  const result = await renderAndSend(deps, row)
  const at = clock.now().toISOString()
  const write = async () => {
    if (result === null) await deleteMessage(db, row.id)
    else if (result.outcome.kind === 'sent')
      await db.batch([
        finishMessage(db, row.id, result.finished, at),
        endPauses(db, at),
        expectReport(db, 'mail', at, deliveryIs(row.id, null)),
      ])
    else await finishMessage(db, row.id, result.finished, at)
  }
  // A database that fails once must not make a message that went look as if it had not.
  await write().catch(write)
  if (!result) {
    log('info', 'message_dropped', about)
    return { kind: 'other' }
  }
  const { outcome } = result
  if (outcome.kind === 'sent') log('info', 'message_sent', { ...about, attempts: row.attempts + 1 })
  if (outcome.kind === 'held') await pauseMessages(db, outcome, at)
  return outcome
}

/** Rings by a message that was claimed. A push that did not ring may have made its order's text due. */
async function sendRing(deps: Deps, row: OutboxRow): Promise<Outcome> {
  const { db, clock, log } = deps
  const result = await ring(deps, row)
  const at = clock.now().toISOString()
  const instead = result ? result.instead : row.channel === 'push' ? textAtOnce(db, row, at) : null
  const finish = result ? finishMessage(db, row.id, result.finished, at) : deleteMessage(db, row.id)
  let due: OutboxRow[] = []
  const write = async () => {
    const also = [finish, ...(result?.also ?? [])] as const
    if (instead) [due] = await db.batch([instead, ...also])
    else await db.batch(also)
  }
  await write().catch(write)
  const isSent = result?.finished.status === 'sent'
  log('info', isSent ? 'message_sent' : 'message_not_sent', { messageId: row.id, kind: row.kind })
  if (due.length > 0) await sendRings(deps, due)
  return { kind: 'other' }
}

/** Ends a message whose recipient wants no more mail: shown as failed, or deleted where no one needs to know. */
async function keepUnsent({ db, clock }: Deps, row: OutboxRow): Promise<void> {
  const isUnawaited = row.channel !== 'mail' || WAITLIST_MESSAGES.some((kind) => kind === row.kind)
  if (isUnawaited) return void (await deleteMessage(db, row.id))
  const at = clock.now().toISOString()
  const finished = {
    status: 'failed',
    attempts: row.attempts,
    lastError: SUPPRESSED,
    delivery: 'suppressed',
    deliveryAt: at,
  } as const
  await db.batch([finishMessage(db, row.id, finished, at), ...undeliveredNotices(db, row, at, sql`true`)])
}

/** Writes a message out and hands it over. @returns what became of it; null when there is nothing to send */
async function renderAndSend(deps: Deps, row: OutboxRow) {
  const { clock, mail, log } = deps
  try {
    const message = await deps.renderEmail(deps, row)
    if (!message) return null
    const providerMessageId = await mail.send(message, row.dedupeKey)
    const sentAt = clock.now().toISOString()
    return {
      finished: { status: 'sent', sentAt, providerMessageId, lastError: null },
      outcome: { kind: 'sent' },
    } as const
  } catch (error) {
    const { kind: failure } = error instanceof MailError ? error : { kind: 'unwritable' }
    const text = describeFailure(error)
    log(failure === 'configuration' ? 'error' : 'warn', 'message_failed', {
      messageId: row.id,
      kind: row.kind,
      attempts: row.attempts + 1,
      failure,
      ...text,
    })
    const service = unavailableService(error)
    if (service) storeProblem(deps, { source: 'server', event: 'outage', service }, text)
    return afterFailure(row, error, clock.now())
  }
}

/** A message that did not go by the provider's fault waits until the provider is back. */
function afterFailure(row: OutboxRow, error: unknown, at: Date) {
  if (error instanceof LinkKeyMissing) return ofOwnFault(row, error.message, at)
  if (!(error instanceof MailError)) return ofOwnFault(row, 'The message could not be written', at)
  const { kind, message: reason, retryAfterSeconds = 60 } = error
  const dueBeforePause = row.dueBeforePause ?? row.nextAttemptAt
  if (kind === 'busy' || kind === 'configuration') {
    const ms = kind === 'busy' ? retryAfterSeconds * 1000 : PAUSE_AFTER_TRY_MS
    const until = after(at, ms)
    // It was not tried, so it keeps its attempts and its 24 hours.
    const { attempts } = row
    return {
      finished: { status: 'pending', attempts, lastError: reason, nextAttemptAt: until, dueBeforePause },
      outcome: { kind: 'held', ms, until, reason },
    } as const
  }
  if (kind === 'unavailable' && !isTooOld(row, at, PAUSE_AFTER_TRY_MS)) {
    const nextAttemptAt = after(at, PAUSE_AFTER_TRY_MS)
    return {
      finished: { status: 'pending', lastError: reason, nextAttemptAt, dueBeforePause },
      outcome: { kind: 'unavailable', reason },
    } as const
  }
  return ofOwnFault(row, reason, at, kind === 'rejected')
}

function ofOwnFault(row: OutboxRow, lastError: string, at: Date, isPermanent = false) {
  const pause = nextPause(row.attempts + 1)
  const status = isPermanent || isTooOld(row, at, pause) ? 'failed' : 'pending'
  return {
    finished: { status, lastError, nextAttemptAt: after(at, pause) },
    outcome: { kind: 'other' },
  } as const
}

/** After a pause the provider would no longer know the key. */
function isTooOld({ createdAt }: OutboxRow, at: Date, pauseMs: number): boolean {
  return at.getTime() + pauseMs - Date.parse(createdAt) > GIVE_UP_AFTER_MS
}

/** 1, 2, 4 … minutes, an hour at most. @param attempts made so far, one or more */
export function nextPause(attempts: number): number {
  return Math.min(2 ** (attempts - 1), 60) * MINUTE_MS
}

function after(at: Date, ms: number): string {
  return new Date(at.getTime() + ms).toISOString()
}
