import { CHECKOUT, EXTENDS, FULFILLMENT, LOOKUP, SEARCH, VERSIONS, type Version } from './versions.ts'

/** The path that permalinks begin with. */
export const PERMALINK_PATH = '/buy'
/** Where both transports are reached, whatever the version. */
export const REST_PATH = '/api/ucp/v1'
export const MCP_PATH = '/api/ucp/mcp'

const NEWEST = VERSIONS[0]
const ROOT_PATH = '/.well-known/ucp'

/** The paths of the profiles: the newest version's is at the root, older ones are below it. */
export const PROFILE_PATHS: Readonly<Record<Version, string>> = {
  '2026-08-25': ROOT_PATH,
  '2026-04-08': `${ROOT_PATH}/2026-04-08`,
}

/** The pages and schemas of what is offered, by its place in the protocol's documents. */
const PAGES: Readonly<Record<Version, Readonly<Record<string, readonly [spec: string, schema: string]>>>> = {
  '2026-08-25': {
    [CHECKOUT]: ['shopping/checkout', 'shopping/checkout.json'],
    [FULFILLMENT]: ['fulfillment', 'shopping/fulfillment.json'],
    [SEARCH]: ['shopping/catalog/search', 'shopping/catalog_search.json'],
    [LOOKUP]: ['shopping/catalog/lookup', 'shopping/catalog_lookup.json'],
  },
  '2026-04-08': {
    [CHECKOUT]: ['checkout', 'shopping/checkout.json'],
    [FULFILLMENT]: ['fulfillment', 'shopping/fulfillment.json'],
    [SEARCH]: ['catalog/search', 'shopping/catalog_search.json'],
    [LOOKUP]: ['catalog/lookup', 'shopping/catalog_lookup.json'],
  },
}

/**
 * The profile by which agents learn what they can do here, in one version, whose entries all have that version. It names only what is
 * there: payment handlers have to be listed even where there are none.
 * @param origin of the shop, without a slash at the end
 */
export function profileOf(origin: string, version: Version) {
  const protocol = `https://ucp.dev/${version}`
  const capabilities = Object.entries(PAGES[version]).map(([name, [spec, schema]]) => {
    const parents = EXTENDS[version][name]
    const [only] = parents ?? []
    const entry = {
      version,
      spec: `${protocol}/specification/${spec}`,
      schema: `${protocol}/schemas/${schema}`,
      ...(parents && { extends: parents.length > 1 ? parents : only }),
    }
    return [name, [entry]] as const
  })
  const permalink = {
    version,
    spec: `${protocol}/specification/permalink`,
    schema: `${protocol}/schemas/shopping/permalink.json`,
    config: { endpoint: origin + PERMALINK_PATH },
  }
  const service = (transport: 'rest' | 'mcp', path: string, schema: string) => ({
    version,
    spec: `${protocol}/specification/overview`,
    schema: `${protocol}/services/shopping/${schema}`,
    transport,
    endpoint: origin + path,
  })
  const isNewest = version === NEWEST
  const older = VERSIONS.filter((one) => one !== NEWEST)
  return {
    ucp: {
      version,
      ...(isNewest && {
        supported_versions: Object.fromEntries(older.map((one) => [one, origin + PROFILE_PATHS[one]])),
      }),
      services: {
        'dev.ucp.shopping': [
          service('rest', REST_PATH, 'rest.openapi.json'),
          service('mcp', MCP_PATH, 'mcp.openrpc.json'),
        ],
      },
      capabilities: {
        ...Object.fromEntries(capabilities),
        ...(isNewest && { 'dev.ucp.shopping.permalink': [permalink] }),
      },
      payment_handlers: {},
    },
  }
}
