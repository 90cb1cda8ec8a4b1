export type ZipGroup = { prefix: string; zips: string[] }

/** ZIP codes in their order, by their first three digits: the post's own districts, in which people look for them. */
export function zipGroups(zips: readonly string[]): ZipGroup[] {
  const groups = new Map<string, string[]>()
  for (const zip of zips.toSorted()) {
    const prefix = zip.slice(0, 3)
    const group = groups.get(prefix)
    if (group) group.push(zip)
    else groups.set(prefix, [zip])
  }
  return [...groups].map(([prefix, zips]) => ({ prefix, zips }))
}
