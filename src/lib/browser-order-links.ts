import { createOrderLinksApi } from './order-links.ts'
import { fetchWithTime } from './server-clock.ts'

/** Florists open their links in workrooms with poor reception: the answer may need a while. */
const TIMEOUT_MS = 15_000

/** The calls behind the links in our mails, as pages make them. A call that gets no answer fails in the end. */
export const orderLinks = createOrderLinksApi((input, init) =>
  fetchWithTime(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }),
)
