import {
  noOrdersReason,
  type OrderTaking,
  TAKES_ORDERS_WITHOUT_FLORIST,
  takesOrdersWithoutFlorist,
} from '#domain/market-orders.ts'
import { marketsAndShopsKey } from '#src/admin/query-client.ts'
import type { Deletion } from '#src/admin/ui/delete-dialog.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import { deleteMarket, type MarketDetail } from './queries.ts'

/** Labels of a market's fields on its form and in its history. */
export const MARKET_LABELS = {
  name: 'Market Name',
  zipCodes: 'ZIP codes',
  timeZone: 'Time zone',
  openingHours: 'Opening hours',
  pausedReason: 'Pause',
  closedWithoutFlorist: 'Closed while it has no florist',
  closedDates: 'Closed dates',
  asksForAnswer: 'Ask for an answer',
  assignsAutomatically: 'Assign automatically',
  answerMinutes: 'Minutes to answer',
  fulfilmentMinutes: 'Minutes to make and deliver',
  offersChoiceAfterMinutes: 'Minutes until the buyer is asked',
  choiceHours: 'Hours to choose',
}

/** Says if a market takes orders, and if somebody can make them. */
export function MarketStatus({ market }: { market: OrderTaking & { hasZipCodes: boolean } }) {
  if (market.pausedReason !== null) return <StatusBadge status="pending">Paused</StatusBadge>
  if (noOrdersReason(market) !== null) return <StatusBadge status="inactive">Closed: no florist</StatusBadge>
  if (!takesOrdersWithoutFlorist(market)) return <StatusBadge status="active" />
  return <StatusBadge status="pending">{TAKES_ORDERS_WITHOUT_FLORIST}</StatusBadge>
}

/** While its shops are not known, nothing says that it has no florist. */
export function hasFlorist({ shops }: Pick<MarketDetail, 'shops'>): boolean {
  return shops === null || shops.some(({ active }) => active)
}

/** The question before a market is closed for good, and what it does. */
export function marketDeletion({ id, name }: { id: string; name: string }): Deletion {
  return {
    title: `Delete ${name}?`,
    description: (
      <p>
        Nobody in its ZIP codes can order anymore, and other markets can take those ZIP codes. This cannot be
        undone.
      </p>
    ),
    run: () => deleteMarket(id),
    success: 'Market deleted successfully',
    failure: 'Failed to delete market',
    touches: marketsAndShopsKey,
  }
}
