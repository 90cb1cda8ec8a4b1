import { AppError } from '#api/errors.ts'
import { OWN_EMAIL_REFUSED } from '#src/contracts/auth.ts'
import { isOwnEmail } from '#src/domain/password.ts'

/** @throws AppError `invalid` for a password that is the person's e-mail address */
export function refuseOwnEmail(password: string, email: string): void {
  if (!isOwnEmail(password, email)) return
  throw new AppError('invalid', { issues: [{ path: 'password', message: OWN_EMAIL_REFUSED }] })
}
