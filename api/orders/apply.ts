import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import type { Statement } from '#api/platform/database/condition.ts'
import { retryOvertaken } from '#api/platform/database/retry.ts'
import { BUYER_STATUS_MESSAGES, type EmailsOfChange, STATUS_MESSAGES } from '#domain/order/causes.ts'
import { partsOf } from '#domain/order/current-parts.ts'
import { type Command, decide } from '#domain/order/decide.ts'
import { isUntrue } from '#domain/order/evolve.ts'
import type { By } from '#domain/order/patches.ts'
import { Refused } from '#domain/order/refused.ts'
import { hadNoPlace, isOvertaken, writeDecision } from './decision-queries.ts'
import { refusalError } from './refusal.ts'
import { type Found, type OrderKey, readState, type StoredOrder } from './state-queries.ts'

export type Applied = {
  before: StoredOrder
  after: StoredOrder
  /** False: there was nothing to do. */
  changed: boolean
  /** ISO instant. */
  at: string
}

/** Asks for a command once the order is read; null: nothing is to be done. May throw an AppError of its own. */
type Ask<C extends Command, Reading extends readonly Statement[]> = (
  state: StoredOrder,
  at: string,
  ...found: Found<Reading>
) => C | null | Promise<C | null>

type Beside<Reading> = {
  /** Statements that run in the round trip that reads the order. */
  reading?: Reading
  /** Statements that are written with what is decided, even if that is nothing. */
  also?: (before: StoredOrder, at: string) => readonly Statement[]
  /** The order as the caller has just read it. */
  known?: StoredOrder
  /** The error when there is no such order; absent: `order_not_found`, by its shop order `shop_order_not_found`. */
  notFound?: () => AppError
}

/**
 * Changes an order: reads its state in one batch, decides, and writes one batch whose first statement appends to the order's log
 * with the next number. Whoever comes second is refused by that number, reads again and decides again.
 * @param key the order's id, or what else names it
 * @throws AppError when there is no such order; what refuses the command; `edit_conflict` when it was overtaken again and again
 */
export async function applyToOrder<C extends Command, const Reading extends readonly Statement[] = []>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  key: OrderKey,
  command: C | Ask<C, Reading>,
  by: By | ((state: StoredOrder) => By),
  { reading, also, known, notFound }: Beside<Reading> = {},
): Promise<Applied> {
  let hasRoom = true
  let first = known
  return retryOvertaken(
    async () => {
      const { state: before, found } = first ? { state: first, found: [] } : await readState(db, key, reading)
      first = undefined
      if (!before)
        throw notFound?.() ?? new AppError(isOfShop(key) ? 'shop_order_not_found' : 'order_not_found')
      const at = clock.now().toISOString()
      const asked =
        typeof command === 'function' ? await command(before, at, ...(found as Found<Reading>)) : command
      const who = typeof by === 'function' ? by(before) : by
      const { patches, after } = asked
        ? decideOrThrow(before, asked, at, who, hasRoom)
        : { patches: [], after: before }
      await writeDecision(db, patches, { before, at }, also?.(before, at))
      return { before, after, changed: patches.length > 0, at }
    },
    (error) => {
      if (hadNoPlace(error)) hasRoom = false
      return hadNoPlace(error) || isOvertaken(error)
    },
  )
}

const isOfShop = (key: OrderKey) => typeof key === 'object' && 'shopOrderId' in key

function decideOrThrow(...[before, command, ...rest]: Parameters<typeof decide<StoredOrder>>) {
  try {
    return decide(before, command, ...rest)
  } catch (error) {
    throw error instanceof Refused ? refusalError(error, before, command) : error
  }
}

/** The emails of a change of status, as they were written. */
export function emailsOfChange({ before, after }: Applied): EmailsOfChange {
  const known = new Set(before.messages.map(({ dedupeKey }) => dedupeKey))
  const [was, is] = [partsOf(before), partsOf(after)]
  return {
    emails: STATUS_MESSAGES.filter((kind) =>
      after.messages.some((message) => message.kind === kind && !known.has(message.dedupeKey)),
    ),
    wrongEmails: BUYER_STATUS_MESSAGES.filter(
      (kind) => isUntrue(kind, is) && !isUntrue(kind, was) && wasSent(after, kind),
    ),
  }
}

/** True if a message of a kind reached its reader, as far as we know, or is being sent. */
export function wasSent({ messages }: Pick<StoredOrder, 'messages'>, kind: string): boolean {
  return messages.some((message) => message.kind === kind && message.tried && !message.failed)
}
