import { type Platform, ProtocolError } from '#api/agents/call.ts'
import type { Deps } from '#api/deps.ts'
import { ProfileError } from '#api/platform/profiles/profiles.ts'
import { counterOf, incrementCounter, isBelowLimit } from '#api/platform/rate-counters.ts'
import { type KnownPlatform, keep, recall } from './known-platforms.ts'
import { readProfile } from './profile.ts'
import { profileAddress } from './profile-address.ts'

/** For so long after its time a profile is good enough while no more may be fetched. */
const STALE_MS = 60 * 60_000
/** A network may have half of all profiles fetched: it cannot use them up alone. */
const NETWORK_SHARE = 2

/**
 * Who asks, by the address of their profile.
 * @param profileUrl as the request names it; null: it names none
 * @param network of who asks
 * @throws ProtocolError, and the database's own error while it is away: without its counter nothing is fetched
 */
export async function readPlatform(
  deps: Deps,
  profileUrl: string | null,
  network: string,
): Promise<Platform> {
  const { clock, config, knownPlatforms } = deps
  const address = profileAddress(profileUrl, config)
  const known = recall(knownPlatforms, address)
  const now = clock.now()
  if (known && now < known.until) return orThrow(known.found)
  const limit = config.limits.profileFetches
  const share = { ...limit, max: Math.ceil(limit.max / NETWORK_SHARE) }
  const ofNetwork = counterOf('profileFetches', network, now, share)
  const ofAll = counterOf('profileFetches', 'everybody', now, limit)
  const [counted] = await deps.db.batch([
    incrementCounter(deps.db, ofAll, isBelowLimit(ofNetwork)),
    incrementCounter(deps.db, ofNetwork),
  ])
  if (counted.length === 0) {
    // A crowd of strangers must not shut out a platform that is known.
    if (known && !(known.found instanceof Error) && +now < +known.until + STALE_MS) return known.found
    const says = 'Too many platforms ask for the first time. Please try again in a minute.'
    throw new ProtocolError(503, 'busy', says, { retryAfterSeconds: limit.seconds })
  }
  const { found, maxAgeSeconds } = await fetchPlatform(deps, address)
  keep(knownPlatforms, address, found, { now: clock.now(), maxAgeSeconds })
  return orThrow(found)
}

function orThrow(found: KnownPlatform['found']): Platform {
  if (found instanceof Error) throw found
  return found
}

/** A failure is an answer, too: it is kept like one, so that nobody is called again at once. */
async function fetchPlatform(
  { profiles }: Deps,
  address: string,
): Promise<{ found: KnownPlatform['found']; maxAgeSeconds: number | null }> {
  try {
    const { document, maxAgeSeconds } = await profiles.fetch(address)
    return { found: readProfile(address, document), maxAgeSeconds }
  } catch (error) {
    if (error instanceof ProtocolError) return { found: error, maxAgeSeconds: null }
    if (error instanceof ProfileError) return { found: protocolError(error), maxAgeSeconds: null }
    throw error
  }
}

function protocolError({ kind }: ProfileError): ProtocolError {
  if (kind === 'unreachable') {
    const says = 'The platform’s profile did not answer 200 in time; redirects are not followed.'
    return new ProtocolError(424, 'profile_unreachable', says)
  }
  const says = 'The platform’s profile is no JSON of 128 KiB at most.'
  return new ProtocolError(422, 'profile_malformed', says)
}
