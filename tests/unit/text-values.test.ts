import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { DEFAULT_PAYMENT_METHODS, PAYMENT_METHODS_TEXT } from '#src/domain/payment-methods.ts'
import { readSettings } from '#src/env.ts'
import { FIXED_VALUES, fillIn } from '#src/lib/text-values.ts'
import { problemsWith } from './texts-support.ts'

describe('payment methods', () => {
  test('are what the setting offers by default, and PayPal only where the payment page offers it', () => {
    expect(PAYMENT_METHODS_TEXT).toBe(
      'major cards, Apple Pay, Google Pay, and PayPal where the payment page offers it',
    )
    const settings = readSettings({
      DATABASE_URL: 'libsql://shop.example',
      STRIPE_SECRET_KEY: 'sk',
      STRIPE_WEBHOOK_SECRET: 'whsec',
      RESEND_API_KEY: 're',
      AUTH_KEYS: 'a:0123456789abcdef0123456789abcdef',
    })
    expect(settings.PAYMENT_METHODS.split(',')).toEqual(DEFAULT_PAYMENT_METHODS)
  })

  test.each(globSync('content/**/*.{md,mdx}'))('%s does not list them by hand', (file) => {
    expect(readFileSync(file, 'utf8')).not.toMatch(/PayPal|Apple Pay|Google Pay/)
  })

  test.each(['content/faq/pricing-payments/payment-methods.md', 'content/legal/terms.md'])(
    '%s names them by their placeholder',
    (file) => {
      expect(fillIn(readFileSync(file, 'utf8'), FIXED_VALUES)).toContain(PAYMENT_METHODS_TEXT)
    },
  )
})

const question = (answer: string) =>
  `---\nquestion: How much?\ngroup: Pricing & Payments\norder: 1\n---\n\n${answer}\n`
const FILE = 'content/faq/pricing-payments/how-much.md'

describe('a placeholder', () => {
  test('that exists needs no mending', () => {
    expect(problemsWith({ [FILE]: question('Pay with {{payment methods}}.') })).toEqual([])
  })

  test.each([
    ['Pay with {{payment method}}.', '{{payment method}} has no value. Is it {{payment methods}}?'],
    ['Pay with {{shells}}.', '{{shells}} has no value. There are: {{payment methods}}'],
  ])('that does not exist is told to the editor: %s', (answer, message) => {
    const [problem, ...more] = problemsWith({ [FILE]: question(answer) })
    expect(problem).toMatchObject({ file: FILE, line: 7, message: expect.stringContaining(message) })
    expect(more).toEqual([])
  })

  test('is replaced wherever it stands, with or without spaces', () => {
    expect(fillIn('<p>{{a}}, {{ b }}, {{a}}.</p>', { a: '$1.00', b: '$&' })).toBe('<p>$1.00, $&, $1.00.</p>')
  })

  test('without a value is an error, not an empty place in the text', () => {
    expect(() => fillIn('{{c}}', { a: '1' })).toThrow('{{c}}')
  })
})
