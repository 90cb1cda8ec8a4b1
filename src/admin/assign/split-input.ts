import { type Allocation, allocation, type CostSplit, remainder, splitByPercent } from '#domain/cost-split.ts'
import { type Cents, parseMoney } from '#domain/money.ts'

/** The two amounts as they stand in their fields. */
export type TypedSplit = { shop: string; fee: string }

type Judged = {
  /** The split to send: both amounts, together the total. Null: it may not be sent. */
  split: CostSplit | null
  /** Compares the amounts with the total; text that is no amount counts as nothing. */
  allocation: Allocation
  shopFault: string | undefined
  feeFault: string | undefined
}

const NO_AMOUNT = 'Please enter an amount, such as 49.99'
const SHOP_ABOVE = 'Shop cost cannot exceed the order total'
const FEE_ABOVE = 'Platform fee cannot exceed the order total'

/** The texts of the fields when a total is split by percent. @param shopPercent 0 to 100 */
export function splitTexts(totalCents: Cents, shopPercent: number): TypedSplit {
  const { shopCostCents, platformFeeCents } = splitByPercent(totalCents, shopPercent)
  return { shop: dollars(shopCostCents), fee: dollars(platformFeeCents) }
}

/**
 * The texts of the fields after someone has typed into one of them: the other one gets the remainder. While it is
 * empty or no amount, the other one stays: it would only be in the way.
 */
export function typeAmount(
  totalCents: Cents,
  now: TypedSplit,
  field: keyof TypedSplit,
  text: string,
): TypedSplit {
  const cents = amountOf(text)
  const other = field === 'shop' ? 'fee' : 'shop'
  return { ...now, [field]: text, ...(cents !== null && { [other]: dollars(remainder(totalCents, cents)) }) }
}

/** The text of a field after one leaves it: an amount with its two decimals. */
export function tidied(text: string): string {
  const cents = amountOf(text)
  return cents === null ? text : dollars(cents)
}

/** Says if the amounts may be sent, and the fault if not (stored amounts are exact). */
export function judge(totalCents: Cents, { shop, fee }: TypedSplit): Judged {
  const shopCostCents = amountOf(shop)
  const platformFeeCents = amountOf(fee)
  const found = allocation(totalCents, shopCostCents ?? 0, platformFeeCents ?? 0)
  const whole = shopCostCents !== null && platformFeeCents !== null && found.state === 'exact'
  return {
    split: whole ? { shopCostCents, platformFeeCents } : null,
    allocation: found,
    shopFault: faultOf(totalCents, shopCostCents, SHOP_ABOVE),
    feeFault: faultOf(totalCents, platformFeeCents, FEE_ABOVE),
  }
}

function faultOf(totalCents: Cents, cents: Cents | null, above: string): string | undefined {
  if (cents === null) return NO_AMOUNT
  return cents > totalCents ? above : undefined
}

const dollars = (cents: Cents) => (cents / 100).toFixed(2)

const FINER = /^(.*\.\d\d)(\d)\d*$/

/** Typed dollars in cents, parts of a cent rounded half up; null for what is no amount. */
export function amountOf(text: string): Cents | null {
  const [, kept, third] = FINER.exec(text.trim()) ?? []
  if (kept === undefined) return parseMoney(text)
  const cents = parseMoney(kept)
  if (cents === null) return null
  const rounded = cents + (Number(third) >= 5 ? 1 : 0)
  return Number.isSafeInteger(rounded) ? rounded : null
}
