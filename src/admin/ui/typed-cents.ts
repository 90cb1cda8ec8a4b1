import { parseMoney } from '#domain/money.ts'

/** Dollars as they stand in a field, in cents: nothing typed is 0; not a number for what is no amount, such as a third decimal. */
export function typedCents(text: string): number {
  const amount = text.trim()
  if (amount === '') return 0
  return amount.startsWith('-') ? -typedCents(amount.slice(1)) : (parseMoney(amount) ?? Number.NaN)
}
