import type { Platform, ProtocolError } from '#api/agents/call.ts'

/** A platform as its profile was last read, or why it could not be. */
export type KnownPlatform = { found: Platform | ProtocolError; until: Date }

/** By the address of the profile, those that asked last at the end. It holds what was read, never a call that is under way. */
export type KnownPlatforms = Map<string, KnownPlatform>

const MOST = 500
/** Anybody can invent addresses: those that fail take no more of the places. */
const MOST_FAILURES = 250
const SHORTEST_SECONDS = 60
const LONGEST_SECONDS = 3600

/** Returns what was last read of a platform, however old it is. */
export function recall(known: KnownPlatforms, address: string): KnownPlatform | null {
  const found = known.get(address)
  if (!found) return null
  known.delete(address)
  known.set(address, found)
  return found
}

/**
 * Keeps what a profile said, in the place of what has not been asked for longest; of failures first, once there are many.
 * @param maxAgeSeconds for how long it may be kept, as its answer says; null: it says nothing, or there was none
 */
export function keep(
  known: KnownPlatforms,
  address: string,
  found: KnownPlatform['found'],
  { now, maxAgeSeconds }: { now: Date; maxAgeSeconds: number | null },
): void {
  const seconds = Math.min(Math.max(maxAgeSeconds ?? 0, SHORTEST_SECONDS), LONGEST_SECONDS)
  known.delete(address)
  known.set(address, { found, until: new Date(now.getTime() + seconds * 1000) })
  if (known.size <= MOST) return
  const failed = [...known].filter(([, platform]) => platform.found instanceof Error)
  const [oldest] = failed.length > MOST_FAILURES ? failed : known
  if (oldest) known.delete(oldest[0])
}
