import { useState } from 'react'
import type { TakenOrder, Waiting } from './queries.ts'

/** As many as are read in passing. */
const SHOWN = 3

/**
 * The orders that stood in the list here and were given to a shop elsewhere since, newest first.
 * @param own those that were assigned here
 */
export function useTakenByOthers(
  page: Waiting | undefined,
  own: readonly { orderId: string }[],
): TakenOrder[] {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const unseen = page?.rows.filter(({ id }) => !seen.has(id)) ?? []
  if (unseen.length > 0) setSeen(new Set([...seen, ...unseen.map(({ id }) => id)]))
  if (!page) return []
  const waits = (id: string) => page.rows.some((row) => row.id === id)
  const isOwn = (id: string) => own.some(({ orderId }) => orderId === id)
  return page.taken.filter(({ id }) => seen.has(id) && !isOwn(id) && !waits(id)).slice(0, SHOWN)
}
