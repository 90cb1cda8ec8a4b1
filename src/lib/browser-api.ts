import { createShopApi } from './shop-api.ts'

/** The server reports failures behind it within 3 s. This limit is for the network of a slow phone. */
const TIMEOUT_MS = 10_000

/** The storefront's API as islands call it. A call that gets no answer fails in the end. */
export const api = createShopApi('', (input, init) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }),
)
