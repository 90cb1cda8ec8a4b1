import { expect, test } from 'vitest'
import { report } from '#src/build/content-checks/content-files.ts'
import { article, FILES, problemsWith } from './content-checks-support.ts'

const FILE = 'content/learn/new.mdx'
const inNew = (source: string) => problemsWith({ [FILE]: source })

test('a valid article has no problems', () => {
  expect(inNew(article())).toEqual([])
})

test.each([
  ['title', null, 'expected a text of 3 to 60 characters; it is missing', undefined],
  ['title', '12', 'expected a text of 3 to 60 characters', 2],
  ['title', '', 'expected a text of 3 to 60 characters; it is missing', 2],
  ['description', 'Short.', 'expected a text of 50 to 160 characters; found “Short.” (6 characters)', 3],
  [
    'slug',
    'Mess Up',
    'expected small letters, digits and single hyphens, as in mess-up-index; found “Mess Up” (7 characters)',
    5,
  ],
  ['published', 'soon', 'expected a day, as in 2026-11-21; found “soon” (4 characters)', 6],
  ['updated', '2026-11-19', 'expected the day of the last change, the day of published or later', 7],
  ['topics', 'words', 'expected a list, as in [apologies, words]; found “words” (5 characters)', 8],
  ['topics', '[]', 'expected at least one topic', 8],
  ['slug', '404', 'expected small letters, digits and single hyphens, as in mess-up-index', 5],
  [
    'sources',
    'a study',
    'expected a list of sources, each beginning with a hyphen; found “a study” (7 characters)',
    9,
  ],
  ['draft', 'maybe', 'expected true or false; found “maybe” (5 characters)', 9],
  ['order', 'first', 'expected a number, as in 3; found “first” (5 characters)', 9],
])('%s: %s is refused with what is expected', (field, value, message, line) => {
  expect(inNew(article({ [field]: value }))).toEqual([{ file: FILE, field, line, message }])
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
  expect(url).toMatchObject({ field: 'sources 1, url', line: 9 })
  expect(url?.message).toContain('https://')
  expect(extra).toMatchObject({
    field: 'sources 1, year',
    message: 'is not a field here',
  })
})

test('a misspelt field is refused with the fields that exist', () => {
  const problems = inNew(article({ title: null, tittle: 'How to Say It' }))
  expect(problems).toContainEqual(
    expect.objectContaining({
      field: 'tittle',
      line: 8,
      message: expect.stringMatching(/^is not a field here\. There are: title, shortTitle/),
    }),
  )
})

test.each([
  ['no frontmatter', 'Only text.', 1, /^expected the fields/],
  ['frontmatter that never ends', '---\ntitle: x\n\nText.', 1, /^expected the fields/],
  [
    'a colon in a text',
    article({ title: 'Sorry: a guide: really' }),
    2,
    /cannot be read here.*quotation marks/s,
  ],
  [
    'a field twice',
    article({ order: '1\norder: 2' }),
    10,
    /^the fields cannot be read here \(duplicated mapping key\)/,
  ],
  ['no fields at all', '---\njust text\n---\n', 2, /^expected fields, one a line/],
])('%s is refused with its line', (_, source, line, message) => {
  expect(inNew(source)).toEqual([{ file: FILE, line, message: expect.stringMatching(message) }])
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
    /^content\/faq\/orders-delivery\/how-fast\.md has the same name/,
  )
})

test('the report names file, field, line, what is expected and what was found', () => {
  const text = report([
    ...inNew(article({ title: 'A', slug: null })),
    { file: 'content/faq/x.md', line: 9, message: 'no alternative text' },
  ])
  expect(text).toBe(`2 things have to be mended in content/ before anything is published:

content/learn/new.mdx
  title (line 2): expected a text of 3 to 60 characters; found “A” (1 character)

content/faq/x.md
  line 9: no alternative text

How texts are written: docs/editing.md`)
})
