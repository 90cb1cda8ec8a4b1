import { createShopApi } from './shop-api.ts'
import { timeLimit } from './time-limit.ts'

/** The server reports failures of a read within 3 s. The rest is for the network of a slow phone. */
const READ_MS = 10_000

/** The storefront's API as islands call it. A call that gets no answer fails in the end. */
export const api = createShopApi('', (input, init) =>
  fetch(input, { ...init, signal: timeLimit(init, READ_MS) }),
)
