import type { ConfirmationOrder } from '#src/lib/shop-api.ts'

/** A paid order as a look-up answers it. */
export const CONFIRMATION_ORDER: ConfirmationOrder = {
  items: [{ product: { title: 'Really Bad', imageUrl: null, priceCents: 4999 } }],
  customerEmail: 'sam@example.com',
  deliveryOption: 'today',
  promisedBy: '2026-06-05T00:00:00.000Z',
  timeZone: 'America/New_York',
  subtotalCents: 4999,
  deliveryFeeCents: 999,
  taxCents: 360,
  discountCents: 0,
  totalCents: 6358,
  recipientName: null,
  apologyNote: null,
  deliveryAddress: '350 5th Ave',
  deliveryUnit: null,
  deliveryCity: 'New York',
  deliveryZip: '10001',
  reference: 'ORD-0123ABCD',
  trackingToken: null,
  mayAddCard: false,
  paymentState: 'paid',
  paymentChecked: true,
  refund: null,
}
