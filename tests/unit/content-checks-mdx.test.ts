import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#tests/support/soak.ts'
import { article, BODY_LINE, problemsWith } from './content-checks-support.ts'

const FILE = 'content/learn/new.mdx'
const PICTURES = [
  'content/learn/pictures/tulips.jpg',
  'content/learn/pictures/my tulips.jpg',
  // Macs store it like this.
  'content/learn/pictures/blu\u0308te.jpg',
  'public/bouquets/really-bad.webp',
]

/** The faults of a body, each with its line of the body. */
function messagesOf(body: string, path = FILE): string[] {
  return problemsWith({ [path]: article({}, body) }, { pictures: PICTURES }).map(
    ({ file, line, message }) => `${file === path ? '' : file}${(line ?? 0) - BODY_LINE + 1}: ${message}`,
  )
}

test.each([
  '![Three tulips](./pictures/tulips.jpg)',
  '![Three tulips](pictures/tulips.jpg)',
  '![A bouquet](/bouquets/really-bad.webp)',
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
  ['![ ](./pictures/tulips.jpg)', 'has no alternative text'],
  ['![tulips.jpg](./pictures/tulips.jpg)', 'has no alternative text'],
  ['> A quote\n>\n> - ![](./pictures/tulips.jpg)', 'has no alternative text', 3],
  ['![A tulip](./pictures/rose.jpg)', 'there is no file content/learn/pictures/rose.jpg'],
  [
    '![A tulip](./pictures/Tulips.JPG)',
    'There is content/learn/pictures/tulips.jpg: the folder and every letter',
  ],
  ['![A tulip](./tulips.jpg)', 'There is content/learn/pictures/tulips.jpg: the folder and every letter'],
  ['![A tulip](./pictures/bl\u00fcte.jpg)', 'Rename it with plain letters, a to z'],
  ['![A tulip](./pictures/my tulips.jpg)', 'Rename the file, as in ./pictures/my-tulips.jpg, or put the'],
  ['![A tulip](./pictures/tulips.jpg “Title”)', 'a title behind it stands between straight quotation marks'],
  ['![A tulip] (./pictures/tulips.jpg)', 'nothing stands between ] and ('],
  ['![A tulip](.\\pictures\\tulips.jpg)', 'is written with backslashes'],
  ['![A tulip](C:\\Users\\me\\tulips.jpg)', 'lies on another site or on your computer'],
  ['![A tulip](../../docs/landing.jpg)', 'lies outside content/'],
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
    '3: <Say> has no end: close it with </Say>, both on lines of their own with blank lines between',
  ],
  ['Text.\n\n<CallOut title="A">\n\nText.', '3: <CallOut> has no end: close it with </CallOut>'],
  ['<CallOut title="A">\n\n<Say>\n\nText.\n\n</CallOut>', '3: <Say> has no end: close it with </Say>'],
  ['Text.\n\n</Say>', '3: </Say> closes nothing: there is no <Say> before it'],
  [
    '<Say>\nText.\n\nMore.</Say>',
    '1: <Say> and </Say> stand both on lines of their own, with blank lines between',
  ],
  [
    '<CallOut title="A">\n\nText.\n\n</Callout>',
    '5: </Callout> closes nothing: <CallOut> is closed by </CallOut>',
  ],
  ['<CallOut title=“A”>\n\nText.\n\n</CallOut>', '1: curly quotation marks (“ ”) do not hold a value here'],
  ['<CallOut title="A” kind="tip">\n\nText.\n\n</CallOut>', '1: curly quotation marks (“ ”) do not'],
  ['<CallOut title=‘A’>\n\nText.\n\n</CallOut>', '1: curly quotation marks (“ ”) do not'],
  ['<CallOut title=A>\n\nText.\n\n</CallOut>', '1: <CallOut> cannot be read. Its values stand between'],
  ['<Level value={7 title="A">\n\nText.\n\n</Level>', '1: <Level> cannot be read. Its values stand between'],
  ['Text.\n\nA<br>B', '3: a line break is written <br />'],
  ['A</br>B', '1: a line break is written <br />'],
  ['Less than <5', '1: the sign < begins a component. For the sign itself write \\<'],
  ['Write to <me@example.com>', '1: an address is written [what it is](https://example.com), a mail'],
  ['With {{payment methods}}.', '1: {{payment methods}} is a placeholder, and those are for questions'],
  ['##Heading', '1: leave a space between ## and the heading'],
  ['<!-- a remark -->', 'a remark for other editors is written {/*'],
  ['<script>alert(1)</script>', '1: <script> does not exist'],
  ['<div>\n\nText.\n\n</div>', '1: <div> does not exist'],
  ['Write {name} here', '1: braces hold code, and no text does: {name}'],
  ['Write {name here', '1: the brace { is closed nowhere. For the sign itself write \\{'],
  ['Write {two words} here', '1: braces hold code, and no text does: {two words}'],
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
  ['[x](/learn/mess-up-indx)', 'leads nowhere. There are: /'],
  ['[x](/nowhere/at/all)', 'There are: / '],
  ['[x][y]\n\n[y]: /faqq', 'leads nowhere. There are: /'],
  ['[x](mess-up-index)', 'is expected to start with https:// or'],
  ['[x](//example.com)', 'is expected to start with https:// or'],
  ['[x](me@example.com)', 'A mail address is written mailto:me@example.com'],
  ['[x](./pictures/tulips.jpg)', 'A picture begins with an exclamation mark'],
  ['[x](/Learn/Mess-Up-Index/)', 'leads nowhere. Write it /learn/mess-up-index'],
  ['[x](http://localhost:8787/learn/mess-up-index)', 'is to a page of ours. Write it /learn/mess-up-index'],
  ['[x](https://apologizebetter.example)', 'is to a page of ours. Write it /'],
  ['## A part\n\n[x](#a-prt)', '/learn/by-text has no part #a-prt. There are: #a-part'],
  ['[x](#)', '/learn/by-text has no part #. There are: none'],
  ['[x](/faq#how-fats)', '/faq has no part #how-fats. There are: #general-questions'],
  ['[](/faq)', 'has no words'],
  ['[x](/learn/mess up index)', 'is not understood and would be shown as it is typed'],
  ['[x] (/faq)', 'nothing stands between ] and ('],
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
  expect(of('Fast.\n![A](x.jpg)')[0]).toMatch(/^8: questions and legal pages show no pictures/)
  expect(of('<abbr title=“x”>x</abbr>')[0]).toMatch(/^7: curly quotation marks/)
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
      message:
        'the link /learn/new-one leads nowhere yet: content/learn/new.mdx is a draft. A draft has no page before it is published',
    },
  ])
  expect(problemsWith(files, { showDrafts: true })).toEqual([])
})

test('every fault of a text is reported, also behind what cannot be parsed', () => {
  const body = [
    '[x](/nowhere)',
    '<Say>\n\nText.',
    '<CallOut title=“A” kind="danger">\n\nA<br>B {\n\n</CallOut>',
    '![](./pictures/tulips.jpg)',
    '<Foo>\n\n5 <6',
    '</Level>',
  ].join('\n\n')
  expect(messagesOf(body).sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))).toEqual([
    expect.stringMatching(/^1: the link \/nowhere/),
    expect.stringMatching(/^3: <Say> has no end/),
    expect.stringMatching(/^7: curly quotation marks/),
    expect.stringMatching(/^7: <CallOut>: kind: expected one of/),
    expect.stringMatching(/^9: a line break is written/),
    expect.stringMatching(/^9: the brace \{ is closed nowhere/),
    expect.stringMatching(/^13: the picture .* has no alternative text/),
    expect.stringMatching(/^15: <Foo> does not exist here/),
    expect.stringMatching(/^17: the sign < begins a component/),
    expect.stringMatching(/^19: <\/Level> closes nothing/),
  ])
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
