import type { Caller } from '#api/auth/session-queries.ts'
import type { Deps } from '#api/deps.ts'

/** What a route finds in its context. */
export type ApiEnv = {
  /** Given by whoever calls the API inside the Worker. */
  Bindings: { requestId?: string }
  Variables: {
    deps: Deps
    requestId: string
    /** Who is signed in, below /admin and wherever `signedIn` ran. */
    session: Caller
    /** Lets the call at hand take longer than others may. */
    liftDeadline: () => void
    /** What a person reads when something unknown goes wrong in this call (§8). */
    fallback?: string
    /** What a person reads when this call takes too long, if it has words of its own. */
    tooSlow?: string
  }
}
