import type { Deps } from '#api/deps.ts'
import { CATALOGUE_TAG } from '#domain/site.ts'

/** Shows the catalogue as it is now. Runs after the answer: a purge that fails must not fail the save. */
export function purgeCatalogueCache({ cache, waitUntil }: Pick<Deps, 'cache' | 'waitUntil'>): void {
  waitUntil(cache.purge([CATALOGUE_TAG]))
}
