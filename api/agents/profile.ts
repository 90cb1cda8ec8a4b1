/** The version of the protocol that is spoken here. Only dated releases are named. */
const VERSION = '2026-08-25'
const PROTOCOL = `https://ucp.dev/${VERSION}`

/** The path that permalinks begin with. */
export const PERMALINK_PATH = '/buy'

/**
 * The profile by which agents learn what they can do here. It names only what is there: services and payment handlers have
 * to be listed even where there are none.
 * @param origin of the shop, without a slash at the end
 */
export function profileOf(origin: string) {
  const permalink = {
    version: VERSION,
    spec: `${PROTOCOL}/specification/permalink`,
    schema: `${PROTOCOL}/schemas/shopping/permalink.json`,
    config: { endpoint: origin + PERMALINK_PATH },
  }
  return {
    ucp: {
      version: VERSION,
      services: {},
      capabilities: { 'dev.ucp.shopping.permalink': [permalink] },
      payment_handlers: {},
    },
  }
}
