import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { type BlockHashes, hashesOf, isRefusedBy, type Known, keyIdOf, knownOf } from './keys.ts'
import { type BlockRow, blocksAt, blocksOfOlderKeys, countAttempt, setHashes } from './queries.ts'

const HASHED_ANEW_AT_ONCE = 50

/**
 * Refuses what blocks do not let through, if any do.
 * @throws AppError `not_deliverable`
 */
export async function refuseBlocked(deps: Deps, known: Known): Promise<void> {
  const hashes = await hashesOf(deps.config, known)
  throwIfBlocked(deps, await blocksAt(deps.db, hashes), hashes)
}

/**
 * Refuses an order with these hashes if one of the blocks at its house does. Nobody is told which, nor why; the attempt is counted
 * beside the answer, whose time tells nothing either.
 * @throws AppError `not_deliverable`
 */
export function throwIfBlocked(
  deps: Deps,
  atHouse: readonly BlockRow[],
  hashes: readonly BlockHashes[],
): void {
  const ids = atHouse.flatMap((block) => (isRefusedBy(block, hashes) ? block.id : []))
  if (ids.length === 0) return
  deps.waitUntil(countAttempt(deps.db, ids, deps.clock.now().toISOString()))
  throw new AppError('not_deliverable')
}

/** Hashes blocks anew with the newest key, while their order is there: then an older key can be removed. */
export async function renewBlockHashes({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const [newest] = config.authKeys
  for (const { block, order } of await blocksOfOlderKeys(db, keyIdOf(newest), HASHED_ANEW_AT_ONCE)) {
    const [hashes] = await hashesOf(config, knownOf(order))
    await setHashes(db, block.id, hashes)
  }
}
