/** What a text may point at. */
export type Targets = {
  /** The paths of this site. */
  pages: ReadonlySet<string>
  /** What links to a page can lead to; null for pages that are no text of content/. */
  partsOf: (page: string) => ReadonlySet<string> | null
  /** By its path: the file of an article that has no page yet. */
  drafts: ReadonlyMap<string, string>
  /** All files below content/ and public/, from the root of the project. */
  files: ReadonlySet<string>
}

/** An address without its %20 and the like, if they can be read. */
export function decoded(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}
