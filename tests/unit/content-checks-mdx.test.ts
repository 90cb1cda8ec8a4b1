import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#tests/support/soak.ts'
import { article, BODY_LINE, problemsWith } from './content-checks-support.ts'

const FILE = 'content/learn/new.mdx'
const PICTURES = ['content/learn/pictures/tulips.jpg', 'content/learn/pictures/my tulips.jpg']

/** The faults of a body, each with its line of the body. */
function messagesOf(body: string, path = FILE): string[] {
  return problemsWith({ [path]: article({}, body) }, { pictures: PICTURES }).map(
    ({ file, line, message }) => `${file === path ? '' : file}${(line ?? 0) - BODY_LINE + 1}: ${message}`,
  )
}

test.each([
  '![Three tulips](./pictures/tulips.jpg)',
  '![Three tulips](pictures/tulips.jpg)',
  '[x](/faq) [x](/learn/mess-up-index) [x](/privacy?a=b) [x](https://x.com) [x](mailto:a@b.c)',
  '## A part\n\n### A deeper one\n\n<Step title="A">\n\nText.\n\n</Step>\n\n[x](#a-part) [x](#a-deeper-one) [x](#step-1)',
  '[x](/faq#how-fast) [x](/faq#orders-delivery) [x](/#how)',
  '![Three tulips](<./pictures/my tulips.jpg>) ![Three tulips](./pictures/my%20tulips.jpg "A title")',
  'A list [sic] (see below) of `[x](a b)`.',
  '<CallOut title="A" kind="note">\n\nText.\n\n</CallOut>',
  '<Level value={7} title="A">\n\nText with a<br /> break.\n\n</Level>',
  '<Say>Sorry.</Say>\n\n<Say not>Sorry you feel that way.</Say>\n\n{/* a remark */}',
  'Less than 3 < 4, `{code}` and `<Foo>`, and \\{ braces }.',
])('nothing to mend: %s', (body) => {
  expect(messagesOf(body)).toEqual([])
})

test.each([
  ['![](./pictures/tulips.jpg)', 'has no alternative text'],
  ['![tulips.jpg](./pictures/tulips.jpg)', 'has no alternative text'],
  ['> A quote\n>\n> - ![](./pictures/tulips.jpg)', 'has no alternative text', 3],
  ['![A tulip](./pictures/rose.jpg)', 'is not there. Save it in content/learn/pictures'],
  ['![A tulip](./pictures/Tulips.JPG)', 'letter for letter. There are: content/learn/pictures/tulips.jpg'],
  ['![A tulip](https://x.com/tulip.jpg)', 'is not there'],
  ['![A tulip](./pictures/my tulips.jpg)', 'An address has no spaces'],
  ['![A tulip](./pictures/tulips.jpg “Title”)', 'stands between straight quotation marks'],
  ['![A tulip] (./pictures/tulips.jpg)', 'nothing stands between ] and ('],
  ['![A tulip][t]\n\n[t]: https://x.com/tulip.jpg', 'a picture is written ![what it shows]'],
  ['Text <img src="/share.jpg" /> text', 'a picture: ![what it shows]'],
])('a picture: %s', (body, message, line = 1) => {
  const [only, ...more] = messagesOf(body)
  expect(only).toMatch(new RegExp(`^${line}: `))
  expect(only).toContain(message)
  expect(more).toEqual([])
})

test.each([
  ['<Callout title="A">\n\nText.\n\n</Callout>', /^1: <Callout> does not exist here\. .*: CallOut, Level, /],
  ['Text.\n\n<Say>Sorry.', /^3: Expected a closing tag for `<Say>`.*\. A component is closed, its values/],
  ['Text.\n\n</Say>', /^3: Unexpected closing tag `<\/Say>`, expected an open tag first\. /],
  ['<CallOut title=“A”>\n\nText.\n\n</CallOut>', /^1: .*stand between straight quotation marks/],
  ['Text.\n\nA<br>B', /^3: Expected a closing tag for `<br>`.*A line break is <br \/>/],
  ['Less than <5', /^1: Unexpected character after `<`.* write \\< and \\{$/],
  ['Write {name here', /^1: Unexpected end of file in expression.* write \\< and \\{$/],
  ['Write {name} here', /^1: braces hold code, and no text does: {name}/],
  ['##Heading', /^1: leave a space between ## and the heading/],
  ['<!-- a remark -->', /^1: .*use `{\/\* text \*\/}`/],
  ['<script>alert(1)</script>', /^1: <script> does not exist/],
  ['# A heading', /^1: a heading in the text begins with ##/],
  ['import X from "x"', /^1: import and export are code/],
  ['<CallOut kind="tip">\n\nText.\n\n</CallOut>', /^1: <CallOut>: title: expected a title/],
  [
    '<CallOut title="A" kind="danger">\n\nText.\n\n</CallOut>',
    /^1: <CallOut>: kind: expected one of: tip, warning, note/,
  ],
  ['<CallOut title="A" color="red">\n\nText.\n\n</CallOut>', /^1: <CallOut>: color means nothing here/],
  [
    '<Level value="7" title="A">\n\nText.\n\n</Level>',
    /^1: <Level>: value: expected a whole number from 1 to 10 in braces/,
  ],
  ['<Say not="x">Sorry.</Say>', /^1: <Say>: not: expected only the word/],
])('markup: %s', (body, message) => {
  expect(messagesOf(body)[0]).toMatch(message)
})

test.each([
  ['[x](/learn/mess-up-indx)', 'leads nowhere. There are: / '],
  ['[x][y]\n\n[y]: /faqq', 'leads nowhere. There are: / '],
  ['[x](mess-up-index)', 'is expected to start with https://, mailto: or'],
  ['[x](javascript:alert%281%29)', 'is expected to start with https://'],
  ['[x](./pictures/tulips.jpg)', 'A picture begins with an exclamation mark'],
  ['[x](http://localhost:8787/learn/mess-up-index)', 'is to a page of ours. Write it from the / on'],
  ['[x](https://www.apologizebetter.example)', 'is to a page of ours. Write it from the / on'],
  ['## A part\n\n[x](#a-prt)', '#a-prt leads nowhere. There are: #a-part'],
  ['[x](/faq#how-fats)', 'leads nowhere. There are: #general-questions'],
  ['[x](/learn/mess up index)', 'is not understood and would be shown as it is typed'],
  ['[x] (/faq)', 'nothing stands between ] and ('],
  ['[x](#source-1)', '#source-1 leads nowhere. There are: '],
])('a link: %s', (body, message) => {
  expect(messagesOf(body)).toEqual([expect.stringContaining(message)])
})

test('applies the same rules to HTML in Markdown', () => {
  const question = (text: string) =>
    `---\nquestion: How fast?\ngroup: Orders & Delivery\norder: 1\n---\n\n${text}\n`
  const of = (text: string) =>
    problemsWith({ 'content/faq/a/new.md': question(text) }).map(({ line, message }) => `${line}: ${message}`)
  expect(of('Fast.<br> <!-- <img> -->')).toEqual([])
  expect(of('Fast.\n\n<img src="/share.jpg">')).toEqual([
    expect.stringMatching(/^9: <img> does not exist here.*a picture: !\[/),
  ])
  expect(of('<Say>x</Say>')[0]).toEqual(
    expect.stringMatching(/^7: <Say> does not exist here\. The components of this page: none/),
  )
  expect(of('Fast.\n![A](x.jpg)')[0]).toMatch(/^8: questions and legal pages show no pictures/)
  expect(of('With {{nothing}}.')[0]).toMatch(
    /^7: {{nothing}} has no value\. There are: {{payment methods}}, /,
  )
})

test('a link to a draft is refused where the draft is left out', () => {
  const files = {
    'content/learn/new.mdx': article({ slug: 'new-one', draft: 'true' }, '[itself](/learn/new-one)'),
    'content/learn/other.mdx': article({ slug: 'other' }, '[x](/learn/new-one)'),
  }
  expect(problemsWith(files)).toEqual([
    {
      file: 'content/learn/other.mdx',
      line: BODY_LINE,
      column: 1,
      message: expect.stringMatching(/^the link \/learn\/new-one leads nowhere/),
    },
  ])
  expect(problemsWith(files, { showDrafts: true })).toEqual([])
})

test('a file that cannot be read hides no problem of the others', () => {
  const problems = problemsWith({
    'content/learn/broken.mdx': 'Nothing.',
    [FILE]: article({}, '[x](/nowhere)'),
  })
  expect(problems.map(({ file, line }) => `${file}:${line}`)).toEqual([
    'content/learn/broken.mdx:1',
    `${FILE}:${BODY_LINE}`,
  ])
})

test('an unreadable article causes no errors in articles that link to it', () => {
  const files = problemsWith({ 'content/learn/apology-playbook.mdx': 'Nothing.' }).map(({ file }) => file)
  expect(files).toEqual(['content/learn/apology-playbook.mdx'])
})

test('for any input the check reports problems and never throws', () => {
  const scrap = fc.constantFrom(
    ...[
      '<Say>',
      '</Say>',
      '<CallOut title="',
      '{',
      '}',
      '![',
      '](',
      ')',
      '%',
      '/learn/',
      '\n\n',
      '<',
      '>',
      '"',
      '---',
      '#source-',
      '`',
      '\\',
      'a',
    ],
  )
  fc.assert(
    fc.property(
      fc.array(fc.oneof(scrap, fc.string({ unit: 'grapheme', maxLength: 4 })), { maxLength: 25 }),
      (scraps) => {
        for (const message of messagesOf(scraps.join(''))) expect(message.length).toBeGreaterThan(20)
      },
    ),
    { numRuns: runs(50) },
  )
})
