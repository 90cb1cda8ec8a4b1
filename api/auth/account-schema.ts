import * as z from 'zod/mini'
import { readCode } from '#domain/second-factor.ts'
import { SECURITY_EVENTS } from '#domain/security-events.ts'
import { newPassword, password } from './schema.ts'

export const changePasswordRequest = z.strictObject({ currentPassword: password, password: newPassword })

/** What asks for the password again. */
export const confirmedByPassword = z.strictObject({ password })

/** One signed-in browser. */
export const ownSession = z.object({
  id: z.string(),
  /** `Firefox on Windows`. */
  device: z.string(),
  /** Whether it is the one that sent the request. */
  current: z.boolean(),
  /** ISO instants. */
  createdAt: z.string(),
  lastSeenAt: z.string(),
})

export const ownSessionsAnswer = z.object({ sessions: z.array(ownSession) })

export const secondFactorAnswer = z.object({ on: z.boolean(), recoveryCodesLeft: z.int() })

/** For the authenticator app: `uri` as a QR code, or `secret` typed. */
export const secondFactorBegun = z.object({ secret: z.string(), uri: z.string() })

export const confirmSecondFactorRequest = z.strictObject({
  code: z.string({ error: 'Code is required' }).check(
    z.minLength(1, { error: 'Code is required', abort: true }),
    z.refine((text) => readCode(text)?.kind === 'app', 'Please enter the six digits that your app shows'),
  ),
})

/** Shown once. */
export const recoveryCodesAnswer = z.object({ recoveryCodes: z.array(z.string()) })

/** Something that happened to the security of a person's account. */
export const securityEvent = z.object({
  id: z.string(),
  kind: z.enum(SECURITY_EVENTS),
  /** `Firefox on Windows`; null when somebody else did it. */
  device: z.nullable(z.string()),
  /** ISO instant. */
  createdAt: z.string(),
})

export const activityAnswer = z.object({ events: z.array(securityEvent) })

export type ChangePasswordRequest = z.infer<typeof changePasswordRequest>
export type ConfirmedByPassword = z.infer<typeof confirmedByPassword>
export type OwnSession = z.infer<typeof ownSession>
export type SecurityEvent = z.infer<typeof securityEvent>
export type SecondFactorAnswer = z.infer<typeof secondFactorAnswer>
export type SecondFactorBegun = z.infer<typeof secondFactorBegun>
export type ConfirmSecondFactorRequest = z.infer<typeof confirmSecondFactorRequest>
