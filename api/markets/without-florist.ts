import { AppError } from '#api/errors.ts'
import type { WithoutFlorist } from '#domain/market-orders.ts'

/**
 * Asks before a write that leaves a market without a florist, in the words that an admin reads.
 * @param then what the market does after it
 * @param confirmed what the request says that it does
 * @param lastShop the name of the shop that the write takes from it; absent: it had none
 * @throws AppError `market_without_florist` or `market_would_close` unless that was confirmed
 */
export function requireConfirmation(
  market: string,
  then: WithoutFlorist,
  confirmed: WithoutFlorist | undefined,
  lastShop?: string,
): void {
  // Whoever wants it closed gets that: it is closed already, or the write closes it.
  if (confirmed === then || confirmed === 'closes') return
  const last = lastShop === undefined ? '' : `${lastShop} is the last active florist of ${market}. `
  if (then === 'closes') {
    throw new AppError('market_would_close', {
      message: `${last}${market} will take no orders until it has a florist again, and open checkouts will end.`,
    })
  }
  throw new AppError('market_without_florist', {
    message: last
      ? `${last}${market} will still take orders. They will wait for you to assign them, and no limit applies.`
      : `${market} takes orders, but has no florist. Orders will wait for you to assign them, and no limit applies.`,
  })
}
