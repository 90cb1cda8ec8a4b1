import {
  noOrdersReason,
  type OrderTaking,
  TAKES_ORDERS_WITHOUT_FLORIST,
  takesOrdersWithoutFlorist,
} from '#domain/market-orders.ts'
import { marketsAndShopsKey } from '#src/admin/query-client.ts'
import type { RecordKind } from '#src/admin/ui/record-kind.ts'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import { deleteMarket, type MarketDetail, type MarketRow, marketQueries } from './queries.ts'

export const MARKET_LABELS = {
  name: 'Market name',
  zipCodes: 'ZIP codes',
  timeZone: 'Time zone',
  openingHours: 'Opening hours',
  pausedReason: 'Pause',
  closedWithoutFlorist: 'Close while it has no florist',
  closedDates: 'Closed dates',
  asksForAnswer: 'Require a response',
  assignsAutomatically: 'Assign automatically',
  answerMinutes: 'Minutes to respond',
  fulfilmentMinutes: 'Minutes to make and deliver',
  offersChoiceAfterMinutes: 'Ask the buyer after (minutes)',
  choiceHours: 'Hours the buyer has to choose',
  textAfterSeconds: 'Text after (seconds)',
  callAfterSeconds: 'Call after (seconds)',
}

type MarketState = OrderTaking & { hasZipCodes: boolean }

/** Says if a market takes orders, and if somebody can make them: a badge's color and its words. */
function statusOf(market: MarketState): { status: string; label: string } {
  if (market.pausedReason !== null) return { status: 'pending', label: 'Paused' }
  if (noOrdersReason(market) !== null) return { status: 'inactive', label: 'Closed: no florist' }
  if (!takesOrdersWithoutFlorist(market)) return { status: 'active', label: 'Active' }
  return { status: 'pending', label: TAKES_ORDERS_WITHOUT_FLORIST }
}

export function MarketStatus({ market }: { market: MarketState }) {
  const { status, label } = statusOf(market)
  return <StatusBadge status={status}>{label}</StatusBadge>
}

/** The same in words, for lists. */
export const marketStatusLabel = (market: MarketState) => statusOf(market).label

/** While its shops are not known, nothing says that it has no florist. */
export function hasFlorist({ shops }: Pick<MarketDetail, 'shops'>): boolean {
  return shops === null || shops.some(({ active }) => active)
}

export const MARKET: RecordKind<MarketRow, MarketDetail> = {
  name: 'Market',
  path: 'markets',
  queries: marketQueries,
  touches: marketsAndShopsKey,
  labels: MARKET_LABELS,
  titleOf: ({ name }) => name,
  deletionOf: ({ id, name }) => ({
    title: `Delete ${name}?`,
    description: (
      <p>
        Nobody in its ZIP codes can order anymore, and other markets can take those ZIP codes. This cannot be
        undone.
      </p>
    ),
    run: () => deleteMarket(id),
  }),
}
