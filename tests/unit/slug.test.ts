import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slugify } from '#domain/text.ts'
import { runs } from '#tests/support/soak.ts'

test.each([
  ['The Mess-Up Index', 'the-mess-up-index'],
  ['The Apology Playbook', 'the-apology-playbook'],
  ['The Science of Gifting', 'the-science-of-gifting'],
  ['Anniversary & Date Night Survival', 'anniversary-date-night-survival'],
  ['Relationship Survival', 'relationship-survival'],
  ["Don't Panic: 10 Ways!", 'dont-panic-10-ways'],
  ['  Two   spaces\tand a tab ', 'two-spaces-and-a-tab'],
  ['a -- b - c', 'a-b-c'],
  ['- & -', ''],
  ['Crème Brûlée', 'creme-brulee'],
  ['İstanbul', 'istanbul'],
  ['50% off/sale', '50-offsale'],
  ['../../etc/passwd', 'etcpasswd'],
  ['花', ''],
  ['', ''],
])('%j lives at %j', (title, slug) => {
  expect(slugify(title)).toBe(slug)
})

test('a slug is idempotent and safe in a URL', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (title) => {
      const slug = slugify(title)
      expect(slug).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/)
      expect(slugify(slug)).toBe(slug)
    }),
    { numRuns: runs(300) },
  )
})
