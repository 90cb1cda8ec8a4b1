import { describe, expect, test } from 'vitest'
import { customerInfo } from '#api/checkout/customer-schema.ts'
import { correctionForm } from '#api/orders/schema.ts'
import { boxOnlyZipMessage, isBoxOnlyZip, isPostalBox } from '#domain/postal-address.ts'

describe('no florist can hand flowers over at', () => {
  test.each([
    'PO Box 123',
    'P.O. Box 123',
    'POBOX123',
    'P.O.Box#123',
    'P/O Box 123',
    'PO. Box 123',
    'PO, Box 123',
    'P0 Box 123',
    'PO Bx 123',
    'PO Box',
    'PO Boxes 12 and 13',
    'PO Drawer L',
    'POB 123',
    'P. O. B. #12',
    'post  office box #123',
    'Post Box 123',
    'Postbox 12',
    'ＰＯ　Ｂｏｘ　１２３',
    'c/o Sam Sorry, PO Box 9',
    'PO Box 123, 350 5th Ave',
    'Box 123',
    'Box 123, Station A',
    'Lock Box 12',
    'Lockbox 12',
    'Drawer 12',
    'Caller Service 1234',
    'Apartado Postal 12',
    'Apdo. Postal 12',
    'General Delivery',
    'Gen Del',
    'Poste Restante',
    'PSC 1234 Box 5678',
    'CMR 450 Box 123',
    'CMR #450, Box 123',
    'Unit 15226 Box 12',
    'Sgt. Sam Sorry, PSC 47 Box 470',
    'APO AE 09123',
    'DPO AE 09892',
  ])('%j', (address) => {
    expect(isPostalBox(address)).toBe(true)
  })
})

describe('a street address is', () => {
  test.each([
    '350 5th Ave',
    '12 Poplar St',
    'Box Hill Rd',
    'Boxwood Ave 12',
    // Greenpoint has one.
    '55 Box Street',
    'Box Street 55',
    '1 Boxcar Ln, Unit 12',
    'P.O.D. Apartments, 12 Main St',
    '123 Post Office Rd',
    '450 Post St, Box Office',
    '12 Post Box Ln',
    '100 Po Valley Rd',
    '14 Campo Box Trail',
    '9 Drawer Ln',
    '12 General Delivery Way',
    'PSC Building, 45 Main St',
    'Unit 12, 55 Box St',
    '1 Apo St',
    'Mailbox Lofts, 14 Wharf Rd',
    '1 Apartado Ct',
    '100 Broadway, Mail Stop 12',
    '12 Opobox Ave',
    'Box 4, 350 5th Ave',
    '12 P O Donnell Ave',
    '1 Depot Box Ave',
  ])('%j', (address) => {
    expect(isPostalBox(address)).toBe(false)
  })
})

describe('the form', () => {
  const street = (value: string) => customerInfo.shape.address.safeParse(value).error?.issues[0]?.message
  const zip = (value: string) => customerInfo.shape.zip.safeParse(value).error?.issues[0]?.message

  test('says at the street that a box is none', () => {
    expect(street('PO Box 123')).toBe(
      'Flowers are handed over in person. Please enter a street address, not a PO box.',
    )
    expect(street('55 Box Street')).toBe(undefined)
    expect(street('')).toBe('Street address is required')
  })

  test('says at the ZIP code that it has boxes only', () => {
    expect(zip('10008')).toBe(boxOnlyZipMessage('10008'))
    expect(zip('10001')).toBe(undefined)
  })

  test('of an admin takes both: it says so and saves', () => {
    expect(correctionForm.shape.deliveryAddress.safeParse('PO Box 123').success).toBe(true)
    expect(correctionForm.shape.deliveryZip.safeParse('10008').success).toBe(true)
  })
})

test.each(['10008', '10116', '10249', '10268', '94119', '94188', '11202', '10313', '94142'])(
  '%s has boxes only',
  (zip) => {
    expect(isBoxOnlyZip(zip)).toBe(true)
  },
)

// A single building, a campus, a hospital: flowers are brought there.
test.each(['10001', '10118', '10281', '11424', '11451', '94103', '94143', '94158', ''])(
  '%j has doors',
  (zip) => {
    expect(isBoxOnlyZip(zip)).toBe(false)
  },
)
