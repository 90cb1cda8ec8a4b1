import { expect, test } from 'vitest'
import { torture } from '#tests/faults/run.ts'

test.each(Array.from({ length: 24 }, (_, n) => `short ${n}`))('a world of its own: %s', async (seed) => {
  const { faults } = await torture(seed)
  expect(faults).toEqual([])
})

test('the same seed is the same play', async () => {
  const plays: Awaited<ReturnType<typeof torture>>[] = []
  // From one place in this file: stacks are part of the script.
  for (let n = 0; n < 2; n++) plays.push(await torture('twice'))
  const [one, other] = plays
  expect(one?.script).toEqual(other?.script)
  expect(one?.script.length).toBeGreaterThan(50)
})
