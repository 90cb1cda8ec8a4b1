import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { dismissMessage } from './outbox.ts'

/**
 * Hides an email that failed or did not arrive from the dashboard.
 * @throws AppError `not_found`
 */
export async function dismiss({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: string): Promise<void> {
  const found = await dismissMessage(db, id, clock.now().toISOString())
  if (!found) throw new AppError('not_found', { message: 'This email no longer exists.' })
}
