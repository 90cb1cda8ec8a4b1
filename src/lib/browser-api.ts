import { createShopApi } from './api.ts'

/** The server tells what fails behind it within 3 s. This is for the way there: a slow phone may need a while. */
const PATIENCE_MS = 10_000

/** The storefront's API as islands call it. A call that gets no answer fails in the end. */
export const api = createShopApi('', (input, init) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) }),
)
