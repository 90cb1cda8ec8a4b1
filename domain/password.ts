import { normaliseText } from './text.ts'

export const PASSWORD_MIN = 12
/** Longer texts would only cost hashing time. */
export const PASSWORD_MAX = 200

/** A password as it is judged, hashed and compared: another keyboard may write the same signs in another way (NFKC). */
export function normalisePassword(typed: string): string {
  return normaliseText(typed).normalize('NFKC')
}

/** True if a password is the email address, or the part before its @. */
export function isOwnEmail(password: string, email: string): boolean {
  const lower = password.trim().toLowerCase()
  const own = email.trim().toLowerCase()
  return lower === own || lower === own.split('@', 1)[0]
}
