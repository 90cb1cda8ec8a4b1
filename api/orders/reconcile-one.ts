import type { Deps } from '#api/deps.ts'
import { logFailure } from '#api/platform/failure.ts'
import { shortHash } from '#api/platform/hash.ts'
import { PaymentsError } from '#api/platform/payments/payments.ts'

/**
 * Runs the reconciliation of one session: one that cannot be settled does not keep the others from it.
 * @throws PaymentsError when the provider is away, which ends the run
 */
export async function reconcileOne(
  deps: Deps,
  sessionId: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof PaymentsError && error.kind !== 'rejected') throw error
    const session = await shortHash(sessionId)
    logFailure(deps, 'reconcile_session_failed', error, { job: 'reconcile', session })
  }
}
