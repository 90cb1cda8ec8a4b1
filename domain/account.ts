/** Who may do what: admins run the shop; a member can sign in and nothing more. */
export const ROLES = ['admin', 'member'] as const

export type Role = (typeof ROLES)[number]

/** The events about the security of an account that are kept, for its owner and for the log. */
export const SECURITY_EVENTS = [
  'signed_in',
  'sign_in_failed',
  'code_failed',
  'password_refused',
  'throttled',
  'password_reset_requested',
  'password_reset',
  'password_changed',
  'second_factor_on',
  'second_factor_off',
  'second_factor_removed',
  'recovery_codes_renewed',
  'refresh_token_reused',
  'person_invited',
  'role_changed',
  'deactivated',
  'reactivated',
] as const

export type SecurityEventKind = (typeof SECURITY_EVENTS)[number]

/** Events that somebody else may have caused: logged as warnings, marked on the account screen. */
export const SUSPICIOUS_EVENTS: readonly SecurityEventKind[] = [
  'sign_in_failed',
  'code_failed',
  'password_refused',
  'throttled',
  'refresh_token_reused',
]
