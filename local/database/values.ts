import { StatementError } from './errors.ts'
import type { WireStmt, WireValue } from './protocol.ts'
import type { Statement } from './sql.ts'

/** A value as the engine takes and gives it: integers are bigint, so that all 64 bits survive. */
export type SqlValue = null | bigint | number | string | Uint8Array

/** A value of a row on the wire: integers as decimal strings, blobs in unpadded base64. */
export function toWire(value: SqlValue): object {
  if (value === null) return { type: 'null' }
  if (typeof value === 'bigint') return { type: 'integer', value: String(value) }
  if (typeof value === 'number') return { type: 'float', value }
  if (typeof value === 'string') return { type: 'text', value }
  return { type: 'blob', base64: Buffer.from(value).toString('base64').replace(/=+$/, '') }
}

function fromWire(wire: WireValue): SqlValue {
  if (wire.type === 'null') return null
  return wire.type === 'blob' ? Buffer.from(wire.base64, 'base64') : wire.value
}

/**
 * The arguments of a statement in the order of its parameters.
 * Stricter than the engine, which binds NULL in silence: like hosted libSQL it refuses missing and surplus arguments.
 * @throws StatementError ARGS_INVALID
 */
export function bindArguments({ params, verb }: Statement, { args }: WireStmt): SqlValue[] {
  if (args.length > params) throw invalid(`too many parameters, expected ${params} found ${args.length}`)
  // EXPLAIN asks how a statement would run, so it may leave its parameters open.
  if (args.length < params && verb !== 'EXPLAIN')
    throw invalid(`value for parameter ${args.length + 1} not found`)
  return [...args.map(fromWire), ...Array<null>(params - args.length).fill(null)]
}

function invalid(reason: string): StatementError {
  return new StatementError('ARGS_INVALID', `Arguments do not match SQL parameters: ${reason}`)
}
