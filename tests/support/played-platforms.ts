import { ProfileError, type Profiles } from '#api/platform/profiles/profiles.ts'

export type PlayedPlatforms = Profiles & {
  /** The addresses that were fetched, oldest first. */
  fetched: string[]
  /**
   * Publishes a profile, or has its address fail.
   * @returns its address
   */
  publish(answer: unknown, options?: { at?: string; maxAgeSeconds?: number }): string
  /** Brings it back to how it was. */
  reset(): void
}

/** The address of a platform's profile where a test names none. */
export const PROFILE_URL = 'https://agent.sorryflowers.com/ucp.json'

/** The platforms of agents, without a network: they publish what a test wants. */
export function playedPlatforms(): PlayedPlatforms {
  const fetched: string[] = []
  const published = new Map<string, { answer: unknown; maxAgeSeconds: number | null }>()
  return {
    fetched,
    async fetch(address) {
      fetched.push(address)
      const found = published.get(address)
      if (!found) throw new ProfileError('unreachable', 'The profile answered 404')
      const { answer: document, maxAgeSeconds } = found
      if (document instanceof Error) throw document
      return { document, maxAgeSeconds }
    },
    publish(answer, { at = PROFILE_URL, maxAgeSeconds } = {}) {
      published.set(at, { answer, maxAgeSeconds: maxAgeSeconds ?? null })
      return at
    },
    reset() {
      fetched.length = 0
      published.clear()
    },
  }
}

const CAPABILITIES = [
  'dev.ucp.shopping.checkout',
  'dev.ucp.shopping.fulfillment',
  'dev.ucp.shopping.catalog.search',
  'dev.ucp.shopping.catalog.lookup',
]

/** A platform's profile as the protocol wants it, with all that the shop can do. */
export function platformProfile({
  version = '2026-08-25',
  capabilities = CAPABILITIES,
  name,
}: {
  version?: string
  capabilities?: readonly string[]
  name?: string
} = {}) {
  const page = `https://ucp.dev/${version}`
  const entries = capabilities.map((capability) => {
    const short = capability.replace('dev.ucp.shopping.', '')
    const schema = `${page}/schemas/shopping/${short.replace('.', '_')}.json`
    return [capability, [{ version, spec: `${page}/specification/${short}`, schema }]] as const
  })
  return {
    ...(name !== undefined && { name }),
    ucp: { version, services: {}, capabilities: Object.fromEntries(entries), payment_handlers: {} },
  }
}
