import { expect, test } from 'vitest'
import { report } from '#src/build/content-checks/content-files.ts'
import { article, FILES, problemsWith } from './content-checks-support.ts'

const FILE = 'content/learn/new.mdx'
const DAY = 'expected a day that exists, as in 2026-11-21: year, month, day'
const inNew = (source: string) => problemsWith({ [FILE]: source })

test('a valid article has no problems', () => {
  expect(inNew(article())).toEqual([])
})

test.each([
  ['title', null, 'expected a text of 3 to 60 characters; it is missing', 1],
  ['title', '12', 'expected a text of 3 to 60 characters; found 12', 2],
  ['description', 'Short.', 'expected a text of 50 to 160 characters; found “Short.” (6 characters)', 3],
  [
    'slug',
    'Mess Up',
    'expected small letters, digits and single hyphens, as in mess-up-index; found “Mess Up” (7 characters)',
    5,
  ],
  ['published', 'soon', `${DAY}; found “soon” (4 characters)`, 6],
  ['published', '2026-02-31', `${DAY}; found “2026-02-31” (10 characters)`, 6],
  ['published', '0026-11-20', `${DAY}; found "0026-11-20T00:00:00.000Z"`, 6],
  ['topics', 'words', 'expected a list, as in [apologies, words]; found “words” (5 characters)', 8],
  ['topics', '[]', 'expected at least one topic; found []', 8],
  ['draft', 'maybe', 'expected true or false; found “maybe” (5 characters)', 9],
  ['order', 'first', 'expected a number, as in 3; found “first” (5 characters)', 9],
])('%s: %s is refused with what is expected', (field, value, message, line) => {
  expect(inNew(article({ [field]: value }))).toEqual([{ file: FILE, field, line, message }])
})

test('an article that was changed before it was published is refused', () => {
  const [problem, ...more] = inNew(article({ updated: '2026-11-19' }))
  expect(problem).toMatchObject({ field: 'updated', line: 7 })
  expect(problem?.message).toMatch(/^expected the day of the last change, the day of published or later/)
  expect(more).toEqual([])
})

test('an unknown topic is reported with its position', () => {
  const [problem] = inNew(article({ topics: '[words, cats]' }))
  expect(problem).toMatchObject({ field: 'topics 2', line: 8 })
  expect(problem?.message).toMatch(/^expected some of: apologies, flowers, .*; found “cats”/)
})

test('each invalid field of a source is reported', () => {
  const [url, extra] = inNew(
    article({
      sources:
        '\n  - title: A study\n    by: Someone\n    where: Somewhere\n    url: www.x.com\n    year: 2020',
    }),
  )
  expect(url).toMatchObject({ field: 'sources 1 url', line: 9 })
  expect(url?.message).toContain('https://')
  expect(extra).toMatchObject({
    field: 'sources 1 year',
    message: 'is not a field here',
  })
})

test('a misspelled field is refused with the fields that exist', () => {
  const problems = inNew(article({ title: null, tittle: 'How to Say It' }))
  expect(problems).toContainEqual(
    expect.objectContaining({
      field: 'tittle',
      line: 8,
      message: expect.stringMatching(/^is not a field here\. There are: title, shortTitle/),
    }),
  )
})

/** The report's lines for a file, without its name. */
const linesFor = (source: string) =>
  report(inNew(source))
    .split('\n')
    .filter((line) => line.startsWith(FILE))
    .map((line) => line.slice(FILE.length + 1))

const FENCES = /^1 expected the fields .* between two lines of three hyphens/
const QUOTES = 'A text with a colon, a # or a quotation mark goes between straight quotation marks'

test.each([
  ['an empty file', '', FENCES],
  ['no frontmatter', 'Only text.', FENCES],
  ['a blank line first', `\n${article()}`, FENCES],
  ['dashes of a word processor', article().replaceAll('---', '———'), FENCES],
  ['frontmatter that never ends', article().replace('\n---\n\n', '\n\n'), FENCES],
  ['nothing between the hyphens', '---\n---\n', /^2 expected the fields/],
  ['no fields', '---\njust text\n---\n', /^2 expected the fields/],
  ['a colon in a text', article({ title: 'Sorry: a guide' }), `2 title: cannot be read: .*${QUOTES}`],
  ['an open quotation mark', article({ nextStep: '"How' }), `9 nextStep: cannot be read: .*${QUOTES}`],
  ['a sign at the beginning', article({ title: '*How* to say it' }), '2 title: cannot be read'],
  ['a tab', article({ topics: '\n\t- words' }), /^9 cannot be read: tab characters/],
  ['a field twice', article({ order: '1\norder: 2' }), '10 order: cannot be read: duplicated mapping key'],
  ['a # in a text', article({ title: 'Sorry #1 guide' }), '2 title: the words from # on would be left out'],
  ['curly quotation marks', article({ title: '“Sorry”' }), '2 title: curly quotation marks'],
  ['curly ones in a list', article({ order: '1', nextStep: '[“x”]' }), '10 nextStep: curly quotation marks'],
  ['another encoding', article({}, 'Caf\uFFFD'), /^11 a character here cannot be read/],
])('%s is refused with its line and what to do', (_, source, message) => {
  expect(linesFor(source)[0]).toMatch(new RegExp(message))
})

test('fields that cannot be read do not hide the text', () => {
  expect(linesFor(article({ title: 'Sorry: a guide' }, '[x](/nowhere)'))).toEqual([
    expect.stringMatching(/^2 title: cannot be read/),
    expect.stringMatching(/^11:1 the link \/nowhere/),
  ])
})

test('a day between quotation marks is a day', () => {
  expect(inNew(article({ published: '"2026-11-20"' }))).toEqual([])
})

test('accepts Windows line ends and a byte order mark', () => {
  expect(inNew(`\uFEFF${article().replaceAll('\n', '\r\n')}`)).toEqual([])
})

test('questions and pages have fields of their own', () => {
  const question = '---\nquestion: How fast\ngroup: Delivery\norder: 1\n---\n\nFast.\n'
  const fields = problemsWith({ 'content/faq/orders-delivery/new.md': question }).map(({ field }) => field)
  expect(fields).toEqual(['question', 'group'])
  const about = FILES.find(({ path }) => path === 'content/about.mdx')?.source ?? ''
  const [problem] = problemsWith({ 'content/about.mdx': about.replace(/^description:.*$/m, '') })
  expect(problem).toMatchObject({ file: 'content/about.mdx', field: 'description' })
})

test('reports a file that is misplaced, misnamed or missing', () => {
  const question = '---\nquestion: How fast?\ngroup: Orders & Delivery\norder: 1\n---\n\nFast.\n'
  const of = (path: string, source: string) => problemsWith({ [path]: source })[0]?.message
  expect(of('content/learn/new.md', article())).toMatch(/^does not belong here/)
  expect(of('content/learn/deeper/new.mdx', article())).toMatch(/^does not belong here/)
  expect(of('content/legal/cookies.md', article())).toMatch(/^does not belong here/)
  expect(of('content/faq/a/How Fast.md', question)).toMatch(/^does not belong here.*a name of small letters/)
  expect(of('content/faq/a/how-fast.md', question)).toMatch(
    /^content\/faq\/orders-delivery\/how-fast\.md has the address \/faq#how-fast already/,
  )
})

test('the report names file, field, line, what is expected and what was found', () => {
  const text = report([
    ...inNew(article({ title: 'A', slug: null })),
    { file: 'content/faq/x.md', line: 9, column: 4, message: 'no alternative text' },
  ])
  expect(text).toBe(`2 things have to be mended in content/ before anything is published:

content/faq/x.md:9:4 no alternative text

content/learn/new.mdx:2 title: expected a text of 3 to 60 characters; found “A” (1 character)

How texts are written: docs/editing.md`)
})
