import type { FieldChange } from '#api/platform/audit/changes.ts'
import { fieldChanges, listChange, removed } from '#api/platform/audit/field-changes.ts'
import { describeOpeningHours } from '#domain/opening-hours.ts'
import { usZoneName } from '#domain/us-zones.ts'
import type { WholeMarket } from './queries.ts'
import type { MarketForm } from './schema.ts'

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
