import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeChanges } from '#src/admin/ui/merge-changes.ts'

// Two admins, one record: nothing that either of them did is silently lost.

const base = { name: 'Oak', city: 'Boston', zips: ['02108', '02109'] }

test('keeps the own changes and takes over all others', () => {
  const mine = { ...base, name: 'Elm' }
  const theirs = { ...base, city: 'Salem' }
  expect(mergeChanges({ base, mine, theirs })).toEqual({
    values: { name: 'Elm', city: 'Salem', zips: base.zips },
    mine: ['name'],
  })
})

test('the same change on both sides is no conflict', () => {
  const both = { ...base, name: 'Elm', zips: ['02108'] }
  expect(mergeChanges({ base, mine: both, theirs: both })).toEqual({ values: both, mine: [] })
})

test('merges lists item by item', () => {
  const mine = { ...base, zips: ['02109', '02110'] }
  const theirs = { ...base, zips: ['02108', '02109', '02111'] }
  const { values, mine: names } = mergeChanges({ base, mine, theirs })
  expect(values.zips).toEqual(['02109', '02111', '02110'])
  expect(names).toEqual(['zips'])
})

test('merging two changes of a list keeps additions, applies removals and creates no duplicates', () => {
  const list = fc.uniqueArray(fc.constantFrom(...'abcdefghij'))
  fc.assert(
    fc.property(list, list, list, (was, my, their) => {
      const { values } = mergeChanges({ base: { l: was }, mine: { l: my }, theirs: { l: their } })
      for (const item of 'abcdefghij') {
        const [before, here, there] = [was, my, their].map((all) => all.includes(item))
        const expected = here === there ? here : here === before ? there : here
        expect(values.l.filter((one) => one === item)).toHaveLength(expected ? 1 : 0)
      }
    }),
  )
})
