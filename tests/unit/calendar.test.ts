import { expect, test } from 'vitest'
import { calendarFile } from '#domain/calendar.ts'

const entry = {
  uid: 'ORD-7K2M9QXA@shop.example',
  title: 'Flowers arrive by 8 PM EST; bring words, please',
  description: 'Order ORD-7K2M9QXA\nC:\\flowers',
  url: 'https://shop.example/track#abc',
  start: new Date('2026-06-04T23:00:00.000Z'),
  end: new Date('2026-06-05T00:00:00.000Z'),
  stamp: new Date('2026-06-04T14:30:00.000Z'),
  sequence: 3,
}

test('is one event with escaped text and CRLF after every line', () => {
  const file = calendarFile(entry)
  expect(file.split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Apologize Better//Orders//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:ORD-7K2M9QXA@shop.example',
    'DTSTAMP:20260604T143000Z',
    'SEQUENCE:3',
    'DTSTART:20260604T230000Z',
    'DTEND:20260605T000000Z',
    'SUMMARY:Flowers arrive by 8 PM EST\\; bring words\\, please',
    'DESCRIPTION:Order ORD-7K2M9QXA\\nC:\\\\flowers',
    'URL:https://shop.example/track#abc',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test.each(['x', 'ü', '🌹'])('folds lines of %s at 75 octets, never inside a character', (symbol) => {
  const title = symbol.repeat(200)
  const file = calendarFile({ ...entry, title })
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}\r\n`)
})
