/** A filled-in checkout form; each call is another form. */
export function checkoutRequest(
  changes: { customerInfo?: object; deliveryDetails?: object; [field: string]: unknown } = {},
) {
  const { customerInfo, deliveryDetails, ...rest } = changes
  return {
    attemptKey: crypto.randomUUID(),
    productId: 'product-really-bad',
    customerInfo: {
      email: 'sam@example.com',
      phone: '(212) 555-0100',
      name: 'Sam Sorry',
      address: '350 5th Ave',
      unit: '',
      city: 'New York',
      state: 'NY',
      zip: '10001',
      recipientName: 'Alex',
      recipientPhone: '',
      note: 'I was wrong about the dishwasher.',
      instructions: 'Ring twice',
      substitutionPreference: 'florist',
      ...customerInfo,
    },
    deliveryDetails: { option: 'today', ...deliveryDetails },
    ...rest,
  }
}
