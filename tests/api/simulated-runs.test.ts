import { expect, test } from 'vitest'
import { simulate } from '#tests/faults/run.ts'

test.each(Array.from({ length: 24 }, (_, n) => `short ${n}`))('a simulation of its own: %s', async (seed) => {
  const { faults } = await simulate(seed)
  expect(faults).toEqual([])
})

test('gives the same trace for the same seed', async () => {
  const outcomes: Awaited<ReturnType<typeof simulate>>[] = []
  // From one place in this file: stacks are part of the trace.
  for (let n = 0; n < 2; n++) outcomes.push(await simulate('twice'))
  const [one, other] = outcomes
  expect(one?.trace).toEqual(other?.trace)
  expect(one?.trace.length).toBeGreaterThan(50)
})
