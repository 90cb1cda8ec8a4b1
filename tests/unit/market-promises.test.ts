import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AskingMarket, answerDeadline, latestStart } from '#domain/answer-deadline.ts'
import { byOption, DELIVERY_OPTION_IDS, promisedBy } from '#domain/delivery.ts'
import { answerMinutesOf, describeAnswerMinutes } from '#domain/market-promises.ts'
import { wholeWeek } from '#domain/opening-hours.ts'

const ZONE = 'America/New_York'

function market(changes: Partial<AskingMarket> = {}): AskingMarket {
  return {
    timeZone: ZONE,
    openingHours: null,
    closedDates: [],
    asksForAnswer: true,
    answerMinutes: null,
    fulfilmentMinutes: 40,
    ...changes,
  }
}

/** A time of June 2026 in New York: the fourth is a Thursday. */
const june = (day: number, time: string) => new Date(`2026-06-0${day}T${time}:00-04:00`)

const NINE_TO_EIGHT = { opens: '09:00', closes: '20:00' }
const hours = wholeWeek({
  '1': NINE_TO_EIGHT,
  '2': NINE_TO_EIGHT,
  '3': NINE_TO_EIGHT,
  '4': NINE_TO_EIGHT,
  '5': NINE_TO_EIGHT,
  '6': { opens: '10:00', closes: '12:00' },
})

describe('until when a florist has to answer', () => {
  test.each([
    ['hour', june(4, '11:30'), '10:38'],
    ['few-hours', june(4, '13:30'), '10:50'],
    ['today', june(4, '20:00'), '11:15'],
    ['tomorrow', june(5, '12:00'), '12:30'],
  ] as const)('%s: this many minutes', (deliveryOption, promised, time) => {
    const deadline = answerDeadline({ deliveryOption, promisedBy: promised }, market(), june(4, '10:30'))
    expect(deadline).toEqual(june(4, time))
  })

  test.each([
    ['inside of the day', june(4, '10:00'), june(4, '12:00')],
    ['over the night: what is left counts from the opening', june(4, '19:00'), june(5, '10:00')],
    ['before the opening', june(4, '07:00'), june(4, '11:00')],
    ['after closing', june(4, '21:00'), june(5, '11:00')],
    ['over a short day and a closed one', june(6, '11:00'), june(8, '10:00')],
  ])('those of tomorrow count within the opening hours: %s', (_, now, deadline) => {
    const order = { deliveryOption: 'tomorrow', promisedBy: june(9, '12:00') } as const
    expect(answerDeadline(order, market({ openingHours: hours }), now)).toEqual(deadline)
  })

  test('closed dates do not count', () => {
    const order = { deliveryOption: 'tomorrow', promisedBy: june(9, '12:00') } as const
    const closed = market({ openingHours: hours, closedDates: ['2026-06-05'] })
    expect(answerDeadline(order, closed, june(4, '19:00'))).toEqual(june(6, '11:00'))
  })

  test('never later than the promise less the time to make and deliver', () => {
    const order = { deliveryOption: 'hour', promisedBy: june(4, '11:10') } as const
    expect(answerDeadline(order, market(), june(4, '10:25'))).toEqual(june(4, '10:30'))
    const tomorrow = { deliveryOption: 'tomorrow', promisedBy: june(5, '10:00') } as const
    expect(answerDeadline(tomorrow, market({ openingHours: hours }), june(4, '21:00'))).toEqual(
      june(5, '09:20'),
    )
  })

  test('a market whose florists do not work until then has that instant, too', () => {
    const order = { deliveryOption: 'tomorrow', promisedBy: june(5, '12:00') } as const
    const never = market({ openingHours: wholeWeek({}) })
    expect(answerDeadline(order, never, june(4, '10:00'))).toEqual(june(5, '11:20'))
  })

  test.each([
    ['the market does not ask', { asksForAnswer: false }, june(4, '10:30')],
    ['it is too late to begin', {}, june(4, '10:50')],
    ['it is late already', {}, june(4, '13:00')],
  ])('there is none when %s', (_, changes, now) => {
    const order = { deliveryOption: 'hour', promisedBy: june(4, '11:30') } as const
    expect(answerDeadline(order, market(changes), now)).toBeNull()
  })

  test('a market may have minutes of its own', () => {
    const own = market({ answerMinutes: { ...answerMinutesOf(null), today: 10 }, fulfilmentMinutes: 90 })
    const order = { deliveryOption: 'today', promisedBy: june(4, '20:00') } as const
    expect(answerDeadline(order, own, june(4, '10:30'))).toEqual(june(4, '10:40'))
    expect(answerDeadline(order, own, june(4, '18:25'))).toEqual(june(4, '18:30'))
  })

  test('an option that the stored minutes of a market do not name has its usual ones', () => {
    const older = market({ answerMinutes: { hour: 5, 'few-hours': 5, tomorrow: 5 } })
    const order = { deliveryOption: 'today', promisedBy: june(4, '20:00') } as const
    expect(answerDeadline(order, older, june(4, '10:30'))).toEqual(june(4, '11:15'))
    expect(describeAnswerMinutes(older.answerMinutes)).toMatch(
      /hours: 5 min, By end of day: 45 min, .*Tomorrow: 5 min$/,
    )
  })

  test('it lies after now and leaves the time to make and deliver, also when clocks change', () => {
    const minutes = fc.integer({ min: 1, max: 1440 })
    fc.assert(
      fc.property(
        fc.constantFrom(...DELIVERY_OPTION_IDS),
        // Around the spring and autumn changes of 2026.
        fc.constantFrom('2026-03-08T00:00:00Z', '2026-11-01T00:00:00Z'),
        fc.integer({ min: 0, max: 48 * 60 }),
        fc.record(byOption(() => minutes)),
        minutes,
        fc.constantFrom(null, hours),
        (deliveryOption, from, later, answerMinutes, fulfilmentMinutes, openingHours) => {
          const now = new Date(Date.parse(from) + later * 60_000)
          const promised = promisedBy(deliveryOption, now, ZONE)
          const asking = market({ answerMinutes, fulfilmentMinutes, openingHours })
          const deadline = answerDeadline({ deliveryOption, promisedBy: promised }, asking, now)
          const latest = latestStart(promised, asking)
          if (latest <= now) {
            expect(deadline).toBeNull()
            return
          }
          expect(deadline?.getTime()).toBeGreaterThan(now.getTime())
          expect(deadline?.getTime()).toBeLessThanOrEqual(latest.getTime())
        },
      ),
    )
  })
})

describe('in words', () => {
  test('the minutes of a market that says nothing are the usual ones', () => {
    expect(describeAnswerMinutes(null)).toMatch(
      /Within the next hour: 8 min, Within the next few hours: 20 min, By end of day: 45 min, .*Tomorrow: 120 min$/,
    )
    expect(describeAnswerMinutes(answerMinutesOf(null))).toBe(describeAnswerMinutes(null))
  })
})
