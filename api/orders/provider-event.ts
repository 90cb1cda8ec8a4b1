import type { Deps } from '#api/deps.ts'
import { providerEvents } from '#drizzle/schema/checkout.ts'

/** The row of a provider's event that was acted on, as a statement for its batch; none without an event. */
export function providerEventRow(
  { db }: Pick<Deps, 'db'>,
  event: { id: string; type: string } | undefined,
  outcome: string,
  receivedAt: string,
) {
  if (!event) return []
  const { id, type } = event
  return [db.insert(providerEvents).values({ id, type, outcome, receivedAt }).onConflictDoNothing()]
}
