/** What a shop's fields are called on its form and in its history. */
export const SHOP_LABELS = {
  name: 'Shop Name',
  streetAddress: 'Street Address',
  city: 'City',
  stateId: 'State',
  zip: 'ZIP Code',
  marketId: 'Market',
  phone: 'Phone',
  email: 'Email',
  active: 'Active',
}
