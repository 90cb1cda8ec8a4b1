import { parseDictionary } from 'structured-headers'

/**
 * The address of the profile that a `UCP-Agent` header names: `profile="https://…"`, a dictionary of RFC 8941. Other members and
 * parameters may stand beside it.
 * @returns null without one, and for a header that cannot be read
 */
export function profileOfHeader(header: string | undefined): string | null {
  const [value] = membersOf(header ?? '')?.get('profile') ?? []
  return typeof value === 'string' ? value : null
}

function membersOf(header: string) {
  try {
    return parseDictionary(header)
  } catch {
    return null
  }
}
