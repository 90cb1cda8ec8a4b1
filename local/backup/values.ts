import type { InValue } from '@libsql/client/web'

/** A value as a database sends it (Hrana over HTTP). */
export type WireValue =
  | { type: 'null' }
  | { type: 'integer'; value: string }
  | { type: 'float'; value: number }
  | { type: 'text'; value: string }
  | { type: 'blob'; base64: string }

/** A value as a backup has it: JSON that loses neither its type nor a digit. */
export type BackupValue = null | string | number | { integer: string } | { real: number } | { blob: string }

export function toBackup(wire: WireValue): BackupValue {
  switch (wire.type) {
    case 'null':
      return null
    case 'text':
      return wire.value
    case 'integer':
      return Number.isSafeInteger(Number(wire.value)) ? Number(wire.value) : { integer: wire.value }
    case 'float':
      return { real: wire.value }
    case 'blob':
      return { blob: wire.base64 }
  }
}

/** The value to write into a database. Integers are bigint: the client sends every number as a real. */
export function fromBackup(value: BackupValue): InValue {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number') return BigInt(value)
  if ('integer' in value) return BigInt(value.integer)
  return 'real' in value ? value.real : Buffer.from(value.blob, 'base64')
}
