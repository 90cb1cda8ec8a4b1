import type { ErrorCode } from '#api/errors.ts'
import { describeRoute } from './describe-route.ts'
import type { SecurityScheme } from './security-schemes.ts'

export const NOT_CONFIRMED =
  'We could not confirm that your new password was saved. Try to sign in with it. If that fails, please try again.'
export const TRY_AGAIN = 'That didn’t work. Please try again in a moment.'
export const DONE = { success: true } as const

/** @param message of unknown failures @param security what a handler looks at itself, without a guard */
export const describeAccountRoute = (
  summary: string,
  errors: readonly ErrorCode[] = [],
  message = TRY_AGAIN,
  security: readonly (SecurityScheme | null)[] = [],
) => describeRoute('accounts', summary, { message, errors, security })
