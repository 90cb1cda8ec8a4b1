/** What a market's fields are called on its form and in its history. */
export const MARKET_LABELS = {
  name: 'Market Name',
  zipCodes: 'ZIP codes',
  timeZone: 'Time zone',
  openingHours: 'Opening hours',
  pausedReason: 'Pause',
  closedDates: 'Closed dates',
}
