import { CAPABILITIES, type Capability, EXTENDS, type Version } from '#api/agents/versions.ts'

/**
 * Both sides' capabilities: those of one name and of the profile's own version, without the extensions of what is not shared.
 * @param offered the capabilities of a profile: lists of entries by name
 */
export function shareCapabilities(
  version: Version,
  offered: Readonly<Record<string, unknown>>,
): ReadonlySet<Capability> {
  const shared = new Set(CAPABILITIES.filter((name) => isOffered(version, offered[name])))
  for (;;) {
    const orphans = [...shared].filter((name) => {
      const extended = EXTENDS[version][name]
      return extended !== undefined && ![...shared].some((other) => extended.includes(other))
    })
    if (orphans.length === 0) return shared
    for (const name of orphans) shared.delete(name)
  }
}

function isOffered(version: Version, entries: unknown): boolean {
  if (!Array.isArray(entries)) return false
  return entries.some((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return false
    return 'version' in entry && entry.version === version
  })
}
