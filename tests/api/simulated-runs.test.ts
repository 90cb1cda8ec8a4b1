import { expect, test } from 'vitest'
import { simulate } from '#tests/faults/run.ts'
import { AGAIN, IS_SOAK, runs, SEED } from '#tests/support/soak.ts'

// The gate runs the two of its first twenty in which most happens.
const seeds = Array.from({ length: runs(2) }, (_, n) => `${SEED} ${5 + 8 * n}`)

test.each(seeds)('a run has no faults: %s', async (seed) => {
  const { faults } = await simulate(seed)
  expect(faults, AGAIN).toEqual([])
})

test('a crowd of shoppers for ten places causes no faults', async () => {
  const shops = [
    { perDay: 8, perHour: 3 },
    { perDay: 2, perHour: 1 },
  ]
  const { faults, counts } = await simulate(`peak ${SEED}`, { shoppers: IS_SOAK ? 200 : 41, shops })
  expect(faults, AGAIN).toEqual([])
  expect(counts.get('limited places, up to 200 shoppers')).toBe(1)
})

test('gives the same trace for the same seed', async () => {
  const outcomes: Awaited<ReturnType<typeof simulate>>[] = []
  // It is called from one place in this file: stacks are part of the trace.
  for (let n = 0; n < 2; n++) outcomes.push(await simulate(`twice ${SEED}`))
  const [one, other] = outcomes
  expect(one?.trace, AGAIN).toEqual(other?.trace)
  expect(one?.trace.length).toBeGreaterThan(50)
})
