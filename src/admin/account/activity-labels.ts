import type { SecurityEventKind } from '#domain/security-events.ts'

/** What each event says to the owner of the account. */
export const ACTIVITY_LABELS: Readonly<Record<SecurityEventKind, string>> = {
  signed_in: 'Signed in',
  sign_in_failed: 'Sign-in failed: wrong password',
  code_failed: 'Sign-in failed: wrong code',
  password_refused: 'Wrong password entered while signed in',
  throttled: 'Too many wrong tries: slowed down',
  password_reset_requested: 'Link for a new password requested',
  password_reset: 'Password reset by e-mail link',
  password_changed: 'Password changed',
  second_factor_on: 'Second factor switched on',
  second_factor_off: 'Second factor switched off',
  second_factor_removed: 'Second factor removed by an admin',
  recovery_codes_renewed: 'New recovery codes made',
  refresh_token_reused: 'Signed out: a copy of this session was used',
  person_invited: 'You invited someone',
  role_changed: 'Role changed by an admin',
  deactivated: 'Account deactivated by an admin',
  reactivated: 'Account reactivated by an admin',
}
