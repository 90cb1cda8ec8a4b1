import { describe, expect, test } from 'vitest'
import {
  attemptSentences,
  DELIVERY_OUTCOMES,
  NEXT_STEPS,
  nextStepText,
  OUTCOME_RULES,
  outcomeProblems,
  secondAttemptProblem,
} from '#domain/delivery-attempts.ts'
import { attemptHistory, currentAttempts, toldAttempt } from '#domain/order/attempt.ts'
import { decide } from '#domain/order/decide.ts'
import { Refused } from '#domain/order/refused.ts'
import type { Attempt } from '#domain/order/state.ts'
import { AT, orderIn } from '#tests/support/order-states.ts'

const NOW = new Date('2026-06-04T20:30:00.000Z')
const reading = { timeZone: 'America/New_York', now: NOW }
const said = { name: null, nextStep: null, nextAt: null } as const
const told = { ...said, at: '2026-06-04T20:10:00.000Z', shopAddress: 'Stems, 12 Main St, New York, NY 10001' }

describe('the rules of an outcome', () => {
  test('hold for every combination of fields', () => {
    for (const outcome of DELIVERY_OUTCOMES) {
      for (const name of [null, 'Maria']) {
        for (const nextStep of [null, ...NEXT_STEPS]) {
          for (const nextAt of [null, AT]) {
            const { name: rule } = OUTCOME_RULES[outcome]
            const isNamedRight = rule === 'optional' || (rule === 'needed') === (name !== null)
            const isStepRight = (outcome === 'nobody') === (nextStep !== null)
            const isTimeRight = (nextStep === 'second_attempt') === (nextAt !== null)
            const problems = outcomeProblems({ outcome, name, nextStep, nextAt })
            expect(problems.map(({ path }) => path)).toEqual([
              ...(isNamedRight ? [] : ['name']),
              ...(isStepRight ? [] : ['nextStep']),
              ...(isTimeRight ? [] : ['nextAt']),
            ])
          }
        }
      }
    }
  })

  test.each([
    [null, 'Please enter a date and a time'],
    ['2026-06-04T20:30:00.000Z', 'Please choose a time that is still to come'],
    ['2026-06-04T20:30:00.001Z', null],
    ['2026-06-18T20:30:00.000Z', null],
    ['2026-06-18T20:30:00.001Z', 'Please choose a time within 14 days'],
  ])('a second attempt by %s: %s', (at, problem) => {
    expect(secondAttemptProblem(at === null ? null : new Date(at), NOW)).toBe(problem)
  })
})

describe('a buyer reads', () => {
  test.each([
    ['recipient', null, 'Handed to the recipient.'],
    ['someone', 'Maria', 'Maria took them in.'],
    ['someone', null, 'Someone there took them in.'],
    ['front_desk', null, 'Left at the front desk.'],
    ['front_desk', 'Kim', 'Left at the front desk, with Kim.'],
    ['neighbor', null, 'Left with a neighbor.'],
    ['neighbor', 'Sam', 'Left with a neighbor, Sam.'],
    ['left_at_door', null, 'Left at the door.'],
  ] as const)('%s, %s: %s', (outcome, name, happened) => {
    expect(attemptSentences({ ...told, outcome, name }, reading)).toEqual({ happened, next: null })
  })

  test.each([
    ['second_attempt', '2026-06-04T22:00:00.000Z', 'The florist tries again by 6 PM EST.'],
    ['second_attempt', '2026-06-05T22:15:00.000Z', 'The florist tries again by Fri Jun 5, 6:15 PM EST.'],
    [
      'at_shop',
      null,
      'They are back at the shop, at Stems, 12 Main St, New York, NY 10001, ready to be collected.',
    ],
    ['ask_sender', null, 'Please tell us what to do: call (555) 555-0142.'],
  ] as const)('that nobody was there, and %s by %s', (nextStep, nextAt, next) => {
    expect(attemptSentences({ ...told, outcome: 'nobody', nextStep, nextAt }, reading)).toEqual({
      happened: 'Nobody was there at 4:10 PM EST.',
      next,
    })
  })

  test('the day of an attempt that was not today', () => {
    const later = { ...reading, now: new Date('2026-06-06T20:30:00.000Z') }
    expect(attemptSentences({ ...told, outcome: 'nobody', nextStep: 'ask_sender' }, later).happened).toBe(
      'Nobody was there on Thu Jun 4, 4:10 PM EST.',
    )
  })
})

test('staff read the next step with its time', () => {
  const zone = 'America/Los_Angeles'
  expect(nextStepText({ nextStep: 'second_attempt', nextAt: '2026-06-05T22:15:00.000Z' }, zone, null)).toBe(
    'Second attempt by Fri Jun 5, 3:15 PM PST',
  )
  expect(nextStepText({ nextStep: 'ask_sender', nextAt: null }, zone, null)).toBe('Ask the sender what to do')
  expect(nextStepText(said, zone, null)).toBe(null)
})

const attempt = (id: string, changes: Partial<Attempt> = {}): Attempt => ({
  ...said,
  id,
  shopOrderId: 'shop-order-1',
  attemptKey: id,
  source: 'florist',
  outcome: 'recipient',
  corrects: null,
  actorId: null,
  createdAt: AT,
  ...changes,
})

test('corrections stand in the place of what they correct, in any number', () => {
  const attempts = [
    attempt('a'),
    attempt('b', { outcome: 'nobody' }),
    attempt('a2', { corrects: 'a', outcome: 'neighbor' }),
    attempt('a3', { corrects: 'a2', outcome: 'front_desk', createdAt: '2026-06-04T16:00:00.000Z' }),
  ]
  expect(attemptHistory(attempts).map((each) => each.map(({ id }) => id))).toEqual([['a', 'a2', 'a3'], ['b']])
  expect(currentAttempts({ attempts })).toMatchObject([
    { id: 'a3', firstId: 'a', at: AT, outcome: 'front_desk' },
    { id: 'b', firstId: 'b', outcome: 'nobody' },
  ])
})

const ready = {
  order: 'paid',
  shopOrder: 'ready',
  place: 'taken',
  choice: 'none',
  substitution: 'none',
  attempts: 'none',
  refund: 'none',
} as const

function inState(parts: Parameters<typeof orderIn>[0]) {
  const state = orderIn(parts)
  if (!state) throw new Error('There is no such order')
  return state
}

test('a buyer is told what fits where the order stands', () => {
  const outcomeIn = (parts: Parameters<typeof orderIn>[0], outcome: Attempt['outcome']) =>
    toldAttempt({ ...inState(parts), attempts: [attempt('a', { outcome })] })?.outcome ?? null
  const delivered = { ...ready, order: 'delivered', shopOrder: 'delivered' } as const
  expect(outcomeIn(ready, 'nobody')).toBe('nobody')
  expect(outcomeIn(ready, 'recipient')).toBe(null)
  expect(outcomeIn(delivered, 'recipient')).toBe('recipient')
  expect(outcomeIn(delivered, 'nobody')).toBe(null)
  expect(outcomeIn({ ...delivered, order: 'cancelled', place: 'none' }, 'recipient')).toBe(null)
  expect(outcomeIn({ ...ready, shopOrder: 'withdrawn' }, 'nobody')).toBe(null)
})

test('flowers that are left at the door need a photo of a florist, and none of an admin', () => {
  const state = inState(ready)
  const leave = (
    by: 'florist' | 'admin',
    photos: typeof state.photos,
    attempts: typeof state.attempts = [],
  ) => {
    const left = { ...said, id: 'new', key: 'new', outcome: 'left_at_door' as const }
    const command = { type: 'record_attempt', shopOrderId: 'shop-order-1', attempt: left } as const
    try {
      return decide({ ...state, photos, attempts }, command, AT, { actor: by, actorId: 'x' }).after
        .shopOrders[0]?.status
    } catch (error) {
      if (error instanceof Refused) return error.code
      throw error
    }
  }
  const photo = {
    id: 'photo-1',
    shopOrderId: 'shop-order-1',
    step: 'door' as const,
    uploadKey: 'key-1',
    hash: 'hash',
    object: 'object',
    createdAt: AT,
    deletedAt: null,
  }
  expect(leave('florist', [])).toBe('photo_required')
  expect(leave('florist', [{ ...photo, step: 'bouquet' }])).toBe('photo_required')
  expect(leave('florist', [{ ...photo, deletedAt: AT }])).toBe('photo_required')
  expect(leave('florist', [photo])).toBe('delivered')
  expect(leave('florist', [photo], [attempt('a', { outcome: 'nobody' })])).toBe('photo_required')
  expect(leave('admin', [])).toBe('ready')
})
