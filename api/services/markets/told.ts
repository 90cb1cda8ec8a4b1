import type { WholeMarket } from '#api/queries/admin-markets.ts'
import type { FieldChange } from '#api/queries/changes.ts'
import { fieldChanges, listChange, removed } from '#api/services/changes/field-changes.ts'
import type { MarketForm } from '#src/contracts/admin/markets.ts'
import { describeOpeningHours } from '#src/domain/opening-hours.ts'
import { usZoneName } from '#src/domain/us-zones.ts'

type Market = Pick<WholeMarket, keyof MarketForm>

/** What is different between two states of a market, in words for people. */
export function marketChanges(before: Market, after: Market): FieldChange[] {
  return [
    ...fieldChanges(told(before), told(after)),
    ...listChange('zipCodes', before.zipCodes, after.zipCodes),
    ...listChange('closedDates', before.closedDates, after.closedDates),
  ]
}

/** A market that is taken away, with all that it held. */
export function marketRemoved(market: Market): FieldChange[] {
  return [
    ...removed(market.name, told(market)),
    ...listChange('zipCodes', market.zipCodes, []),
    ...listChange('closedDates', market.closedDates, []),
  ]
}

function told({ name, timeZone, openingHours, pausedReason }: Market) {
  return {
    name,
    timeZone: usZoneName(timeZone),
    openingHours: describeOpeningHours(openingHours),
    pausedReason,
  }
}
