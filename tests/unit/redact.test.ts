import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { framesOf, redact } from '#domain/redact.ts'

describe('redact', () => {
  test.each([
    'Cannot read properties of undefined (reading "amountCents")',
    'SQLITE_CONSTRAINT: SQLite error: UNIQUE constraint failed: users.email',
    'CHECK constraint failed: orders_zip_shape',
    'SQLite error: no such column: zip',
    'The provider did not answer',
    "Failed to execute 'setItem' on 'Storage'",
    'Invalid time value',
    'Unexpected token < in JSON at position 0',
    'connect ECONNREFUSED 127.0.0.1:8788',
    'Maximum call stack size exceeded (limit 10)',
    'The mail provider answered 422',
    'Failed query: insert into "orders" ("id", "customer_name") values (?, ?)',
    'Failed to fetch dynamically imported module: https://shop.test/_astro/app.Dx12ab.js',
  ])('keeps what tells the cause: %s', (text) => {
    expect(redact(text)).toBe(text)
  })

  test.each([
    ['Invalid email address: ü@x.de', 'Invalid email address: [redacted]'],
    ["nobody is o'brien@example.com here", 'nobody is [email] here'],
    ['no mail box at <sam@example.com>', 'no mail box at <[email]>'],
    ['rang (212) 555-0142 twice', 'rang [number] twice'],
    ['rang +1 212.555.0142', 'rang [number]'],
    ['a visitor at 203.0.113.9 left', 'a visitor at [ip] left'],
    [String.raw`{"story":"she said \"no\" to 9","n":1}`, '{"story": [redacted],"n":1}'],
    ['rows name: ["Alex", "Sam"] failed', 'rows name: [redacted] failed'],
    ['card 4242 4242 4242 4242 declined', 'card [number] declined'],
    ['nobody at 12 Main St, Apt. 4B', 'nobody at [address], [address]'],
    ['a unit test on floor 12', 'a unit test on [address]'],
    ['nobody at 1 Dr. Carlton B Goodlett Pl', 'nobody at [address]'],
    ['row { full_name: Wronged, Alex }', 'row { full_name: [redacted]}'],
    ['apologyNote=I was wrong about the dishwasher', 'apologyNote: [redacted]'],
    ['it said "I was wrong about the dishwasher" here', 'it said "[text]" here'],
    [
      `Unexpected token 'J', "Jordan Exa"... is not valid JSON`,
      `Unexpected token 'J', "[text]"... is not valid JSON`,
    ],
    ['fts5: syntax error near "wronged"', 'fts5: syntax error near "[text]"'],
    ['Authorization: Bearer abc.def', 'Authorization: [redacted]'],
    ['sent Bearer abc.def-ghi along', 'sent Bearer [token] along'],
    ["No such checkout.session: 'cs_test_a1B2c3'", 'No such checkout.session: [redacted]'],
    ['No such payment_intent: pi_3Abc456xyz', 'No such payment_intent: [id]'],
    ['key sk_live_51Habc', 'key [id]'],
    ['jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln is old', 'jwt [token] is old'],
    ['link Jf8s_k2LmN0pQrStUvWx9Z opened', 'link [id] opened'],
    ['ORD-7K3QX2AB was paid', '[id] was paid'],
    ['at https://shop.test/track?token=abc#x now', 'at https://shop.test/track?[query] now'],
    [
      'Failed query: select ?\nparams: Alex Wronged,\nsam@example.com,line\nparams: again',
      'Failed query: select ?',
    ],
  ])('%j becomes %j', (text, expected) => {
    expect(redact(text)).toBe(expected)
  })

  test('a long text is cut', () => {
    expect(redact('no '.repeat(1000))).toHaveLength(1001)
  })

  // Ids become four signs: what stands behind them would be seen.
  const ids = '0f8fad5b-d9cb-469f-a165-70867728950e '.repeat(53)

  test.each([
    ['half an email address', `${ids}${'x'.repeat(30)}.sorry@example.com`, '[id]…'],
    ['half a quotation', `${ids}"I was wrong ${'about the dishwasher'.repeat(9)}"`, '[id] "[text]…'],
    ['half a list of names', `name: [${'"Sam", '.repeat(500)}]`, 'name: [redacted]…'],
    ['what follows', `${'no '.repeat(900)}secret`, 'no n…'],
    ['a word without an end', 'x'.repeat(100_000), '…'],
  ])('%s is not in what is kept of a long text', (_, text, end) => {
    const clean = redact(text)
    expect(clean.endsWith(end), clean.slice(-60)).toBe(true)
    expect(clean).not.toMatch(/sorry|wrong|Sam|secret|xx/)
  })

  const word = fc.stringMatching(/^[a-z]{3,10}$/)
  const around = fc.tuple(
    fc.constantFrom('', 'failed: ', 'value ', 'x ('),
    fc.constantFrom('', ' again', ').', ', then'),
  )
  const digits = (length: number) => fc.stringMatching(new RegExp(`^[2-9]\\d{${length - 1}}$`))

  /** Whatever stands around it, nothing of it is left. */
  const leaves = (secret: fc.Arbitrary<string>, wrap = (text: string) => text) =>
    fc.assert(
      fc.property(secret, around, (text, [before, after]) => {
        expect(redact(`${before}${wrap(text)}${after}`)).not.toContain(text)
      }),
    )

  test('removes email addresses', () => {
    leaves(fc.emailAddress())
  })

  test('removes phone numbers in any grouping', () => {
    leaves(
      fc
        .tuple(
          digits(3),
          digits(3),
          digits(4),
          fc.constantFrom(['', '', ''], ['(', ') ', '-'], ['', '.', '.'], ['+1 ', ' ', ' ']),
        )
        .map(
          ([area, prefix, line, [open, first, second]]) => `${open}${area}${first}${prefix}${second}${line}`,
        ),
    )
  })

  test('removes street addresses', () => {
    const street = fc.constantFrom('Street', 'St', 'Avenue', 'Ave', 'Blvd', 'Road', 'Lane', 'Pl')
    leaves(fc.tuple(digits(3), word, street).map(([number, name, kind]) => `${number} ${name} ${kind}`))
  })

  test('removes names, notes and secrets from named fields', () => {
    const fields = [
      'name',
      'recipientName',
      'customer_name',
      'email',
      'address',
      'deliveryUnit',
      'unit',
      'apologyNote',
      'token',
      'password',
    ]
    for (const field of fields) {
      leaves(
        fc.tuple(word, word).map((words) => words.join(' ')),
        (text) => `${field}: ${text}`,
      )
      leaves(
        fc.tuple(word, word).map((words) => words.join(' ')),
        (text) => `"${field}":"${text}"`,
      )
    }
  })

  test('removes tokens', () => {
    const bytes = fc.uint8Array({ minLength: 24, maxLength: 32 })
    const tokens = bytes
      .map((each) => Buffer.from(each).toString('base64url'))
      .filter((token) => /\d/.test(token) && /[a-z]/i.test(token) && !/^-|-$/.test(token))
    leaves(tokens)
    leaves(fc.uuid())
  })
})

describe('framesOf', () => {
  test.each([
    [
      'V8',
      'TypeError: no\n    at settle (file:///srv/settle.ts:12:3)\n    at async run (/srv/run.ts:1:2)',
      ['at settle (file:///srv/settle.ts:12:3)', 'at async run (/srv/run.ts:1:2)'],
    ],
    [
      'Firefox and Safari',
      'pay@https://shop.test/_astro/pay.js:1:4821\n@https://shop.test/_astro/app.js:2:1\n',
      ['pay@https://shop.test/_astro/pay.js:1:4821', '@https://shop.test/_astro/app.js:2:1'],
    ],
    [
      'a page with a query',
      'Error: no\n    at f (https://shop.test/track?token=abc:3:1)\n    at https://shop.test/#x=1:2:3',
      ['at f (https://shop.test/track:3:1)', 'at https://shop.test/:2:3'],
    ],
    ['none', 'Error: no', []],
  ])('%s', (_, stack, frames) => {
    expect(framesOf(stack, 'no')).toEqual(frames)
  })

  test('a message that looks like a frame is not kept as one', () => {
    const error = new Error('no\n    at Alex Wronged (350 5th Ave:1:1)')
    expect(framesOf(error.stack ?? '', error.message).join()).not.toContain('Wronged')
  })

  test('keeps at most fifteen frames', () => {
    const stack = Array.from({ length: 40 }, (_, line) => `    at f (/a.ts:${line}:1)`).join('\n')
    expect(framesOf(`Error\n${stack}`, '')).toHaveLength(15)
  })
})
