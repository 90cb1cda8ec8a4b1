import type { ShopFields } from './queries.ts'

/** A shop as its history tells it: market and state by their names. */
export function told(shop: ShopFields, names: { marketName: string; stateCode: string }) {
  const { name, streetAddress, city, zip, phone, email, active } = shop
  return {
    name,
    streetAddress,
    city,
    stateId: names.stateCode,
    zip,
    marketId: names.marketName,
    phone,
    email,
    active: active ? 'Yes' : 'No',
  }
}
