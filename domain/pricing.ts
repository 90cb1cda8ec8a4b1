import { applyBasisPoints, type Cents } from './money.ts'

/** Sales tax, in hundredths of a percent: 6 %. */
export const TAX_BASIS_POINTS = 600
/** The name of the tax where a price is taken apart for others. */
export const TAX_LABEL = 'Sales tax'

/** The one currency of the shop, spelled as the payment provider spells it. */
export const CURRENCY = 'usd'

/** The payment provider charges no card for less (its page on minimum charge amounts, for dollars). */
export const MIN_CHARGE_CENTS: Cents = 50

/** The message about an order whose total is below `MIN_CHARGE_CENTS`. */
export const BELOW_MINIMUM =
  'This bouquet can’t be ordered right now: its total is less than a card can be charged. Please choose another bouquet or delivery time.'

/** The price of an order, in cents; the parts add up to the total. */
export type OrderPrice = {
  subtotalCents: Cents
  deliveryFeeCents: Cents
  taxCents: Cents
  discountCents: Cents
  totalCents: Cents
}

function requireAmount(cents: Cents, what: string): void {
  if (!Number.isSafeInteger(cents) || cents < 0) {
    throw new RangeError(`${what} must be a whole number of cents, zero or more, not ${cents}`)
  }
}

/**
 * The price of an order: tax on subtotal and delivery fee, rounded half up;
 * total = subtotal + fee + tax − discount.
 * Throws RangeError on an amount that is negative or not whole, and on a discount larger than all the rest.
 */
export function priceOrder(input: {
  subtotalCents: Cents
  deliveryFeeCents: Cents
  discountCents?: Cents
}): OrderPrice {
  const { subtotalCents, deliveryFeeCents, discountCents = 0 } = input
  requireAmount(subtotalCents, 'The subtotal')
  requireAmount(deliveryFeeCents, 'The delivery fee')
  requireAmount(discountCents, 'The discount')
  const taxCents = applyBasisPoints(subtotalCents + deliveryFeeCents, TAX_BASIS_POINTS)
  const totalCents = subtotalCents + deliveryFeeCents + taxCents - discountCents
  requireAmount(totalCents, 'The total')
  return { subtotalCents, deliveryFeeCents, taxCents, discountCents, totalCents }
}

/** The delivery fee of an order with its tax, in cents: the saving without the fee. */
export function deliveryFeeWithTaxCents(order: { subtotalCents: Cents; deliveryFeeCents: Cents }): Cents {
  const { subtotalCents, deliveryFeeCents } = order
  const without = priceOrder({ subtotalCents, deliveryFeeCents: 0 })
  return priceOrder({ subtotalCents, deliveryFeeCents }).totalCents - without.totalCents
}
