import * as z from 'zod/mini'
import { key, plainLine, plainText, text } from '#api/http/field-schema.ts'
import type { Role } from '#domain/account.ts'
import { EMAIL_MAX } from '#domain/limits.ts'
import { normalisePassword, PASSWORD_MAX, PASSWORD_MIN, readCode } from '#domain/sign-in.ts'

/** The signed-in user, as scripts see it (the tokens stay in cookies). */
export type SessionUser = {
  id: string
  email: string
  app_metadata: { role: Role }
  raw_app_metadata: { role: Role }
}

/** `expiresAt`: when the access token has to be refreshed, ISO instant. */
export type SessionAnswer = { user: SessionUser; expiresAt: string }

/** The signed-in user now. `canRefresh`: nobody by their access token, but a refresh may find somebody. */
export type CurrentSessionAnswer = { session: SessionAnswer | null; canRefresh: boolean }

const INVALID_EMAIL = 'Please enter a valid email address'

const passwordText = text('Password is required').check(z.overwrite(normalisePassword))

/** An existing password: it is only compared, so no rule for new ones applies. */
export const password = passwordText.check(
  z.minLength(1, { error: 'Password is required', abort: true }),
  z.maxLength(PASSWORD_MAX, `Please keep this to ${PASSWORD_MAX} characters`),
)

export const OWN_EMAIL_REFUSED = 'Please choose something other than your email address'

export const EASY_PASSWORD_REFUSED =
  'This password is too easy to guess. Four or five random words work well.'

/** A new password. The API also refuses those that are easy to guess: the dictionaries are too large for a browser. */
export const newPassword = passwordText.check(
  z.minLength(1, { error: 'Password is required', abort: true }),
  z.minLength(PASSWORD_MIN, { error: `Please use at least ${PASSWORD_MIN} characters`, abort: true }),
  z.maxLength(PASSWORD_MAX, `Please keep this to ${PASSWORD_MAX} characters`),
)

/** An address to look somebody up by: it may be older than the rule for new ones. */
const knownEmail = plainLine('Email is required', EMAIL_MAX, INVALID_EMAIL).check(
  z.regex(/^[^\s@]+@[^\s@]+$/, INVALID_EMAIL),
)

export const signInRequest = z.strictObject({ email: knownEmail, password })

/** Signed in, or half way: the code of the second factor is still to come. */
export type SignInAnswer = SessionAnswer | { secondFactor: true }

const INVALID_CODE = 'Please enter a 6-digit code or a recovery code'

/** The app's six digits, or a recovery code. */
const code = plainLine('Code is required', 40, INVALID_CODE).check(
  z.refine((text) => readCode(text) !== null, INVALID_CODE),
)

export const secondFactorRequest = z.strictObject({ code })

export const forgottenPasswordRequest = z.strictObject({ email: knownEmail })

/** The token in the fragment of an email's link. */
const token = key(200, 'This link is incomplete')

export const linkRequest = z.strictObject({ token })

/** A password chosen by a link: a new one, or the first. */
export const passwordByLinkRequest = z.strictObject({ token, password: newPassword })

export const changePasswordRequest = z.strictObject({ currentPassword: password, password: newPassword })

/** The body of a request that has to confirm the password. */
export const confirmedByPassword = z.strictObject({ password })

/** The body of a request that weakens a second factor. */
export const byPasswordAndCode = z.strictObject({ password, code })

/** Says once more who one is: the code of people with a second factor, else the password. */
export const confirmRequest = z.strictObject({ password: z.optional(password), code: z.optional(code) })

export const confirmSecondFactorRequest = z.strictObject({
  code: plainText('Code is required').check(
    z.minLength(1, { error: 'Code is required', abort: true }),
    z.refine((text) => readCode(text)?.kind === 'app', 'Please enter the 6-digit code from your app'),
  ),
})

export type ByPasswordAndCode = z.infer<typeof byPasswordAndCode>
export type ConfirmRequest = z.infer<typeof confirmRequest>
export type SignInRequest = z.infer<typeof signInRequest>
export type PasswordByLinkRequest = z.infer<typeof passwordByLinkRequest>
export type ChangePasswordRequest = z.infer<typeof changePasswordRequest>
