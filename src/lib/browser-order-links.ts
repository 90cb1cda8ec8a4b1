import { createOrderLinksApi } from './order-links.ts'

/** A florist in a cellar: the answer may need a while to get out. */
const PATIENCE_MS = 15_000

/** The calls behind the links in our mails, as pages make them. A call that gets no answer fails in the end. */
export const orderLinks = createOrderLinksApi((input, init) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) }),
)
