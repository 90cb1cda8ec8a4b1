import type { Deps } from '#api/deps.ts'
import { shortHash } from '#api/hash.ts'
import { PaymentsError } from '#api/payments/payments.ts'

/**
 * Runs the reconciliation of one session: one that cannot be settled does not keep the others from it.
 * @throws PaymentsError when the provider is away, which ends the run
 */
export async function reconcileOne(
  deps: Pick<Deps, 'log'>,
  sessionId: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof PaymentsError && error.kind !== 'rejected') throw error
    deps.log('error', 'reconcile_session_failed', {
      session: await shortHash(sessionId),
      error: error instanceof Error ? error.name : 'unknown',
    })
  }
}
