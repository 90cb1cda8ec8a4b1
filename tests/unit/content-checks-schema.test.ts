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
  [
    'title',
    '12',
    'expected a text of 3 to 60 characters; found 12. Write it between quotation marks: "12"',
    2,
  ],
  ['title', '', 'expected a text of 3 to 60 characters; it is missing', 2],
  ['description', 'Short.', 'expected a text of 50 to 160 characters; found “Short.” (6 characters)', 3],
  [
    'slug',
    'Mess Up',
    'expected small letters, digits and single hyphens, as in mess-up-index; found “Mess Up” (7 characters)',
    5,
  ],
  ['published', 'soon', `${DAY}; found “soon” (4 characters)`, 6],
  ['published', '2026-02-31', `${DAY}; found “2026-02-31” (10 characters)`, 6],
  ['published', '"2026-02-31"', `${DAY}; found “2026-02-31” (10 characters)`, 6],
  ['published', '2026-13-01', `${DAY}; found “2026-13-01” (10 characters)`, 6],
  ['published', '11/27/2026', `${DAY}; found “11/27/2026” (10 characters)`, 6],
  ['published', '2026-11-20 10:00:00', `${DAY}; found “2026-11-20 10:00:00” (19 characters)`, 6],
  ['published', '0026-11-20', DAY, 6],
  ['updated', '2026-11-19', 'expected the day of the last change, the day of published or later', 7],
  ['topics', 'words', 'expected a list, as in [apologies, words]; found “words” (5 characters)', 8],
  ['topics', '[]', 'expected at least one topic', 8],
  [
    'slug',
    '404',
    'expected small letters, digits and single hyphens, as in mess-up-index; found 404. Write it between quotation marks: "404"',
    5,
  ],
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

const [NOT_DASHES, DASHES] = ['expected a line of three hyphens (---) and nothing else', '———']
const CURLY = 'curly quotation marks (“ ”) do not hold a text together here. Write straight ones'
const MISSING_FENCE =
  'expected the fields (title, description …) between two lines of three hyphens (---); the second line is missing. Write --- on a line of its own below this one'

test.each([
  ['an empty file', '', ['1 is empty. npm run new:article -- "Title" starts an article with every field']],
  ['a file of blank lines', '\uFEFF\r\n\r\n', [/^1 is empty/]],
  ['no frontmatter', 'Only text.', [/^1 expected the fields .* at the very top$/]],
  ['a blank line first', `\n${article()}`, [/^2 the file begins with the line of three hyphens/]],
  [
    'dashes of a word processor',
    article().replaceAll('---', DASHES),
    [`1 ${NOT_DASHES}; found “———”`, `9 ${NOT_DASHES}; found “———”`],
  ],
  ['four hyphens', article().replace('---', '----'), [`1 ${NOT_DASHES}; found “----”`]],
  ['frontmatter that never ends', article().replace('\n---\n\n', '\n\n'), [`8 ${MISSING_FENCE}`]],
  [
    'frontmatter that never ends, with a rule in the text',
    article({}, 'Some text.\n\n---\n\nMore text.').replace('\n---\n\n', '\n\n'),
    [`8 ${MISSING_FENCE}`],
  ],
  [
    'a colon in a text',
    article({ title: 'Sorry: a guide' }),
    ['2 title: a text with a colon goes between quotation marks: title: "Sorry: a guide"'],
  ],
  [
    'a # in a text',
    article({ title: 'Sorry #1 guide' }),
    [/^2 title: the words from # on would be left out/],
  ],
  ['curly quotation marks', article({ title: '“Sorry”' }), [`2 title: ${CURLY}: title: "Sorry"`]],
  ['curly ones around a colon', article({ title: '“A: b”' }), [`2 title: ${CURLY}: title: "A: b"`]],
  ['curly ones in a list', article({ topics: '[“words”]' }), [`8 topics: ${CURLY}: topics: ["words"]`]],
  [
    'a quotation mark that is left open',
    article({ title: '"How to say it' }),
    ['2 title: the quotation mark at the beginning has no partner at the end'],
  ],
  [
    'quotation marks within quotation marks',
    article({ title: '"How to "say" it"' }),
    [/^2 title: a quotation mark stands inside the quotation marks/],
  ],
  [
    'a sign at the beginning',
    article({ title: '*How* to say it' }),
    [/^2 title: a text that begins with \* goes between quotation marks/],
  ],
  ['a bracket that is left open', article({ topics: '[words' }), [/^8 topics: the bracket that begins here/]],
  ['a tab', article({ topics: '\n\t- words' }), ['9:1 topics: a tab stands here. Indent with two spaces']],
  [
    'no space after a colon',
    article({}).replace('slug: ', 'slug:'),
    ['5 slug: leave a space after the colon'],
  ],
  [
    'a colon of another script',
    article({}).replace('slug: ', 'slug：'),
    ['5 slug: the colon after the name is not an ordinary one. Type it again: :'],
  ],
  [
    'a field twice',
    article({ order: '1\norder: 2' }),
    ['10 order: is there already, in line 9. Take one of the two out'],
  ],
  ['no fields at all', '---\njust text\n---\n', [/^2 expected a field, as in title: How to Say It/]],
  ['nothing between the hyphens', '---\n---\n', [/^2 expected fields, one a line/]],
  [
    'another encoding',
    article({}, 'Caf\uFFFD'),
    ['11:4 a character here cannot be read. Save the file once more with the encoding UTF-8'],
  ],
  ['UTF-16', '\uFFFD\uFFFD-\0-\0-\0\n\0', [/^1:1 a character here cannot be read/]],
])('%s is refused with its line and what to do', (_, source, expected) => {
  const lines = linesFor(source)
  expect(lines).toHaveLength(expected.length)
  for (const [index, line] of lines.entries()) {
    const pattern = expected[index]
    expect(line).toEqual(typeof pattern === 'string' ? pattern : expect.stringMatching(pattern ?? ''))
  }
})

test('a field that cannot be read hides neither other fields nor the text', () => {
  const source = article(
    { title: 'Sorry: a guide', updated: '2026-11-19', topics: 'words', order: '"x' },
    '[x](/nowhere)',
  )
  expect(linesFor(source).map((line) => /^[\d:]+ \w+/.exec(line)?.[0])).toEqual([
    '2 title',
    '7 updated',
    '8 topics',
    '9 order',
    '12:1 the',
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
    /^content\/faq\/orders-delivery\/how-fast\.md has the same name/,
  )
})

test('the report names file, field, line, what is expected and what was found', () => {
  const text = report([
    ...inNew(article({ title: 'A', slug: null })),
    { file: 'content/faq/x.md', line: 9, column: 4, message: 'no alternative text' },
  ])
  expect(text).toBe(`2 things have to be mended in content/ before anything is published:

content/learn/new.mdx:2 title: expected a text of 3 to 60 characters; found “A” (1 character)

content/faq/x.md:9:4 no alternative text

How texts are written: docs/editing.md`)
})
