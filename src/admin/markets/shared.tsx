import { marketsAndShopsKey } from '#src/admin/query-client.ts'
import type { Deletion } from '#src/admin/ui/delete-dialog.tsx'
import { deleteMarket } from './queries.ts'

/** What a market's fields are called on its form and in its history. */
export const MARKET_LABELS = {
  name: 'Market Name',
  zipCodes: 'ZIP codes',
  timeZone: 'Time zone',
  openingHours: 'Opening hours',
  pausedReason: 'Pause',
  closedDates: 'Closed dates',
  asksForAnswer: 'Ask for an answer',
  assignsAutomatically: 'Assign automatically',
  answerMinutes: 'Minutes to answer',
  fulfilmentMinutes: 'Minutes to make and deliver',
  offersChoiceAfterMinutes: 'Minutes until the buyer is asked',
  choiceHours: 'Hours to choose',
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
