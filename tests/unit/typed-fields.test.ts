import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { confirmSecondFactorRequest, secondFactorRequest, signInRequest } from '#api/auth/schema.ts'
import { findOrderRequest } from '#api/buyer-portal/schema.ts'
import { customerInfo } from '#api/checkout/customer-schema.ts'
import { floristLinksRequest } from '#api/florist-portal/schema.ts'
import { pageQuery } from '#api/http/page-schema.ts'
import { marketForm, zipCheckRequest, zipCodeEntry } from '#api/markets/schema.ts'
import { correctionForm } from '#api/orders/schema.ts'
import { productForm } from '#api/products/schema.ts'
import { shopForm } from '#api/shops/schema.ts'
import { inviteUserRequest } from '#api/staff/schema.ts'
import { productParams, zipParams } from '#api/storefront/schema.ts'
import { joinWaitlistRequest } from '#api/waitlist/join-schema.ts'

// Each field normalizes the signs that other keyboards write and copies carry (docs/decisions/0070).

type Field = Pick<z.ZodMiniType, 'parse' | 'safeParse'>

/** Writes a text in full-width signs where there are any, with marks that nobody sees around and between them. */
function odd(text: string): string {
  const wide = text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
  return `\u202a${wide.slice(0, 2)}\u200b${wide.slice(2)}\u202c\ufeff`
}

test.each<[string, Field, string]>([
  ['the checkout’s email', customerInfo.shape.email, 'sam@example.com'],
  ['the checkout’s phone', customerInfo.shape.phone, '(212) 555-0100'],
  ['the recipient’s phone', customerInfo.shape.recipientPhone, '(212) 555-0100'],
  ['the checkout’s state', customerInfo.shape.state, 'NY'],
  ['the checkout’s ZIP code', customerInfo.shape.zip, '10001'],
  ['the waitlist’s email', joinWaitlistRequest.shape.email, 'sam@example.com'],
  ['the waitlist’s state', joinWaitlistRequest.shape.state, 'NY'],
  ['the waitlist’s ZIP code', joinWaitlistRequest.shape.zipCode, '10001-0001'],
  ['the ZIP code of an address', zipParams.shape.zip, '10001'],
  ['the SKU of an address', productParams.shape.sku, 'FLOWER-001'],
  ['a reference', findOrderRequest.shape.reference, '#ORD-7K2M9QXA'],
  ['the email of an order', findOrderRequest.shape.email, 'sam@example.com'],
  ['a florist’s email', floristLinksRequest.shape.email, 'rose@example.com'],
  ['the email of a sign-in', signInRequest.shape.email, 'sam@example.com'],
  ['a code of the second factor', secondFactorRequest.shape.code, '123456'],
  ['a code that confirms the second factor', confirmSecondFactorRequest.shape.code, '123456'],
  ['an invited email', inviteUserRequest.shape.email, 'sam@example.com'],
  ['a search', pageQuery.q, '10001'],
  ['a corrected phone', correctionForm.shape.customerPhone, '(212) 555-0100'],
  ['a recipient’s corrected phone', correctionForm.shape.recipientPhone, '(212) 555-0100'],
  ['a corrected ZIP code', correctionForm.shape.deliveryZip, '10001'],
  ['a corrected state', correctionForm.shape.deliveryState, 'NY'],
  ['a shop’s phone', shopForm.shape.phone, '(212) 555-0100'],
  ['a shop’s email', shopForm.shape.email, 'rose@example.com'],
  ['a shop’s ZIP code', shopForm.shape.zip, '10001'],
  ['a product’s SKU', productForm.shape.sku, 'FLOWER-001'],
  ['a ZIP code of a market’s editor', zipCodeEntry, '10001'],
])('%s is taken in wide signs between marks', (_, field, text) => {
  expect(field.parse(odd(text))).toBe(text)
})

test('ZIP codes of a market, typed or pasted, are taken in wide signs between marks', () => {
  for (const { zipCodes } of [marketForm.shape, zipCheckRequest.shape]) {
    expect(zipCodes.parse([odd('10001')])).toEqual(['10001'])
  }
})

describe('a phone number that can be none here is refused aloud', () => {
  const FIELDS: Record<string, Field> = {
    'the checkout’s': customerInfo.shape.phone,
    'the recipient’s': customerInfo.shape.recipientPhone,
    'a corrected': correctionForm.shape.customerPhone,
    'a recipient’s corrected': correctionForm.shape.recipientPhone,
    'a shop’s': shopForm.shape.phone,
  }
  test.each(Object.entries(FIELDS))('%s', (_, field) => {
    for (const typed of ['+61 412 345 678', '61412345678', '(000) 000-0000', '(123) 456-7890']) {
      const messages = field.safeParse(typed).error?.issues.map(({ message }) => message)
      expect([typed, messages]).toEqual([typed, ['Please enter a valid phone number']])
    }
  })
})

test.each<[string, Field, string]>([
  ['a buyer’s name', customerInfo.shape.name, 'Name is required'],
  ['a delivery’s street', customerInfo.shape.address, 'Street address is required'],
  ['a delivery’s city', customerInfo.shape.city, 'City is required'],
  ['a corrected street', correctionForm.shape.deliveryAddress, 'Street address is required'],
  ['a corrected city', correctionForm.shape.deliveryCity, 'City is required'],
  ['a city of the waitlist', joinWaitlistRequest.shape.city, 'City is required'],
  ['a shop’s name', shopForm.shape.name, 'Shop name is required'],
  ['a shop’s street', shopForm.shape.streetAddress, 'Street address is required'],
  ['a shop’s city', shopForm.shape.city, 'City is required'],
  ['a market’s name', marketForm.shape.name, 'Market name is required'],
  ['a product’s title', productForm.shape.title, 'Title is required'],
])('%s of nothing visible is missing', (_, field, message) => {
  for (const typed of ['\u3164', '\u200b\u2060', '\u00ad\u202e \ufeff', '\u2800\u115f', '\u034f']) {
    expect([typed, field.safeParse(typed).error?.issues[0]?.message]).toEqual([typed, message])
  }
})
