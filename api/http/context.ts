import type { Caller, Deps, KnownSession } from '#api/deps.ts'
import type { PageScope } from '#api/platform/database/page-reads.ts'
import type { Ignored } from './page-schema.ts'

/** The context of every route. */
export type ApiEnv = {
  /** Set by calls inside the Worker. */
  Bindings: { requestId?: string; page?: PageScope }
  Variables: {
    deps: Deps
    /** Whose session an access token is for. */
    findSession(deps: Deps, token: string): Promise<KnownSession>
    requestId: string
    /** The signed-in user, below /admin and wherever `signedIn` ran. */
    session: Caller
    /** Reads the picture that is the body of the call at hand. */
    readPicture: () => Promise<Uint8Array>
    /** Takes the time-out off the call at hand. */
    cancelTimeout: () => void
    /** The parts of a list's query that it does not know, for its answer; set by `ignoreUnknown`. */
    ignored: Ignored
    /** The code of the failure that this call is answered with. */
    errorCode?: string
    /** Shown when something unknown goes wrong in this call. */
    errorMessage?: string
    /** Shown when this call takes too long, instead of the usual message. */
    timeoutMessage?: string
    /** Shown to somebody without a session, instead of the usual message. */
    signedOutMessage?: string
  }
}
