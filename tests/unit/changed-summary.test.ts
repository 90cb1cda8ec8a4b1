import { expect, test } from 'vitest'
import { orderTerms } from '#domain/order-terms.ts'
import { changesSince, type OrderSummary } from '#src/storefront/checkout/order-summary.ts'

const PLACES = {
  nyc: { zip: '10001', market: 'New York City', timeZone: 'America/New_York' },
  sf: { zip: '94110', market: 'San Francisco', timeZone: 'America/Los_Angeles' },
}

function summary(
  where: keyof typeof PLACES | null,
  option: Parameters<typeof orderTerms>[0],
  at: string,
  priceCents = 4999,
): OrderSummary {
  const place = where && PLACES[where]
  const schedule = place && {
    timeZone: place.timeZone,
    openingHours: null,
    pausedReason: null,
    closedDates: [],
  }
  return {
    title: 'Really Bad',
    terms: orderTerms(option, priceCents, schedule, new Date(at)),
    place: place && { zip: place.zip, market: place.market },
    madeBy: null,
  }
}

const NOON = '2026-11-26T17:00:00Z'

test.each([
  ['nothing', summary('nyc', 'today', NOON), summary('nyc', 'today', NOON), []],
  ['the first ZIP of the same clock', summary(null, 'today', NOON), summary('nyc', 'today', NOON), []],
  [
    'another market',
    summary('nyc', 'tomorrow', NOON),
    summary('sf', 'tomorrow', NOON),
    ['94110 is in San Francisco.', 'Delivery is now: Tomorrow, Fri Nov 27, by 12 PM PST.'],
  ],
  [
    'another market, where it is another day',
    summary('sf', 'tomorrow', '2026-11-26T06:00:00Z'),
    summary('nyc', 'tomorrow', '2026-11-26T06:00:00Z'),
    ['10001 is in New York City.', 'Delivery is now: Tomorrow, Fri Nov 27, by 12 PM EST.'],
  ],
  [
    'another market, where the option has closed',
    summary('sf', 'today', '2026-11-26T20:00:00Z'),
    summary('nyc', 'today', '2026-11-26T20:00:00Z'),
    ['10001 is in New York City.', 'Same day delivery not available after 2pm EST.'],
  ],
  [
    'midnight',
    summary('nyc', 'tomorrow', '2026-11-27T04:59:00Z'),
    summary('nyc', 'tomorrow', '2026-11-27T05:00:00Z'),
    ['Delivery is now: Tomorrow, Sat Nov 28, by 12 PM EST.'],
  ],
  [
    'the cut-off',
    summary('nyc', 'today', '2026-11-26T18:59:00Z'),
    summary('nyc', 'today', '2026-11-26T19:00:00Z'),
    ['Same day delivery not available after 2pm EST.'],
  ],
  [
    'minutes of the next hour',
    summary('nyc', 'hour', NOON),
    summary('nyc', 'hour', '2026-11-26T17:20:00Z'),
    [],
  ],
  [
    'the price',
    summary('nyc', 'tomorrow', NOON),
    summary('nyc', 'tomorrow', NOON, 5199),
    ['The price is now $55.11.'],
  ],
])('what a buyer has to read: %s', (_, drawn, current, changes) => {
  expect(changesSince(drawn, current)).toEqual(changes)
})
