import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readSettings } from '#api/env.ts'
import { STOREFRONT_SKUS } from '#domain/catalogue.ts'
import { DELIVERY_OPTION_IDS } from '#domain/delivery.ts'
import { DEFAULT_PAYMENT_METHODS, PAYMENT_METHODS_TEXT } from '#domain/payment-methods.ts'
import { PRODUCTS } from '#drizzle/seed/data.ts'
import { catalogueValues, FIXED_VALUES, fillIn } from '#src/lib/text-values.ts'
import { FILES, problemsWith } from './content-checks-support.ts'

describe('payment methods', () => {
  test('names the default payment methods, and PayPal where the payment page offers it', () => {
    expect(PAYMENT_METHODS_TEXT).toBe(
      'major cards, Apple Pay, Google Pay, and PayPal where the payment page offers it',
    )
    const { settings } = readSettings({
      DATABASE_URL: 'libsql://shop.example',
      STRIPE_SECRET_KEY: 'sk',
      STRIPE_WEBHOOK_SECRET: 'whsec',
      RESEND_API_KEY: 're',
      RESEND_WEBHOOK_SECRET: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3',
      AUTH_KEYS: 'a:0123456789abcdef0123456789abcdef',
    })
    expect(settings?.PAYMENT_METHODS.split(',')).toEqual(DEFAULT_PAYMENT_METHODS)
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

describe('prices', () => {
  const catalogue = PRODUCTS.map(({ sku, priceCents }) => ({ sku, priceCents }))

  test('are those of the catalogue, totals with fee and tax', () => {
    expect(catalogueValues(catalogue)).toMatchObject({
      'price: Really Bad': '$49.99',
      'price: Extremely Bad': '$89.99',
      'price: Nuclear Bad': '$139.99',
      'total: Really Bad, tomorrow': '$52.99',
      'total: Extremely Bad, today': '$105.98',
      'total: Nuclear Bad, hour': '$169.58',
    })
  })

  test('are the public price ranges while the catalogue cannot be read', () => {
    expect(catalogueValues(null)).toMatchObject({
      'price: Really Bad': '$40-$60',
      'price: Extremely Bad': '$70-$100',
      'price: Nuclear Bad': '$120+',
      'total: Really Bad, tomorrow': '$42.40-$63.60',
      'total: Nuclear Bad, hour': '$148.39+',
    })
  })

  test('a bouquet that is not on sale shows its price range', () => {
    expect(catalogueValues(catalogue.slice(1))).toMatchObject({
      'price: Really Bad': '$40-$60',
      'price: Extremely Bad': '$89.99',
    })
  })

  test('have a placeholder for every bouquet and delivery option', () => {
    expect(Object.keys(catalogueValues(null))).toHaveLength(
      STOREFRONT_SKUS.length * (1 + DELIVERY_OPTION_IDS.length),
    )
  })

  test.each(globSync('content/**/*.{md,mdx}'))('%s names amounts of the public ranges only', (file) => {
    const amounts = readFileSync(file, 'utf8').match(/\$\d[\d.,]*/g) ?? []
    const ranges = ['$40', '$60', '$70', '$100', '$120']
    expect(
      amounts.map((amount) => amount.replace(/[.,]$/, '')).filter((amount) => !ranges.includes(amount)),
    ).toEqual([])
  })
})

const question = (answer: string) =>
  `---\nquestion: How much?\ngroup: Pricing & Payments\norder: 1\n---\n\n${answer}\n`
const FILE = 'content/faq/pricing-payments/how-much.md'

describe('a placeholder', () => {
  test('a known placeholder is accepted', () => {
    const answer = 'Pay {{price: Really Bad}} with {{payment methods}}.'
    expect(problemsWith({ [FILE]: question(answer) })).toEqual([])
  })

  test('of the catalogue is refused on a page that is built before there is one', () => {
    const [terms] = FILES.filter(({ path }) => path === 'content/legal/terms.md')
    const source = `${terms?.source}\nIt costs {{price: Really Bad}}.\n`
    expect(problemsWith({ 'content/legal/terms.md': source })).toEqual([
      expect.objectContaining({ message: expect.stringContaining('{{price: Really Bad}} has no value') }),
    ])
  })

  test.each([
    ['Pay with {{payment method}}.', '{{payment method}} has no value. There are: {{payment methods}}'],
    ['Pay with {{shells}}.', '{{shells}} has no value. There are: {{payment methods}}, {{sales tax}}'],
  ])('that does not exist is told to the editor: %s', (answer, message) => {
    const [problem, ...more] = problemsWith({ [FILE]: question(answer) })
    expect(problem).toMatchObject({ file: FILE, line: 7, message: expect.stringContaining(message) })
    expect(more).toEqual([])
  })

  test('is replaced wherever it stands, with or without spaces', () => {
    expect(fillIn('<p>{{a}}, {{ b }}, {{a}}.</p>', { a: '$1.00', b: '$&' })).toBe('<p>$1.00, $&, $1.00.</p>')
  })

  test('a placeholder without a value is an error', () => {
    expect(() => fillIn('{{c}}', { a: '1' })).toThrow('{{c}}')
  })
})
