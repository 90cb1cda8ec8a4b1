import { expect, test } from 'vitest'
import { availability } from '#domain/availability.ts'
import { zoneName } from '#domain/time-zones.ts'

test.each([
  ['America/New_York', 'EST'],
  ['America/Detroit', 'EST'],
  ['Etc/GMT+5', 'EST'],
  ['America/Los_Angeles', 'PST'],
  ['America/Chicago', 'CST'],
  ['America/Denver', 'MST'],
  ['America/Phoenix', 'MST'],
  ['America/Anchorage', 'AKST'],
  ['Pacific/Honolulu', 'HST'],
  ['Europe/Berlin', 'GMT+1'],
  ['Australia/Sydney', 'GMT+10'],
  ['America/Santiago', 'GMT-4'],
  ['America/St_Johns', 'GMT-3:30'],
  ['Asia/Kolkata', 'GMT+5:30'],
  ['Australia/Lord_Howe', 'GMT+10:30'],
  ['Europe/Dublin', 'GMT'],
  ['UTC', 'UTC'],
])('%s is called %s all year round', (zone, name) => {
  expect(zoneName(zone)).toBe(name)
  const market = { timeZone: zone, openingHours: null, pausedReason: null, closedDates: [] }
  expect(availability(new Date('2026-06-04T14:00:00Z'), market).message).toMatch(
    new RegExp(`2pm ${name.replace('+', '\\+')}$`),
  )
})
