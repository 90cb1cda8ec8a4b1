import * as z from 'zod'
import type { Connection } from '#local/http.ts'
import { Held } from './held.ts'

/** The ways an outside service fails; `none` is the healthy one. */
export const FAULT_KINDS = [
  'none',
  'error-before',
  'error-after',
  'lost-answer',
  'hang',
  'slow',
  'rate-limit',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

/** `times` calls go wrong (without it: every call), of operation `only` (without it or `all`: of any). `ms` is for `slow`, and what `rate-limit` asks a caller of the mail or push service to wait. */
export interface Fault<Operation extends string, Kind extends string = FaultKind> {
  kind: Kind
  times?: number | undefined
  ms?: number | undefined
  only?: Operation | 'all' | undefined
}

const SLOW_MS = 2000

/** The faults of the next calls. Kept in memory: a restart is healthy again. */
export class Faults<Operation extends string, Kind extends string = FaultKind> {
  readonly held = new Held()
  #fault: Fault<Operation, Kind | 'none'> = { kind: 'none' }

  /** The fault that the next callers get. */
  get current(): Fault<Operation, Kind | 'none'> {
    return this.#fault
  }

  set(fault: Fault<Operation, Kind | 'none'>): void {
    this.#fault = fault.times === 0 ? { kind: 'none' } : fault
  }

  /** The fault this call gets, counted off. */
  take(operation: Operation): Fault<Operation, Kind | 'none'> {
    const fault = this.#fault
    const meant = fault.only === undefined || fault.only === 'all' || fault.only === operation
    if (!meant) return { kind: 'none' }
    if (fault.times !== undefined) this.set({ ...fault, times: fault.times - 1 })
    return fault
  }

  /** `hang`: keeps the caller waiting until it gives up, or is cut off. True when the call is over with that. */
  async hangUp(fault: Fault<Operation, string>, connection: Connection): Promise<boolean> {
    if (fault.kind !== 'hang') return false
    await this.held.wait(undefined, connection.closed)
    connection.drop()
    return true
  }

  /** `slow` and `lost-answer`, once the work is done: keeps the answer back for a while, or for good. */
  async holdAnswer(fault: Fault<Operation, string>, connection: Connection): Promise<void> {
    if (fault.kind === 'slow') await this.held.wait(fault.ms ?? SLOW_MS, connection.closed)
    if (fault.kind === 'lost-answer') connection.drop()
  }
}

/** Runs a call under a fault: its work, or the failure instead of it (`error-before`) or in spite of it (`error-after`). */
export function underFault<Result>(kind: string, work: () => Result, failure: () => Result): Result {
  if (kind === 'error-before') return failure()
  const result = work()
  return kind === 'error-after' ? failure() : result
}

/**
 * Reads a fault from a JSON body or from a form, where an empty field counts as absent.
 * @param kinds of the service
 */
export function faultSchema<Operation extends string, Kind extends string = FaultKind>(
  operations: readonly [Operation, ...Operation[]],
  kinds: readonly Kind[],
) {
  const count = z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.coerce.number().int().min(0).max(3_600_000).optional(),
  )
  return z.object({
    kind: z.enum(kinds),
    times: count,
    ms: count,
    only: z.enum(['all', ...operations]).optional(),
  })
}
