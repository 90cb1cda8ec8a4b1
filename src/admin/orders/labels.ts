/** Labels of an order's fields on its form and in its timeline. */
export const ORDER_LABELS = {
  customerName: 'Name',
  customerEmail: 'Email',
  customerPhone: 'Phone',
  recipientName: 'Recipient',
  recipientPhone: 'Recipient’s phone',
  apologyNote: 'Apology note',
  deliveryAddress: 'Street address',
  deliveryUnit: 'Apt, suite, floor',
  deliveryCity: 'City',
  deliveryState: 'State',
  deliveryZip: 'ZIP code',
  deliveryInstructions: 'Delivery instructions',
  substitutionPreference: 'If a flower is missing',
  shopNotes: 'Shop notes',
  specialInstructions: 'Special instructions',
  paymentReference: 'Payment reference',
  outcome: 'Outcome',
  name: 'Who took them',
  nextStep: 'Next step',
  // The order's log names the other editor; it is no field of its own.
  version: 'This order',
}
