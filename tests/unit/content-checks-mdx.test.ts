import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#tests/support/soak.ts'
import { article, BODY_LINE, problemsWith } from './content-checks-support.ts'

const FILE = 'content/learn/new.mdx'
const PICTURES = ['content/learn/pictures/tulips.jpg', 'public/bouquets/really-bad.webp']

/** What has to be mended in a body, each with its line of the body. */
function messagesOf(body: string, path = FILE): string[] {
  return problemsWith({ [path]: article({}, body) }, { pictures: PICTURES }).map(
    ({ file, line, message }) => `${file === path ? '' : file}${(line ?? 0) - BODY_LINE + 1}: ${message}`,
  )
}

test.each([
  '![Three tulips](./pictures/tulips.jpg)',
  '![Three tulips](pictures/tulips.jpg)',
  '![A bouquet](/bouquets/really-bad.webp)',
  '[x](/faq) [x](/learn/mess-up-index#level-9) [x](/privacy?a=b) [x](https://x.com) [x](mailto:a@b.c) [x](#there)',
  '<CallOut title="A" kind="note">\n\nText.\n\n</CallOut>',
  '<Level value={7} title="A">\n\nText with a<br /> break.\n\n</Level>',
  '<Say>Sorry.</Say>\n\n<Say not>Sorry you feel that way.</Say>\n\n{/* a remark */}',
  'Less than 3 < 4, `{code}` and `<Foo>`, and \\{ braces }.',
])('nothing to mend: %s', (body) => {
  expect(messagesOf(body)).toEqual([])
})

test.each([
  ['![](./pictures/tulips.jpg)', 'has no alternative text'],
  ['![ ](./pictures/tulips.jpg)', 'has no alternative text'],
  ['![tulips.jpg](./pictures/tulips.jpg)', 'has no alternative text'],
  ['> A quote\n>\n> - ![](./pictures/tulips.jpg)', 'has no alternative text', 3],
  ['![A tulip](./pictures/rose.jpg)', 'there is no file content/learn/pictures/rose.jpg'],
  ['![A tulip](/pictures/rose.jpg)', 'there is no file public/pictures/rose.jpg'],
  ['![A tulip](./pictures/%E0.jpg)', 'there is no file content/learn/pictures/%E0.jpg'],
  ['![A tulip](https://x.com/tulip.jpg)', 'lies on another site'],
  ['![A tulip](//x.com/tulip.jpg)', 'lies on another site'],
  ['![A tulip](data:image/png;base64,AAAA)', 'lies on another site'],
  ['![A tulip][t]\n\n[t]: https://x.com/tulip.jpg', 'a picture is written ![what it shows]'],
  ['Text <img src="/share.jpg" /> text', 'a picture: ![what it shows]'],
  ['<img src="/share.jpg" alt="A" />', 'a picture: ![what it shows]'],
  ['<Image src="/share.jpg" />', 'a picture: ![what it shows]'],
])('a picture: %s', (body, message, line = 1) => {
  const [only, ...more] = messagesOf(body)
  expect(only).toMatch(new RegExp(`^${line}: `))
  expect(only).toContain(message)
  expect(more).toEqual([])
})

test.each([
  [
    '<Callout title="A">\n\nText.\n\n</Callout>',
    '1: <Callout> does not exist here. The components of this page: CallOut, Level, Step, PullQuote, Say. Everything',
  ],
  [
    'Text.\n\n<Say>Sorry.',
    '3: Expected a closing tag for `<Say>`. A <Component> is closed by </Component>, both on',
  ],
  ['Text.\n\n<CallOut title="A">\n\nText.', '3: Expected a closing tag for `<CallOut>`. A <Component> is'],
  [
    '<CallOut title="A">\n\n<Say>\n\nText.\n\n</CallOut>',
    '7: Unexpected closing tag `</CallOut>`, expected corresponding closing tag for `<Say>`',
  ],
  ['Text.\n\n</Say>', '3: Unexpected closing tag `</Say>`, expected an open tag first'],
  ['<Say>\nText.\n\nMore.</Say>', 'both on lines of their own with blank lines between'],
  ['<!-- a remark -->', 'a remark for other editors is {/*'],
  ['<script>alert(1)</script>', '1: <script> does not exist'],
  ['<div>\n\nText.\n\n</div>', '1: <div> does not exist'],
  ['Write {name} here', '1: braces hold code, and no text does: {name}'],
  ['Write {name here', 'brace'],
  ['# A heading', '1: a heading in the text begins with ##'],
  ['import X from "x"', '1: import and export are code'],
  ['<CallOut kind="tip">\n\nText.\n\n</CallOut>', '1: <CallOut>: title: expected a title'],
  [
    '<CallOut title="A" kind="danger">\n\nText.\n\n</CallOut>',
    '1: <CallOut>: kind: expected one of: tip, warning, note',
  ],
  ['<CallOut title="A" color="red">\n\nText.\n\n</CallOut>', '1: <CallOut>: color means nothing here'],
  [
    '<Level value="7" title="A">\n\nText.\n\n</Level>',
    '1: <Level>: value: expected a whole number from 1 to 10 in braces',
  ],
  [
    '<Level value={11} title="A">\n\nText.\n\n</Level>',
    '1: <Level>: value: expected a whole number from 1 to 10',
  ],
  ['<Level {...all}>\n\nText.\n\n</Level>', '<Level>: value: expected'],
  ['<Say not="x">Sorry.</Say>', '<Say>: not: expected only the word'],
])('a piece: %s', (body, message) => {
  expect(messagesOf(body)[0]).toContain(message)
})

test('distinguishes two levels of one value', () => {
  const level = '<Level value={7} title="A">\n\nText.\n\n</Level>\n\n'
  expect(messagesOf(`${level}${level.replace('7', '8')}${level}`)).toEqual([
    '13: a level of the value 7 is there already',
  ])
})

test.each([
  ['[x](/learn/mess-up-indx)', 'leads nowhere. A draft'],
  ['[x](/nowhere/at/all)', 'There are: / '],
  ['[x][y]\n\n[y]: /faqq', 'leads nowhere. A draft'],
  ['[x](mess-up-index)', 'is expected to start with https:// or'],
  ['[x](//example.com)', 'is expected to start with https:// or'],
  ['[x](javascript:alert%281%29)', 'is expected to start with https:// or'],
  ['[x](#source-1)', 'leads nowhere: the field sources lists 0'],
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
  expect(of('Fast.\n![](x.jpg)')[0]).toMatch(/^8: the picture x\.jpg has no alternative text/)
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
      message: expect.stringContaining('A draft has no page before it is published'),
    },
  ])
  expect(problemsWith(files, { showDrafts: true })).toEqual([])
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
