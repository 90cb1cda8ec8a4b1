import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMonths } from '#domain/statement.ts'
import { addDays } from '#domain/zoned-time.ts'
import { weeksOf } from '#src/admin/shops/capacity-fields.tsx'

test('a month is its weeks, Monday first', () => {
  expect(weeksOf('2027-02')).toEqual([
    ['2027-02-01', '2027-02-02', '2027-02-03', '2027-02-04', '2027-02-05', '2027-02-06', '2027-02-07'],
    ['2027-02-08', '2027-02-09', '2027-02-10', '2027-02-11', '2027-02-12', '2027-02-13', '2027-02-14'],
    ['2027-02-15', '2027-02-16', '2027-02-17', '2027-02-18', '2027-02-19', '2027-02-20', '2027-02-21'],
    ['2027-02-22', '2027-02-23', '2027-02-24', '2027-02-25', '2027-02-26', '2027-02-27', '2027-02-28'],
  ])
  expect(weeksOf('2026-11')[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
})

test('every day of a month is there once, in order', () => {
  const anyDate = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(anyDate, (date) => {
      const month = date.toISOString().slice(0, 7)
      const days = weeksOf(month)
        .flat()
        .filter((day) => day !== null)
      const first = `${month}-01`
      expect(days).toEqual(days.map((_, at) => addDays(first, at)))
      expect(addDays(first, days.length).slice(0, 7)).toBe(addMonths(month, 1))
      for (const week of weeksOf(month)) expect(week).toHaveLength(7)
    }),
  )
})
