import { type Cents, formatMoney } from './money.ts'

// Buyers read these when the terms of their order are not what they were shown: from the API, and on the open page.

/** `The price is now $55.11.` */
export function priceChange(totalCents: Cents): string {
  return `The price is now ${formatMoney(totalCents)}.`
}

/** `Delivery is now: Tomorrow, Wed Jun 5, by 12 PM EST.` */
export function promiseChange(promise: string): string {
  return `Delivery is now: ${promise}.`
}
