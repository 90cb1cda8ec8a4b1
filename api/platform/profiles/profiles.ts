/** A profile as its address answers. */
export type FetchedProfile = {
  /** The JSON of the answer; nothing in it is trusted. */
  document: unknown
  /** For how long it may be kept, as the answer says; null: it says nothing about that. */
  maxAgeSeconds: number | null
}

/**
 * The failure of a profile, which is its publisher's and no outage of ours. `unreachable`: it did not answer 200 in time, and whole.
 * `unreadable`: it is too long, or no JSON.
 */
export class ProfileError extends Error {
  readonly kind: 'unreachable' | 'unreadable'

  constructor(kind: ProfileError['kind'], message: string) {
    super(message)
    this.name = 'ProfileError'
    this.kind = kind
  }
}

/** The profiles of those who ask on behalf of others, wherever they publish them. */
export type Profiles = {
  /**
   * Reads one anew.
   * @param address which may be called: a stranger chose it, and it was checked
   * @throws ProfileError
   */
  fetch(address: string): Promise<FetchedProfile>
}
