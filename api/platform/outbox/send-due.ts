import { sql } from 'drizzle-orm'
import type { Deps } from '#api/deps.ts'
import { describeFailure } from '#api/platform/failure.ts'
import { MailError } from '#api/platform/mail/mail.ts'
import {
  claimMessage,
  deleteMessage,
  dueMessages,
  finishMessage,
  holdMessages,
  type OutboxRow,
  WAITLIST_MESSAGES,
} from './outbox.ts'
import { mailboxHash } from './suppressions.ts'
import { undeliveredNotices } from './undelivered.ts'

const BATCH = 20
/** While a message is being sent nobody else takes it; longer than the mail provider may take to answer. */
const CLAIM_MS = 60_000
const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000
const MINUTE_MS = 60_000
/** How long nothing is sent after the provider refused our key: somebody has to put it right first. */
const CONFIGURATION_PAUSE_MS = 5 * MINUTE_MS
const SUPPRESSED = 'Not sent: an earlier email to this address was marked as spam'

/**
 * Sends what the outbox holds and is due, a page of it: at least once, with what it is about as idempotency key, so that
 * the provider sends it once, also for a database that was restored and has forgotten that it went. What fails is tried
 * again with growing pauses for 24 hours, then shown as failed: for so long the provider knows the key. A provider that
 * takes nothing at all ends the run: then nothing is due before it says, or before our settings may have been put right.
 */
export async function sendDue(deps: Deps): Promise<void> {
  const { db, clock } = deps
  const due = await dueMessages(db, clock.now().toISOString(), BATCH)
  for (const row of due) {
    if (isOver(row, clock.now())) await giveUp(deps, row)
    else if ((await sendOne(deps, row)) === 'held') return
  }
}

/** Tried before with an unknown result, and the provider no longer knows the key: another try could send it twice. */
function isOver({ attempts, createdAt }: OutboxRow, now: Date): boolean {
  return attempts > 0 && now.getTime() - Date.parse(createdAt) > GIVE_UP_AFTER_MS
}

async function giveUp({ db, clock, log }: Deps, row: OutboxRow): Promise<void> {
  // A run that was cut off while sending stored no error.
  const lastError = row.lastError ?? 'The mail provider never confirmed it'
  await finishMessage(db, row.id, { status: 'failed', lastError }, clock.now().toISOString())
  log('warn', 'message_given_up', { messageId: row.id, kind: row.kind, attempts: row.attempts })
}

/**
 * Sends one message, unless somebody else is at it. What fails is kept as above.
 * @returns `held` when nothing else would be taken now either
 */
export async function sendOne(deps: Deps, row: OutboxRow): Promise<'held' | 'done'> {
  const { db, clock, log } = deps
  const now = clock.now()
  const until = new Date(now.getTime() + CLAIM_MS).toISOString()
  const hash = await mailboxHash(row.recipient)
  const { claimed, suppressed } = await claimMessage(db, row, hash, now.toISOString(), until)
  if (!claimed) return 'done'
  const about = { messageId: row.id, kind: row.kind }
  if (suppressed) {
    await keepUnsent(deps, row)
    log('info', 'message_suppressed', about)
    return 'done'
  }
  const result = await renderAndSend(deps, row)
  const at = clock.now().toISOString()
  const write = async () => {
    if (result === null) await deleteMessage(db, row.id)
    else await finishMessage(db, row.id, result.finished, at)
  }
  // A database that fails once must not make a message that went look as if it had not.
  await write().catch(write)
  if (!result) log('info', 'message_dropped', about)
  else if (result.finished.status === 'sent')
    log('info', 'message_sent', { ...about, attempts: row.attempts + 1 })
  if (!result?.hold) return 'done'
  await holdMessages(db, result.hold.until, result.hold.reason, at)
  return 'held'
}

/** What is not sent because its recipient wants no more mail: shown as failed, or deleted where no one needs to know. */
async function keepUnsent({ db, clock }: Deps, row: OutboxRow): Promise<void> {
  if (WAITLIST_MESSAGES.some((kind) => kind === row.kind)) return deleteMessage(db, row.id)
  const at = clock.now().toISOString()
  const finished = {
    status: 'failed',
    attempts: row.attempts,
    lastError: SUPPRESSED,
    delivery: 'suppressed',
    deliveryAt: at,
  } as const
  await db.batch([
    finishMessage(db, row.id, finished, at),
    ...(await undeliveredNotices(db, row, at, sql`true`)),
  ])
}

/** Writes a message out and hands it over. @returns what became of it; null when there is nothing to send */
async function renderAndSend(deps: Deps, row: OutboxRow) {
  const { clock, mail, log } = deps
  try {
    const message = await deps.renderEmail(deps, row)
    if (!message) return null
    const providerMessageId = await mail.send(message, row.dedupeKey)
    const sentAt = clock.now().toISOString()
    return { finished: { status: 'sent', sentAt, providerMessageId, lastError: null }, hold: null } as const
  } catch (error) {
    const { kind: failure } = error instanceof MailError ? error : { kind: 'unwritable' }
    log(failure === 'configuration' ? 'error' : 'warn', 'message_failed', {
      messageId: row.id,
      kind: row.kind,
      attempts: row.attempts + 1,
      failure,
      ...describeFailure(error),
    })
    const now = clock.now()
    return providerPause(row, error, now) ?? { finished: afterFailure(row, error, now), hold: null }
  }
}

/** When the provider takes nothing at all: this message was not tried, so it keeps its attempts and its 24 hours. */
function providerPause(row: OutboxRow, error: unknown, at: Date) {
  if (!(error instanceof MailError) || (error.kind !== 'busy' && error.kind !== 'configuration')) return null
  const { kind, message: reason, retryAfterSeconds = 60 } = error
  const pause = kind === 'configuration' ? CONFIGURATION_PAUSE_MS : retryAfterSeconds * 1000
  const until = new Date(at.getTime() + pause).toISOString()
  return {
    finished: { status: 'pending', attempts: row.attempts, lastError: reason, nextAttemptAt: until },
    hold: { until, reason },
  } as const
}

function afterFailure(row: OutboxRow, error: unknown, at: Date) {
  const pause = nextPause(row.attempts + 1)
  const tooOld = at.getTime() + pause - Date.parse(row.createdAt) > GIVE_UP_AFTER_MS
  const permanent = error instanceof MailError && error.kind === 'rejected'
  return {
    status: tooOld || permanent ? 'failed' : 'pending',
    lastError: error instanceof MailError ? error.message : 'The message could not be written',
    nextAttemptAt: new Date(at.getTime() + pause).toISOString(),
  } as const
}

/** 1, 2, 4 … minutes, an hour at most. @param attempts made so far, one or more */
export function nextPause(attempts: number): number {
  return Math.min(2 ** (attempts - 1), 60) * MINUTE_MS
}
