import { expect, test } from 'vitest'
import { productForm } from '#api/products/schema.ts'
import { typedCents } from '#src/admin/ui/form-fields.tsx'

const NOT_ABOVE_ZERO = 'Price must be greater than zero'
const NO_AMOUNT = 'Price must be dollars and cents, such as 49.99'

test.each([
  ['', NOT_ABOVE_ZERO],
  ['0', NOT_ABOVE_ZERO],
  ['-5', NOT_ABOVE_ZERO],
  [' -0.01 ', NOT_ABOVE_ZERO],
  ['-', NOT_ABOVE_ZERO],
  ['4.999', NO_AMOUNT],
  ['-4.999', NO_AMOUNT],
  ['five', NO_AMOUNT],
  ['10000', 'Price must be less than $10,000.00'],
  ['9999.99', undefined],
  ['0.01', undefined],
])('a price typed as “%s” is told: %s', (text, message) => {
  const form = { sku: 'FLOWER-004', title: 'Slightly Bad', priceCents: typedCents(text) }
  expect(productForm.safeParse(form).error?.issues.map((issue) => issue.message)[0]).toBe(message)
})
