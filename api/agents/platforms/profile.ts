import { type Platform, ProtocolError } from '#api/agents/call.ts'
import { VERSIONS } from '#api/agents/versions.ts'
import { countCharacters, cutText, normaliseSpaces, normaliseText } from '#domain/text.ts'
import { shareCapabilities } from './negotiate.ts'

const LONGEST_NAME = 60

type Fields = Record<string, unknown>

/**
 * Reads a platform's profile.
 * @param profileUrl its address
 * @param document as it was published; nothing in it is trusted
 * @throws ProtocolError `profile_malformed` or `version_unsupported`
 */
export function readProfile(profileUrl: string, document: unknown): Platform {
  const profile = fieldsOf(document)
  const { version: claimed, name, capabilities } = fieldsOf(profile['ucp'])
  if (typeof claimed !== 'string')
    throw new ProtocolError(422, 'profile_malformed', 'The platform’s profile has no ucp.version.')
  const version = VERSIONS.find((one) => one === claimed)
  if (!version) {
    const known = VERSIONS.join(' and ')
    const says = `The platform’s profile has a version of the protocol that this shop does not know; it knows ${known}.`
    throw new ProtocolError(422, 'version_unsupported', says)
  }
  return {
    profileUrl,
    name: readableName(profile['name']) ?? readableName(name) ?? hostName(profileUrl),
    version,
    shared: shareCapabilities(version, fieldsOf(capabilities)),
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Null for what nobody could read. */
function readableName(name: unknown): string | null {
  if (typeof name !== 'string') return null
  const text = cutText(normaliseSpaces(normaliseText(name)), LONGEST_NAME).trim()
  return /[\p{L}\p{N}]/u.test(text) ? text : null
}

/** The end of a long name says whose it is. */
function hostName(address: string): string {
  const { hostname } = new URL(address)
  return countCharacters(hostname) <= LONGEST_NAME ? hostname : `…${hostname.slice(1 - LONGEST_NAME)}`
}
