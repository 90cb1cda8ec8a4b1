import type { Deps } from '#api/deps.ts'
import { isZip5 } from '#domain/zip.ts'
import { holders } from './queries.ts'
import type { ZipCheckAnswer, ZipCheckRequest } from './schema.ts'

/** What each piece of a pasted list is: to be had, in this market already, held by another one, or no ZIP code. */
export async function checkZips(
  { db }: Deps,
  { zipCodes, marketId }: ZipCheckRequest,
): Promise<ZipCheckAnswer> {
  const times = new Map<string, number>()
  for (const text of zipCodes) {
    const zip = text.trim()
    times.set(zip, (times.get(zip) ?? 0) + 1)
  }
  const distinct = [...times.keys()]
  const held = new Map((await holders(db, distinct.filter(isZip5))).map((holder) => [holder.zip, holder]))
  return {
    zipCodes: distinct.map((zip) => {
      const holder = held.get(zip)
      const own = holder !== undefined && holder.marketId === marketId
      return {
        zip,
        result: !isZip5(zip) ? 'wrong' : own ? 'duplicate' : holder ? 'taken' : 'ok',
        marketName: holder?.marketName ?? null,
        times: times.get(zip) ?? 1,
      }
    }),
  }
}
