import { createAuthApi } from '#src/admin/client/auth.ts'

const PATIENCE_MS = 20_000

/** The calls of the door, from the browser. */
export const authApi = createAuthApi((input, init) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) }),
)
