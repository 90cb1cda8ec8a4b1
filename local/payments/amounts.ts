import { formatMoney } from '#domain/money.ts'

/** An amount in the smallest unit of its currency, as the payer reads it: `$74.19`, `€10.00`. */
export function formatAmount(amount: number, currency: string): string {
  if (currency === 'usd') return formatMoney(amount)
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100)
}
