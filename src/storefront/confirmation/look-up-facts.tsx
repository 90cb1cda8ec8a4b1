import { failureMessage } from './messages.ts'
import type { FailureReason } from './order-state.ts'

/** Lists the known and unknown facts when an order cannot be shown. */
export function LookUpFacts({ reason }: { reason: FailureReason }) {
  const { known, payment } = failureMessage(reason)
  return (
    <>
      <p className="mt-3">{known}</p>
      <p className="strong mt-3">{payment}</p>
    </>
  )
}
