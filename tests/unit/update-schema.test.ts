import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { nullIfMissing, textOrNull } from '#api/http/field-schema.ts'
import { updateOf } from '#api/http/page-schema.ts'
import { marketForm, marketUpdate } from '#api/markets/schema.ts'
import { correctionForm, orderCorrection } from '#api/orders/schema.ts'
import { productForm, productUpdate } from '#api/products/schema.ts'
import { shopForm, shopUpdate } from '#api/shops/schema.ts'

describe('updateOf', () => {
  const form = z.strictObject({
    title: textOrNull(10),
    occasion: nullIfMissing(textOrNull(10)),
    active: z._default(z.boolean(), true),
  })
  const update = updateOf(form)

  test('takes every field of the form, with its rules', () => {
    const given = { title: 'Rose', occasion: ' ', active: false, version: 2 }
    expect(update.parse(given)).toEqual({ ...given, occasion: null })
    expect(update.safeParse({ ...given, occasion: 'A long occasion' }).success).toBe(false)
  })

  test('gives a missing field no default, so that its stored value stays', () => {
    expect(form.parse({ title: 'Rose' })).toEqual({ title: 'Rose', occasion: null, active: true })
    expect(update.parse({ title: 'Rose', version: 2 })).toEqual({ title: 'Rose', version: 2 })
  })

  test.each([
    ['a missing field that the form requires', { version: 2 }],
    ['a missing version', { title: 'Rose' }],
    ['an undefined field', { title: 'Rose', occasion: undefined, version: 2 }],
    ['an unknown field', { title: 'Rose', colour: 'red', version: 2 }],
  ])('refuses %s', (_, given) => {
    expect(update.safeParse(given).success).toBe(false)
  })
})

test.each([
  ['a product', productForm, productUpdate],
  ['a market', marketForm, marketUpdate],
  ['a shop', shopForm, shopUpdate],
  ['an order', correctionForm, orderCorrection],
])('the update of %s has all fields of the form, and none that a missing one erases', (_, form, update) => {
  const fields = Object.keys(form.shape)
  expect(Object.keys(update.shape)).toEqual(expect.arrayContaining(fields))
  const result = update.safeParse({})
  const missing = result.error?.issues.map(({ path: [field] }) => field) ?? []
  for (const field of fields) {
    if (missing.includes(field)) continue
    const kept = (update.shape as Record<string, z.ZodMiniType>)[field]
    expect(kept?._zod.optout, field).toBe('optional')
  }
})
