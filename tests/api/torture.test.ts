import { expect, test } from 'vitest'
import { torture } from '#tests/torture/run.ts'

test.each(Array.from({ length: 24 }, (_, n) => `short ${n}`))('a world of its own: %s', async (seed) => {
  const { faults } = await torture(seed)
  expect(faults).toEqual([])
})

test('the same seed is the same play', async () => {
  const [one, other] = [await torture('twice'), await torture('twice')]
  expect(one.script).toEqual(other.script)
  expect(one.script.length).toBeGreaterThan(50)
})
