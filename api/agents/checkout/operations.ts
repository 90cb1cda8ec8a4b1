import {
  type Answer,
  type Call,
  errorAnswer,
  type Message,
  type OperationName,
  ProtocolError,
} from '#api/agents/call.ts'
import { fiveDigitZip } from '#api/agents/request.ts'
import { endAttempt } from '#api/checkout/end-attempt.ts'
import { AppError } from '#api/errors.ts'
import { isUniqueViolation } from '#api/platform/database/constraint.ts'
import { retryOvertaken } from '#api/platform/database/retry.ts'
import { selectOrderOf, toOrderOf } from '#api/prepared-checkouts/queries.ts'
import { secretsOf } from '#api/prepared-checkouts/secret.ts'
import { PREPARED_HOURS } from '#domain/prepared-checkout.ts'
import { contentsOf, selectsUnknownAddress, UNKNOWN_ADDRESS } from './content.ts'
import {
  cancelPrepared,
  insertPrepared,
  insertReply,
  type Offer,
  type ReplyRow,
  readForCreate,
  readStored,
  replacePrepared,
  type Stored,
  wasCanceled,
} from './queries.ts'
import { readCheckout, type SentCheckout } from './read-request.ts'
import { keyHashOf, replayed, replyRow } from './replies.ts'
import { checkoutBody, isOver, newBody } from './state.ts'

// A checkout of an agent is a draft: until its buyer presses pay on our page no order is stored and no place is held. Each operation
// reads in one round trip and writes in one.

const HOUR_MS = 60 * 60 * 1000

/** Prepares a checkout. @throws ProtocolError */
export function createCheckout(call: Call, body: unknown): Promise<Answer> {
  return once(call, 'create_checkout', async (keyHash) => {
    const { deps, platform } = call
    const sent = readCheckout(body)
    if ('faults' in sent) return errorAnswer(call, sent.faults, 400)
    const read = await readForCreate(deps, platform.profileUrl, keyHash, zipSent(sent))
    if (read.reply) return replayed(call, read.reply)
    if (read.open >= deps.config.agentCheckouts) throw TOO_MANY()
    const made = contentsOf(sent, read.onSale, null)
    if (made.content === null) return errorAnswer(call, unsold(made.messages))
    const now = deps.clock.now()
    const id = crypto.randomUUID()
    const [secret] = await secretsOf(deps.config, id)
    const times = timesOf(now)
    const answer: Answer = {
      status: 201,
      body: newBody(call, { id, secret: secret.token, ...times }, made, read, made.product),
    }
    const { content, memo } = made
    const row = { id, secretHash: secret.hash, content, memo, ...times, createdAt: times.updatedAt }
    await deps.db.batch([
      ...insertPrepared(deps.db, platform, row),
      ...(await kept(call, keyHash, id, answer)),
    ])
    return answer
  })
}

/** A checkout as it is now. */
export async function getCheckout(call: Call, id: string): Promise<Answer> {
  const read = await readStored(call.deps, id, null, null)
  const { stored } = read
  return isKnown(call, stored)
    ? { status: 200, body: await checkoutBody(call, stored, read) }
    : notFound(call)
}

/**
 * Replaces all that a checkout holds. Where nothing of what was sent can be sold, or an address is selected that nobody knows, it stays
 * as it is, and the messages say so.
 * @throws ProtocolError, also for a checkout that is over
 */
export function updateCheckout(call: Call, id: string, body: unknown): Promise<Answer> {
  return once(call, 'update_checkout', async (keyHash) => {
    const { deps } = call
    const sent = readCheckout(body)
    if ('faults' in sent) return errorAnswer(call, sent.faults, 400)
    const zip = sent.address || sent.selectedAddressId === null ? zipSent(sent) : null
    const read = await readStored(deps, id, keyHash, zip)
    const { stored, reply } = read
    if (reply) return replayed(call, reply)
    if (!isKnown(call, stored)) return notFound(call)
    if (stored.canceledAt !== null || isOver(deps, stored)) throw OVER()
    const made = madeOf(sent, read, stored)
    if (made.content === null) {
      // Read again: the market is that of the stored address, not of the one that was sent.
      const own = zip === null ? read : await readStored(deps, id, null, null)
      return keep(call, keyHash, id, await checkoutBody(call, stored, own, made.messages))
    }
    const times = timesOf(deps.clock.now())
    const next = { ...stored, ...made, ...times }
    const answer: Answer = { status: 200, body: await checkoutBody(call, next, read, made.messages) }
    await deps.db.batch([
      replacePrepared(deps.db, id, { ...made, ...times }),
      ...(await kept(call, keyHash, id, answer)),
    ])
    return answer
  })
}

/** Nothing is paid here: the answer is the checkout as it is, with the page on which its buyer pays. */
export function completeCheckout(call: Call, id: string): Promise<Answer> {
  return once(call, 'complete_checkout', async (keyHash) => {
    const read = await readStored(call.deps, id, keyHash, null)
    const { stored, reply } = read
    if (reply) return replayed(call, reply)
    if (!isKnown(call, stored)) return notFound(call)
    return keep(call, keyHash, id, await checkoutBody(call, stored, read))
  })
}

/**
 * Ends a checkout. What its buyer has placed and not paid ends with it.
 * @throws ProtocolError for a checkout that is over, also one that was paid meanwhile; AppError `payments_unavailable`
 */
export function cancelCheckout(call: Call, id: string): Promise<Answer> {
  return once(call, 'cancel_checkout', async (keyHash) => {
    const { deps } = call
    const read = await readStored(deps, id, keyHash, null)
    const { stored, reply } = read
    if (reply) return replayed(call, reply)
    if (!isKnown(call, stored)) return notFound(call)
    if (isOver(deps, stored)) throw OVER()
    const canceledAt = stored.canceledAt ?? deps.clock.now().toISOString()
    const body = await checkoutBody(call, { ...stored, canceledAt, placed: null }, read)
    const answer: Answer = { status: 200, body }
    // At once with what it says: the same request a moment later finds a checkout that is over, and must find this, too.
    const isFinal = !stored.placed?.waiting
    // First nothing more can be placed, then what was placed ends, also if that was since it was read.
    const [, ordered] = await deps.db.batch([
      cancelPrepared(deps.db, id, canceledAt),
      selectOrderOf(deps.db, { id }),
      ...(isFinal ? await kept(call, keyHash, id, answer) : []),
    ])
    if (toOrderOf(ordered)?.waiting) await endOrder(call, id)
    return isFinal ? answer : keep(call, keyHash, id, body)
  })
}

async function endOrder({ deps }: Call, id: string): Promise<void> {
  try {
    await endAttempt(deps, id)
  } catch (error) {
    if (error instanceof AppError && error.code === 'already_paid') throw OVER()
    throw error
  }
}

/** Does it again when another request was faster: then the answer to the same key is there, or the checkout is over. */
function once(
  call: Call,
  operation: OperationName,
  work: (keyHash: string | null) => Promise<Answer>,
): Promise<Answer> {
  const keyHash = keyHashOf(call, operation)
  return retryOvertaken(
    () => work(keyHash),
    (error) => isUniqueViolation(error, 'agent_replies.key_hash') || wasCanceled(error),
  )
}

/** Keeps the answer to a request that has nothing more to write. */
async function keep(call: Call, keyHash: string | null, id: string, body: Answer['body']): Promise<Answer> {
  const answer: Answer = { status: 200, body }
  const [write] = await kept(call, keyHash, id, answer)
  await write
  return answer
}

/** Statement: keeps an answer under the platform's key, if it gave one. */
async function kept(call: Call, keyHash: string | null, id: string, answer: Answer) {
  if (keyHash === null) return []
  const at = call.deps.clock.now().toISOString()
  const row: ReplyRow = await replyRow(call, keyHash, id, answer, at)
  return [insertReply(call.deps.db, row)]
}

function timesOf(now: Date): { expiresAt: string; updatedAt: string } {
  const expiresAt = new Date(now.getTime() + PREPARED_HOURS * HOUR_MS).toISOString()
  return { expiresAt, updatedAt: now.toISOString() }
}

/** Makes the new contents of a checkout that is updated. */
function madeOf(sent: SentCheckout, { onSale }: Offer, { memo }: Stored): ReturnType<typeof contentsOf> {
  return selectsUnknownAddress(sent, memo)
    ? { content: null, messages: [UNKNOWN_ADDRESS] }
    : contentsOf(sent, onSale, memo)
}

function zipSent({ address }: SentCheckout): string {
  return fiveDigitZip(address?.postal_code ?? '') ?? ''
}

/** True for a checkout that is there, and is this platform's. */
function isKnown(call: Call, stored: Stored | null): stored is Stored {
  return stored !== null && stored.platform.profileUrl === call.platform.profileUrl
}

function notFound(call: Call): Answer {
  return errorAnswer(call, [
    {
      type: 'error',
      code: 'not_found',
      content: 'There is no such checkout. Please create a new one.',
      severity: 'unrecoverable',
    },
  ])
}

/** Nothing of it can be sold: there is no checkout to mend. */
function unsold(messages: readonly Message[]): [Message, ...Message[]] {
  const [first = NOTHING_SOLD, ...rest] = messages
  return [first, ...rest]
}

const NOTHING_SOLD: Message = {
  type: 'error',
  code: 'item_unavailable',
  content: 'Nothing of this is sold here.',
  severity: 'unrecoverable',
}

const OVER = () =>
  new ProtocolError(
    409,
    'checkout_over',
    'This checkout is paid, canceled or expired. Please create a new one.',
  )
const TOO_MANY = () =>
  new ProtocolError(
    429,
    'too_many_checkouts',
    'There are too many open checkouts. Please cancel some, or try again later.',
    {
      retryAfterSeconds: 60,
    },
  )
