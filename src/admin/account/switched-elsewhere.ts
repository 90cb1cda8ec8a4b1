import { ApiError } from '#src/lib/api.ts'

/** Whether the second factor was switched in another window, so that this one shows what is not true any more. */
export function switchedElsewhere(failure: unknown): boolean {
  return failure instanceof ApiError && ['second_factor_on', 'second_factor_off'].includes(failure.code)
}
