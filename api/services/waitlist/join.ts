import type { Deps } from '#api/deps.ts'
import { waitlist } from '#drizzle/schema/messages.ts'
import type { JoinWaitlistRequest } from '#src/contracts/waitlist.ts'

/** Puts a person on the waitlist, once per e-mail and ZIP (decisions.md; §5 Waitlist creation). */
export async function joinWaitlist({ db, clock }: Deps, request: JoinWaitlistRequest): Promise<void> {
  await db
    .insert(waitlist)
    .values({
      id: crypto.randomUUID(),
      email: request.email,
      city: request.city,
      state: request.state,
      zipCode: request.zipCode,
      story: request.story || null,
      unsubscribeToken: crypto.randomUUID(),
      createdAt: clock.now().toISOString(),
    })
    .onConflictDoNothing()
}
