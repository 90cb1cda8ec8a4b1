/** The dated releases of the protocol that are spoken here, the newest first; its profile is the one at the root. */
export const VERSIONS = ['2026-08-25', '2026-04-08'] as const
export type Version = (typeof VERSIONS)[number]

/** The names of what an operation needs both sides to know. */
export const CHECKOUT = 'dev.ucp.shopping.checkout'
export const FULFILLMENT = 'dev.ucp.shopping.fulfillment'
export const SEARCH = 'dev.ucp.shopping.catalog.search'
export const LOOKUP = 'dev.ucp.shopping.catalog.lookup'

/** The capabilities of a release that both sides have, each with what it extends there. */
export const EXTENDS: Readonly<Record<Version, Readonly<Record<string, readonly string[]>>>> = {
  '2026-08-25': { [FULFILLMENT]: [CHECKOUT, SEARCH, LOOKUP] },
  '2026-04-08': { [FULFILLMENT]: [CHECKOUT] },
}

/** All capabilities that are negotiated. The permalink is no operation: a browser opens it. */
export const CAPABILITIES = [CHECKOUT, FULFILLMENT, SEARCH, LOOKUP] as const
export type Capability = (typeof CAPABILITIES)[number]
