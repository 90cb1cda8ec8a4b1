import * as z from 'zod'
import { Held } from '#local/held.ts'
import { ProtocolError } from './errors.ts'

const faultSchema = z
  .object({
    kind: z.enum(['error', 'hang', 'slow', 'busy', 'lost-answer']),
    ms: z.number().nonnegative().optional(),
    times: z.int().positive().optional(),
  })
  .nullable()

/**
 * A way for the database to fail, for tests of what depends on it. It hits each pipeline and cursor request:
 * - `error`: HTTP 500, nothing done
 * - `hang`: no answer, nothing done; after `ms`, if given, or when it is let go, the connection is cut
 * - `slow`: the work starts `ms` (1000) later, even if the caller has left by then
 * - `busy`: every statement fails with SQLITE_BUSY
 * - `lost-answer`: the work is done, then the connection is cut
 *
 * `times` says how many requests it hits; without it, all until it is set to null. The Worker's health check suffers it,
 * too, but is not counted.
 */
export type Fault = z.input<typeof faultSchema>

/** The fault in force, if any. */
export class Faults {
  readonly held = new Held()
  #fault: Fault = null
  #left = 0

  set(fault: Fault): void {
    this.#fault = fault
    this.#left = fault?.times ?? Number.POSITIVE_INFINITY
  }

  /** The fault that the next request gets; not counted. */
  get current(): Fault {
    return this.#fault
  }

  /** The fault that hits the request at hand; counts it. */
  take(): Fault {
    const fault = this.#fault
    if (fault === null) return null
    this.#left -= 1
    if (this.#left <= 0) this.#fault = null
    return fault
  }
}

/** @throws ProtocolError when the text is not a fault in JSON */
export function parseFault(body: string): Fault {
  try {
    return faultSchema.parse(JSON.parse(body))
  } catch (error) {
    throw new ProtocolError(`Not a fault: ${String(error)}`)
  }
}
