import type { ErrorCode } from '#api/errors.ts'

/** How every admin call can fail, for the OpenAPI document: a read, and a write. */
export const READ_FAILURES = ['signed_out', 'forbidden', 'invalid', 'too_slow'] as const satisfies ErrorCode[]
export const WRITE_FAILURES = [
  'malformed',
  'signed_out',
  'forbidden',
  'invalid',
  'too_slow',
] as const satisfies ErrorCode[]
