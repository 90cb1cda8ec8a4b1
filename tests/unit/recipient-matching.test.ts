import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstNameKey } from '#domain/matching/first-name.ts'
import { isSamePlace } from '#domain/matching/place.ts'
import { isSameRecipient, recipientKey } from '#domain/matching/recipient.ts'
import { isSameSender, senderKey } from '#domain/matching/sender.ts'
import { isEmail } from '#domain/text.ts'
import { spelled } from '#tests/support/address-spellings.ts'
import { anyCharacter } from '#tests/support/any-text.ts'
import { HOMES, type Home } from '#tests/support/known-addresses.ts'
import { HOMES_WITH_NEIGHBORS, neighborsOf } from '#tests/support/neighbor-homes.ts'
import { hostileLengths, OUTSIDE_TEXT } from '#tests/support/outside-text.ts'
import { createRng } from '#tests/support/prng.ts'
import { otherSender, SENDERS, spelledSender } from '#tests/support/sender-spellings.ts'
import { runs } from '#tests/support/soak.ts'

// The spellings are made by rules of the tests, which know nothing of those that are tested. They are the same in every run.

const SPELLINGS = 1_000
const NEIGHBORS = 5_000

/** The parts that a block keeps of the order by whose card it was made. */
function blockOf(home: Home) {
  const typed = spelled(createRng(`card of ${home.number}`), home, { mayLeaveOut: false })
  return recipientKey({ ...typed, recipientName: home.first })
}

test('lets none of 1,000 spellings of a blocked recipient pass', () => {
  const rng = createRng('spellings')
  const tried = new Set<string>()
  const passed: unknown[] = []
  while (tried.size < SPELLINGS) {
    const home = HOMES[tried.size % HOMES.length] as Home
    const typed = spelled(rng, home, { mayLeaveOut: true })
    if (tried.size === tried.add(JSON.stringify(typed)).size) continue
    const block = blockOf(home)
    if (!isSameRecipient(block, recipientKey(typed))) passed.push({ typed, key: recipientKey(typed), block })
  }
  expect(passed).toEqual([])
})

test('reads the same key from every spelling that leaves nothing out', () => {
  const rng = createRng('whole spellings')
  for (const home of HOMES) {
    const { firstName: _, ...block } = blockOf(home)
    for (let index = 0; index < 25; index++) {
      const typed = spelled(rng, home, { mayLeaveOut: false })
      expect(recipientKey(typed), JSON.stringify(typed)).toMatchObject(block)
    }
  }
})

test('refuses at most one of a hundred among 5,000 neighbors, and next to none whose address is whole', () => {
  const rng = createRng('neighbors')
  const perHome = Math.ceil(NEIGHBORS / HOMES_WITH_NEIGHBORS.length)
  const refused: unknown[] = []
  const refusedWhole: unknown[] = []
  let asked = 0
  for (const home of HOMES_WITH_NEIGHBORS) {
    const block = blockOf(home)
    for (const neighbor of neighborsOf(rng, home, perHome)) {
      asked++
      // As people write: one in twelve without the unit, one in six without a first name.
      const typed = spelled(rng, neighbor, { mayLeaveOut: true })
      if (isSameRecipient(block, recipientKey(typed))) refused.push(typed)
      const whole = spelled(rng, neighbor, { mayLeaveOut: false })
      if (isSamePlace(block, recipientKey(whole))) refusedWhole.push(whole)
    }
  }
  expect(asked).toBeGreaterThanOrEqual(NEIGHBORS)
  expect(refused.length / asked, JSON.stringify(refused, null, 1)).toBeLessThanOrEqual(0.01)
  expect(refusedWhole.length / asked, JSON.stringify(refusedWhole, null, 1)).toBeLessThanOrEqual(0.001)
})

test('lets none of 1,000 spellings of a blocked sender pass, and takes none of 1,000 others for one', () => {
  const rng = createRng('senders')
  for (let index = 0; index < SPELLINGS; index++) {
    const sender = SENDERS[Math.floor(index / 2) % SENDERS.length]
    if (!sender) throw new Error('No sender')
    const [typed, other] = [spelledSender(rng, sender, index), otherSender(rng, sender, index)]
    expect(isSameSender(senderKey(sender), senderKey(typed)), JSON.stringify([sender, typed])).toBe(true)
    expect(isSameSender(senderKey(sender), senderKey(other)), JSON.stringify([sender, other])).toBe(false)
  }
})

test('does not take two senders without a phone for one', () => {
  const [one, other] = [
    senderKey({ email: 'a@example.com', phone: '' }),
    senderKey({ email: 'b@example.com', phone: '-' }),
  ]
  expect(isSameSender(one, other)).toBe(false)
})

test.each([
  [
    'Maria',
    [
      'MARÍA',
      ' maria ',
      'María José López',
      'Mary',
      'Mar1a',
      'Ｍａｒｉａ',
      'Mrs. Maria Lopez',
      'To my dear Maria',
      'Maria Lopez, MD',
      'Mariа',
    ],
  ],
  ['José', ['jose', 'Jose\u0301', 'Joseph', 'Pepe', 'Joe Ortiz']],
  ['Elizabeth', ['Liz', 'Beth Hale', 'ELIZABETH', 'Betty', 'Lizzie']],
  ['Catherine', ['Katherine', 'Kate', 'Kathryn', 'Katie', 'Cathy']],
  ['Philip', ['Phillip', 'Phil', 'Filip']],
  ['Sarah', ['Sara', 'SARAH HALE', 'Sally']],
  ['Jean-Paul', ['Jean Paul', 'jean‑paul Hale', 'Jean']],
  ['Renée', ['Renee', 'rene', 'Rene\u0301e']],
])('knows %s by each of %j', (name, spellings) => {
  const key = firstNameKey(name)
  expect(key).not.toBeNull()
  for (const spelling of spellings) expect(firstNameKey(spelling), spelling).toBe(key)
})

test.each([
  ...[
    null,
    '',
    '  ',
    '❤️',
    'M. Lopez',
    'M',
    'Mom',
    'My love',
    'Mrs. Lopez',
    'Dr Lopez',
    'The Lopez Family',
    'Lopez, Maria',
    'Tom & Maria',
  ],
  ...[
    'Tom and Maria',
    'Tom + Maria',
    'Tom/Maria',
    'Мария',
    '王芳',
    '42',
    'c/o Lopez, 2nd floor',
    'Babe',
    'Resident',
  ],
])('knows no first name in %j', (name) => {
  expect(firstNameKey(name)).toBeNull()
})

test('keeps different first names apart', () => {
  const names =
    'Maria Anna Emma Noah Olivia Liam Ava Mason Sofia Ethan Camila Lucas Hannah Diego Kevin Rachel Marcus Yuki Elena Felix'.split(
      ' ',
    )
  expect(new Set(names.map(firstNameKey)).size).toBe(names.length)
})

test('never throws for a name, an email or a phone, and reads a mailbox that was read as itself', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 60 }),
    fc
      .array(fc.constantFrom('a', '.', '+', '-', '_', '@pm.me', '@yahoo.com', '@gmail.com', '1'))
      .map((all) => all.join('')),
  )
  fc.assert(
    fc.property(text, (typed) => {
      expect(firstNameKey(typed)).toBe(firstNameKey(typed))
      const { mailbox, phone } = senderKey({ email: typed, phone: typed })
      if (isEmail(typed)) expect(senderKey({ email: mailbox, phone: '' }).mailbox).toBe(mailbox)
      expect(phone === null || phone.length > 0).toBe(true)
    }),
    { numRuns: runs(500) },
  )
})

test('reads 100,000 characters of any kind within the time of a test, which a pattern that starts again and again would not', () => {
  const matching = Object.keys(OUTSIDE_TEXT).filter((file) => file.startsWith('domain/matching/'))
  expect(matching).toHaveLength(3)
  // The soak tries all of them and compares the times.
  const texts = hostileLengths(100_000).filter((_, at) => at % 16 === 3)
  for (const read of matching.flatMap((file) => OUTSIDE_TEXT[file] ?? [])) texts.forEach(read)
})
