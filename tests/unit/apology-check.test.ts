import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkApology } from '#domain/apology/check.ts'
import { LEVELS, verdict } from '#domain/apology/levels.ts'
import { replaceMark } from '#domain/apology/phrases.ts'
import { RULES } from '#domain/apology/rules.ts'
import { BLANK, STARTERS } from '#domain/apology/starters.ts'
import { STEPS } from '#domain/apology/steps.ts'
import { NOTE_MAX } from '#domain/limits.ts'
import { countCharacters } from '#domain/text.ts'
import { APOLOGY_NOTES } from '#tests/support/apology-notes.ts'

const rulesIn = (text: string) => checkApology(text).marks.map(({ rule }) => rule.id)
const markedIn = (note: string) => {
  const { text, marks } = checkApology(note)
  return marks.map(({ start, end }) => text.slice(start, end))
}
const article = (name: string) => readFileSync(`content/learn/${name}.mdx`, 'utf8')

describe('notes', () => {
  test('there are 200 of them, all different', () => {
    expect(new Set(APOLOGY_NOTES.map(([note]) => note)).size).toBeGreaterThanOrEqual(200)
  })

  test.each(APOLOGY_NOTES)('marks in “%s”: %s', (note, rules) => {
    expect(rulesIn(note).join(' ')).toBe(rules)
  })

  test('every rule marks some note and each phrase that it names', () => {
    const used = new Set(APOLOGY_NOTES.flatMap(([, rules]) => rules.split(' ')))
    expect(RULES.map(({ id }) => id).filter((id) => !used.has(id))).toEqual([])
    const silent = RULES.flatMap(({ id, phrases }) =>
      phrases.filter((phrase) => !rulesIn(phrase).includes(id)),
    )
    expect(silent).toEqual([])
  })
})

describe('the articles', () => {
  const examples = globSync('content/learn/*.mdx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<Say( not)?>\s*(.*?)\s*<\/Say>/gs)].map(
      ([, not, words = '']) => ({
        isBad: not !== undefined,
        words,
      }),
    ),
  )
  const good = examples.filter(({ isBad }) => !isBad)
  const bad = examples.filter(({ isBad }) => isBad)

  test.each(good)('nothing is marked in $words', ({ words }) => {
    expect(markedIn(words)).toEqual([])
  })

  test('what they say to leave out is marked, unless it is no apology at all', () => {
    expect(good.length).toBeGreaterThan(20)
    expect(bad.filter(({ words }) => rulesIn(words).length === 0).map(({ words }) => words)).toEqual([
      '“Great. More work for the same money, I guess?”',
    ])
  })

  test('the cards of the Apology Playbook take all four steps and have nothing to mend', () => {
    const cards = article('apology-playbook').split('## The card')[1] ?? ''
    const words = [...cards.matchAll(/<Say>(.*?)<\/Say>/gs)].map(([, text = '']) => text)
    expect(words).toHaveLength(4)
    for (const text of words) expect(checkApology(text)).toMatchObject({ level: 1, marks: [] })
  })

  test('the steps have the titles of the Apology Playbook', () => {
    const titles = [...article('apology-playbook').matchAll(/<Step title="(.*?)">/g)].map(
      ([, title]) => title,
    )
    expect(STEPS.map(({ title }) => title)).toEqual(titles)
  })

  test('the levels have the names of the Mess-Up Index', () => {
    const index = article('mess-up-index')
    const titles = [...index.matchAll(/<Level value=\{(\d+)\} title="(.*?)">/g)]
    expect(titles.map(([, level, title]) => [Number(level), title])).toEqual(
      [10, 9, 8, 7].map((level) => [level, LEVELS[level]]),
    )
    const below = index.split('## Below seven')[1]?.toLowerCase()
    for (const level of [6, 5, 4, 3, 2, 1])
      expect(below, String(level)).toContain(LEVELS[level]?.toLowerCase())
  })
})

describe('the steps and the level', () => {
  test.each([
    ['I forgot your birthday. You waited all evening. I’m bringing cake on Friday.', [], 1],
    ['I forgot your birthday. You waited all evening.', ['fix'], 2],
    ['I forgot your birthday. I’ll bring cake on Friday. Are we okay?', ['find-out', 'leave'], 5],
    // A vague promise repairs nothing.
    ['I forgot your birthday. You waited all evening. I’ll do better.', ['fix'], 3],
    ['Sorry!', ['find-out', 'say', 'fix', 'leave'], 7],
    ['I’m sorry if anyone was upset.', ['find-out', 'say', 'fix', 'leave'], 10],
    ['', ['find-out', 'say', 'fix', 'leave'], 7],
  ])('of “%s”: missing %j, level %i', (text, missing, level) => {
    const report = checkApology(text)
    expect(STEPS.map(({ id }) => id).filter((id) => !report.steps.has(id))).toEqual(missing)
    expect(report.level).toBe(level)
  })

  test('the same mistake twice counts once', () => {
    const once = checkApology('I lied, but I was scared.').level
    expect(checkApology('I lied, but I was scared. I forgot, but I was tired.').level).toBe(once)
  })

  test('each level has a verdict of its own', () => {
    const all = Object.keys(LEVELS).map((level) => verdict(Number(level)))
    expect(new Set(all).size).toBe(10)
  })
})

describe('a better phrase takes the place of the marked one', () => {
  test.each([
    ['I’m sorry, but you started it.', 'I’m sorry. You started it.'],
    ['I’m sorry. But you never told me.', 'I’m sorry. You never told me.'],
    ['I’m sorry if I hurt you.', 'I’m sorry that I hurt you.'],
    ['Sorry if anyone was upset.', 'Sorry that I upset you.'],
    ['If I hurt you, I’m sorry.', 'I hurt you, and I’m sorry.'],
    ['if I did I’m sorry.', 'I did, and I’m sorry.'],
    ['I’m sorry you feel that way.', `I’m sorry that I ${BLANK}.`],
    ['I forgot. Nobody’s perfect. See you Friday.', 'I forgot. See you Friday.'],
    ['I was late, at least you had the dog.', 'I was late, you had the dog.'],
    ['To be fair, you forgot mine.', 'You forgot mine.'],
    ['I broke it. Are we good?', 'I broke it. You don’t have to answer this.'],
    ['I broke it. Please forgive me. Love, S', 'I broke it. You don’t have to answer this. Love, S'],
    ['I missed it, work was insane', 'I missed it'],
    // The text is the one that would be stored.
    ['I’m sorry,\u200b but I\u00a0was tired.', 'I’m sorry. I\u00a0was tired.'],
    ['İ sorry, but you 👩‍👧 started', 'İ sorry. You 👩‍👧 started'],
  ])('“%s” becomes “%s”', (note, better) => {
    const { text, marks } = checkApology(note)
    const [mark] = marks
    if (!mark) throw new Error('Nothing is marked')
    expect(replaceMark(text, mark).text).toBe(better)
  })

  test('nothing but the phrase and what joins it changes, in any note', () => {
    for (const [note] of APOLOGY_NOTES) {
      const { text, marks } = checkApology(note)
      for (const mark of marks) {
        const after = replaceMark(text, mark).text
        const last = text.slice(mark.end).match(/\w+(?=\W*$)/)?.[0]
        expect(after.toLowerCase()).toContain(
          text
            .slice(0, mark.start)
            .trim()
            .replace(/[\s,;:–—-]+$/, '')
            .toLowerCase(),
        )
        if (last) expect(after.toLowerCase()).toContain(last.toLowerCase())
      }
    }
  })
})

describe('starters', () => {
  const all = Object.values(STARTERS).flatMap((byRecipient) => Object.values(byRecipient))

  test('there is one for each of five mishaps and four people, all different', () => {
    expect(new Set(all).size).toBe(20)
  })

  test.each(all)('takes the four steps, undoes nothing, and has room for what is filled in: %s', (text) => {
    expect(checkApology(text)).toMatchObject({ level: 1, marks: [] })
    const blanks = text.split(BLANK).length - 1
    expect(blanks).toBeGreaterThan(0)
    expect(countCharacters(text) + blanks * 15).toBeLessThanOrEqual(NOTE_MAX)
  })
})

test('a text of 100,000 characters is looked at as far as anybody would write', () => {
  const pasted = `${'You waited. '.repeat(800)}I’m sorry, but no. ${'a'.repeat(100_000)} sorry, but no`
  const { text, marks } = checkApology(pasted)
  expect(text).toHaveLength(pasted.length)
  expect(marks).toHaveLength(1)
})
