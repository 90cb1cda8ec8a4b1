import type { Deps } from '#api/deps.ts'
import { describeFailure } from '#api/failure.ts'
import { MailError } from '#api/mail/mail.ts'
import { claimMessage, dropMessage, dueMessages, finishMessage, type OutboxRow } from '#api/queries/outbox.ts'
import { compose } from './compose.ts'

const BATCH = 20
/** While a message is being sent nobody else takes it; longer than the mail provider may take to answer. */
const CLAIM_MS = 60_000
const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000
const MINUTE_MS = 60_000

/**
 * Sends what the outbox holds and is due: at least once, with what it is about as idempotency key, so that the
 * provider sends it once, also for a database that was restored and has forgotten that it went. What fails is tried again
 * with growing pauses for 24 hours, then shown as failed: for so long the provider knows the key.
 */
export async function sendDue(deps: Deps): Promise<void> {
  const { db, clock } = deps
  const due = await dueMessages(db, clock.now().toISOString(), BATCH)
  for (const row of due) {
    if (isOver(row, clock.now())) await giveUp(deps, row)
    else await sendOne(deps, row)
  }
}

/** Tried before, who knows with what result, and the provider has forgotten the key: another try is a person's decision. */
function isOver({ attempts, createdAt }: OutboxRow, now: Date): boolean {
  return attempts > 0 && now.getTime() - Date.parse(createdAt) > GIVE_UP_AFTER_MS
}

async function giveUp({ db, clock, log }: Deps, row: OutboxRow): Promise<void> {
  // Whoever was cut off in the middle of it left no reason.
  const lastError = row.lastError ?? 'It was never heard whether it went'
  await finishMessage(db, row.id, { status: 'failed', lastError }, clock.now().toISOString())
  log('warn', 'message_given_up', { messageId: row.id, kind: row.kind, attempts: row.attempts })
}

/** Sends one message, unless somebody else is at it. What fails is kept as above. */
export async function sendOne(deps: Deps, row: OutboxRow): Promise<void> {
  const { db, clock, log } = deps
  const now = clock.now()
  const until = new Date(now.getTime() + CLAIM_MS).toISOString()
  if (!(await claimMessage(db, row, now.toISOString(), until))) return
  const result = await tried(deps, row)
  const at = clock.now().toISOString()
  const write = () => (result ? finishMessage(db, row.id, result, at) : dropMessage(db, row.id))
  // A database that fails once must not make a message that went look as if it had not.
  await write().catch(write)
  const about = { messageId: row.id, kind: row.kind }
  if (!result) return log('info', 'message_dropped', about)
  if (result.status === 'sent') log('info', 'message_sent', { ...about, attempts: row.attempts + 1 })
}

/** Writes a message out and hands it over. @returns what became of it; null when there is nobody left to write to */
async function tried(deps: Deps, row: OutboxRow) {
  const { clock, mail, log } = deps
  try {
    const message = await compose(deps, row)
    if (!message) return null
    const providerMessageId = await mail.send(message, row.dedupeKey)
    return { status: 'sent', sentAt: clock.now().toISOString(), providerMessageId, lastError: null } as const
  } catch (error) {
    log('warn', 'message_failed', {
      messageId: row.id,
      kind: row.kind,
      attempts: row.attempts + 1,
      ...describeFailure(error),
    })
    return afterFailure(row, error, clock.now())
  }
}

function afterFailure(row: OutboxRow, error: unknown, at: Date) {
  const pause = nextPause(row.attempts + 1)
  const tooOld = at.getTime() + pause - Date.parse(row.createdAt) > GIVE_UP_AFTER_MS
  const permanent = error instanceof MailError && error.permanent
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
