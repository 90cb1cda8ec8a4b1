import * as z from 'zod/mini'
import { plainText } from '#api/http/field-schema.ts'
import { readCode } from '#domain/sign-in.ts'
import { newPassword, password } from './schema.ts'

export const changePasswordRequest = z.strictObject({ currentPassword: password, password: newPassword })

/** The body of a request that has to confirm the password. */
export const confirmedByPassword = z.strictObject({ password })

export const confirmSecondFactorRequest = z.strictObject({
  code: plainText('Code is required').check(
    z.minLength(1, { error: 'Code is required', abort: true }),
    z.refine((text) => readCode(text)?.kind === 'app', 'Please enter the 6-digit code from your app'),
  ),
})

export type ChangePasswordRequest = z.infer<typeof changePasswordRequest>
