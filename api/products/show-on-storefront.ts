import type { Deps } from '#api/deps.ts'
import { CATALOGUE_TAG } from '#src/site.ts'

/** Lets the storefront show the catalogue as it is now: after the answer, and never at the cost of the write. */
export function showOnStorefront({ cache, defer }: Deps): void {
  defer(cache.purge([CATALOGUE_TAG]))
}
