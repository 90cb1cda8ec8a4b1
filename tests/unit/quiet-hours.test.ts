import { expect, test } from 'vitest'
import { quietUntil } from '#domain/quiet-hours.ts'

test.each([
  [
    'the first minute of the night',
    '2026-06-05T01:00:00.000Z',
    'America/New_York',
    '2026-06-05T12:00:00.000Z',
  ],
  ['the last minute of the day', '2026-06-05T00:59:59.999Z', 'America/New_York', null],
  ['midnight', '2026-06-05T04:00:00.000Z', 'America/New_York', '2026-06-05T12:00:00.000Z'],
  [
    'the last minute of the night',
    '2026-06-05T11:59:59.999Z',
    'America/New_York',
    '2026-06-05T12:00:00.000Z',
  ],
  ['eight in the morning', '2026-06-05T12:00:00.000Z', 'America/New_York', null],
  ['nine in New York, six in San Francisco', '2026-06-05T01:00:00.000Z', 'America/Los_Angeles', null],
  [
    'a night that an hour is taken from',
    '2026-03-08T06:30:00.000Z',
    'America/New_York',
    '2026-03-08T12:00:00.000Z',
  ],
  [
    'a night that has an hour more',
    '2026-11-01T02:00:00.000Z',
    'America/New_York',
    '2026-11-01T13:00:00.000Z',
  ],
  ['the last night of a year', '2027-01-01T03:00:00.000Z', 'America/New_York', '2027-01-01T13:00:00.000Z'],
])('%s', (_, now, zone, until) => {
  expect(quietUntil(new Date(now), zone)?.toISOString() ?? null).toBe(until)
})
