import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#src/lib/api.ts'
import { type ShopOrderDetail, shopOrderQuery } from './queries.ts'

type Write = (record: ShopOrderDetail) => Promise<unknown>

/**
 * Changes a shop order, from the version that is on the screen. Afterwards all of the app is read anew, since an order
 * shows in many places, and so that a refused editor sees the other's change.
 */
export function useChange(record: ShopOrderDetail) {
  const cache = useQueryClient()
  /**
   * @param write sends the change, based on the record that it is given
   * @param untouched whether what is about to be changed is still as it was: then somebody has changed something else, and
   *   this change is made on top of theirs
   * @returns the record as it is now
   */
  return async (write: Write, untouched?: (now: ShopOrderDetail) => boolean): Promise<ShopOrderDetail> => {
    try {
      await write(record).catch(async (thrown: unknown) => {
        if (!untouched || !(thrown instanceof ApiError && thrown.code === 'edit_conflict')) throw thrown
        const now = await cache.fetchQuery({ ...shopOrderQuery(record.id), staleTime: 0 })
        if (!untouched(now)) throw thrown
        await write(now)
      })
    } finally {
      await cache.invalidateQueries()
    }
    return cache.getQueryData(shopOrderQuery(record.id).queryKey) ?? record
  }
}
