import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { logFailure } from '#api/platform/failure.ts'
import { splitByPercent } from '#domain/cost-split.ts'
import { assignOrder } from './assign.ts'
import type { BulkAssignRequest, BulkPaymentRequest } from './assignment-schema.ts'
import { changeShopPayment } from './service.ts'

/** The result of one of several: `error` is what a person may read about why it was left as it is, null for success. */
export type BulkResult = { id: string; error: string | null }
/** `aboveCapacity`: it was assigned, though the shop had as many orders as it can make. */
type BulkAssigned = BulkResult & { aboveCapacity: boolean }

/**
 * Assigns several orders to one shop, each by itself and split alike: one that cannot be assigned holds up no other. A
 * second call assigns nothing twice.
 */
export async function assignOrders(
  deps: Deps,
  actorId: string,
  request: BulkAssignRequest,
): Promise<BulkAssigned[]> {
  const { shopId, shopPercent, orders } = request
  const above = new Set<string>()
  const results = await eachByItself(
    deps,
    orders,
    'Failed to create shop order',
    async ({ id, totalCents }) => {
      const split = splitByPercent(totalCents, shopPercent)
      const { aboveCapacity } = await assignOrder(deps, actorId, {
        orderId: id,
        shopId,
        totalCents,
        ...split,
        specialInstructions: null,
      })
      if (aboveCapacity) above.add(id)
    },
  )
  return results.map((result) => ({ ...result, aboveCapacity: above.has(result.id) }))
}

/** Sets whether the shops of several shop orders were paid, each by itself and at its version. */
export function changeShopPayments(
  deps: Deps,
  actorId: string,
  { paymentStatus, shopOrders }: BulkPaymentRequest,
): Promise<BulkResult[]> {
  return eachByItself(deps, shopOrders, 'Failed to update payment status', ({ id, version }) =>
    changeShopPayment(deps, actorId, id, { paymentStatus, version }),
  )
}

/** One after the other: they write to the same tables. @param failure said of an error without words of its own */
async function eachByItself<Item extends { id: string }>(
  deps: Deps,
  items: readonly Item[],
  failure: string,
  write: (item: Item) => Promise<unknown>,
): Promise<BulkResult[]> {
  const results: BulkResult[] = []
  for (const item of items) {
    try {
      await write(item)
      results.push({ id: item.id, error: null })
    } catch (thrown) {
      if (!(thrown instanceof AppError)) logFailure(deps, 'bulk_change_failed', thrown, { recordId: item.id })
      results.push({ id: item.id, error: thrown instanceof AppError ? thrown.message : failure })
    }
  }
  return results
}
