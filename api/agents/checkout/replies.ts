import { type Answer, type Call, type OperationName, ProtocolError } from '#api/agents/call.ts'
import { sha256 } from '#api/platform/hash.ts'
import { openText, sealText } from '#api/platform/sealed-text.ts'
import type { ReplyRow } from './queries.ts'

/** The name under which the answer to a request is kept; null: the platform gave no key. */
export function keyHashOf({ platform, idempotencyKey }: Call, operation: OperationName): string | null {
  return idempotencyKey === null
    ? null
    : sha256(JSON.stringify([platform.profileUrl, operation, idempotencyKey]))
}

const purposeOf = (keyHash: string) => `reply ${keyHash}`

/** An answer as it is kept: sealed, because it repeats what the buyer said. */
export async function replyRow(
  { deps, requestHash }: Call,
  keyHash: string,
  checkoutId: string,
  { status, body }: Answer,
  createdAt: string,
): Promise<ReplyRow> {
  const sealed = await sealText(deps, JSON.stringify(body), purposeOf(keyHash))
  return { keyHash, requestHash, checkoutId, status, body: sealed, createdAt }
}

/**
 * The answer that a repeated request gets again.
 * @throws ProtocolError `idempotency_conflict` for the key of another request
 */
export async function replayed({ deps, requestHash }: Call, row: ReplyRow): Promise<Answer> {
  if (row.requestHash !== requestHash) {
    throw new ProtocolError(
      409,
      'idempotency_conflict',
      'This idempotency key was used for another request. Please make a new one.',
    )
  }
  const opened = await openText(deps.config, row.body, purposeOf(row.keyHash))
  if (!opened || 'missing' in opened) throw new Error('The answer to a repeated request cannot be opened')
  return { status: row.status as Answer['status'], body: JSON.parse(opened.text) }
}
