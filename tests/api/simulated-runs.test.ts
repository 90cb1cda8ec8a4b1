import { expect, test } from 'vitest'
import { simulate } from '#tests/faults/run.ts'

test.each(Array.from({ length: 7 }, (_, n) => `short ${n}`))('a run has no faults: %s', async (seed) => {
  const { faults } = await simulate(seed)
  expect(faults).toEqual([])
})

test('two hundred shoppers for ten places cause no faults', async () => {
  const shops = [
    { perDay: 8, perHour: 3 },
    { perDay: 2, perHour: 1 },
  ]
  const { faults, counts } = await simulate('peak', { shoppers: 200, shops })
  expect(faults).toEqual([])
  expect(counts.get('limited places, up to 200 shoppers')).toBe(1)
})

test('gives the same trace for the same seed', async () => {
  const outcomes: Awaited<ReturnType<typeof simulate>>[] = []
  // From one place in this file: stacks are part of the trace.
  for (let n = 0; n < 2; n++) outcomes.push(await simulate('twice'))
  const [one, other] = outcomes
  expect(one?.trace).toEqual(other?.trace)
  expect(one?.trace.length).toBeGreaterThan(50)
})
